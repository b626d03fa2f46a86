#pragma once

#include <csignal>

namespace hearth::transfers {

/// While it lives, a write of this thread to a connection that has gone is an error and no signal: TLS
/// libraries write without saying so to the system. Changes nothing for other threads.
class BrokenPipeGuard {
 public:
    BrokenPipeGuard();
    BrokenPipeGuard(const BrokenPipeGuard&) = delete;
    BrokenPipeGuard& operator=(const BrokenPipeGuard&) = delete;
    ~BrokenPipeGuard();

 private:
    sigset_t before_{};
    bool was_pending_ = false;
};

}  // namespace hearth::transfers
