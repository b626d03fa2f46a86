#pragma once

namespace hearth::cli {

/// Ctrl-C while it lives: counted instead of ending the program. One at a time.
class Interrupt {
 public:
    Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;
    ~Interrupt();

    /// Times Ctrl-C was pressed since the last reset.
    static int count();
    static void reset();
};

}  // namespace hearth::cli
