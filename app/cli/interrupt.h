#pragma once

namespace hearth::cli {

/// Ctrl-C and the request to end (SIGTERM) while it lives: counted instead of ending the program. One at a
/// time.
class Interrupt {
 public:
    Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;
    ~Interrupt();

    /// How often what runs was asked to stop since the last reset.
    static int count();
    /// Forgets Ctrl-C, not the request to end.
    static void reset();
    /// Whether the whole program was asked to end.
    static bool is_ending();
};

}  // namespace hearth::cli
