#include "transfers/broken_pipe_guard.h"

#include <ctime>

namespace hearth::transfers {

namespace {

sigset_t broken_pipe() {
    sigset_t set;
    ::sigemptyset(&set);
    ::sigaddset(&set, SIGPIPE);
    return set;
}

bool is_pending() {
    sigset_t pending;
    return ::sigpending(&pending) == 0 && ::sigismember(&pending, SIGPIPE) == 1;
}

}  // namespace

BrokenPipeGuard::BrokenPipeGuard() : was_pending_(is_pending()) {
    const sigset_t set = broken_pipe();
    ::pthread_sigmask(SIG_BLOCK, &set, &before_);
}

BrokenPipeGuard::~BrokenPipeGuard() {
    if (!was_pending_ && is_pending()) {
        // Ours: taken away before the signal can be delivered.
        const sigset_t set = broken_pipe();
        const timespec at_once{};
        ::sigtimedwait(&set, nullptr, &at_once);
    }
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace hearth::transfers
