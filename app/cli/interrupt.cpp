#include "cli/interrupt.h"

#include <atomic>
#include <csignal>

namespace hearth::cli {
namespace {

std::atomic<int> presses{0};
static_assert(std::atomic<int>::is_always_lock_free, "used in a signal handler");

extern "C" void on_interrupt(int signal) {
    presses.fetch_add(1, std::memory_order_relaxed);
#ifdef _WIN32
    std::signal(signal, on_interrupt);
#else
    static_cast<void>(signal);
#endif
}

}  // namespace

#ifdef _WIN32
Interrupt::Interrupt() {
    std::signal(SIGINT, on_interrupt);
}
#else
Interrupt::Interrupt() {
    // Without SA_RESTART, so that a read from the terminal returns.
    struct sigaction action {};
    action.sa_handler = on_interrupt;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
}
#endif

Interrupt::~Interrupt() {
    std::signal(SIGINT, SIG_DFL);
}

int Interrupt::count() {
    return presses.load(std::memory_order_relaxed);
}

void Interrupt::reset() {
    presses.store(0, std::memory_order_relaxed);
}

}  // namespace hearth::cli
