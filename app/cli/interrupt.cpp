#include "cli/interrupt.h"

#include <atomic>
#include <csignal>

namespace hearth::cli {
namespace {

std::atomic<int> presses{0};
std::atomic<int> endings{0};
static_assert(std::atomic<int>::is_always_lock_free, "used in a signal handler");

extern "C" void on_signal(int signal) {
    (signal == SIGTERM ? endings : presses).fetch_add(1, std::memory_order_relaxed);
#ifdef _WIN32
    std::signal(signal, on_signal);
#endif
}

constexpr int kSignals[] = {SIGINT, SIGTERM};

}  // namespace

Interrupt::Interrupt() {
    for (const int signal : kSignals) {
#ifdef _WIN32
        std::signal(signal, on_signal);
#else
        // Without SA_RESTART, so that a read from the terminal returns.
        struct sigaction action {};
        action.sa_handler = on_signal;
        sigemptyset(&action.sa_mask);
        sigaction(signal, &action, nullptr);
#endif
    }
}

Interrupt::~Interrupt() {
    for (const int signal : kSignals) {
        std::signal(signal, SIG_DFL);
    }
}

int Interrupt::count() {
    return presses.load(std::memory_order_relaxed) + endings.load(std::memory_order_relaxed);
}

void Interrupt::reset() {
    presses.store(0, std::memory_order_relaxed);
}

bool Interrupt::is_ending() {
    return endings.load(std::memory_order_relaxed) > 0;
}

}  // namespace hearth::cli
