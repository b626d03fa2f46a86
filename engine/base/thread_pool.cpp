#include "base/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#if defined(__x86_64__) || defined(_M_X64)
#include <immintrin.h>
#endif

namespace hearth {
namespace {

/// How long a waiting thread spins before it sleeps. Longer than it takes to wake a sleeper (about 60 µs in a
/// virtual machine) and to do a piece of work: otherwise one thread that fell asleep makes the next one fall
/// asleep at the next barrier, and so on. Short beside the milliseconds for which another program may be
/// given the core.
constexpr std::chrono::microseconds kSpinTime{200};
constexpr unsigned kPausesPerLook = 16;  ///< between looks at the clock

void pause() {
#if defined(__x86_64__) || defined(_M_X64)
    _mm_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb");
#endif
}

/// A counter that threads wait on: spinning first, then asleep (a futex on Linux).
class Epoch {
 public:
    std::uint32_t value() const { return value_.load(std::memory_order_acquire); }

    void advance() {
        value_.fetch_add(1, std::memory_order_seq_cst);
        value_.notify_all();  // a system call only if somebody sleeps
    }

    /// Returns once the value differs from `seen`.
    void wait_past(std::uint32_t seen) const {
        const auto deadline = std::chrono::steady_clock::now() + kSpinTime;
        do {
            for (unsigned i = 0; i < kPausesPerLook; ++i) {
                if (value() != seen) {
                    return;
                }
                pause();
            }
        } while (std::chrono::steady_clock::now() < deadline);
        value_.wait(seen, std::memory_order_seq_cst);
    }

 private:
    alignas(64) std::atomic<std::uint32_t> value_{0};
};

/// Flushes denormals to zero in this thread while it lives, and rounds to nearest.
class FloatMode {
 public:
    FloatMode() : before_(read()) { write(kFast(before_)); }
    FloatMode(const FloatMode&) = delete;
    FloatMode& operator=(const FloatMode&) = delete;
    ~FloatMode() { write(before_); }

 private:
#if defined(__x86_64__) || defined(_M_X64)
    using Word = unsigned;
    static Word kFast(Word word) {
        return (word & ~0x6000U) | 0x8040U;
    }  // nearest; flush to zero, denormals are zero
    static Word read() {
        return _mm_getcsr();
    }
    static void write(Word word) {
        _mm_setcsr(word);
    }
#elif defined(__aarch64__)
    using Word = std::uint64_t;
    static Word kFast(Word word) {
        return (word & ~(Word{3} << 22U)) | (Word{1} << 24U);
    }  // RMode nearest, FZ
    static Word read() {
        Word word = 0;
        __asm__ volatile("mrs %0, fpcr" : "=r"(word));
        return word;
    }
    static void write(Word word) {
        __asm__ volatile("msr fpcr, %0" : : "r"(word));
    }
#else
    using Word = unsigned;
    static Word kFast(Word word) {
        return word;
    }
    static Word read() {
        return 0;
    }
    static void write(Word) {}
#endif
    Word before_;
};

/// Ends the bodies that meet at a barrier which one of them will never reach; the failure of that one is the
/// one that counts.
class BrokenBarrier final : public std::exception {
 public:
    const char* what() const noexcept override { return "another thread of the pool failed"; }
};

}  // namespace

struct ThreadPool::State {
    std::uint32_t size = 1;
    std::vector<std::thread> threads;  ///< all but thread 0
    const std::function<void(std::uint32_t)>* body = nullptr;
    bool stop = false;
    Epoch start;
    Epoch finish;
    Epoch barrier;
    alignas(64) std::atomic<std::uint32_t> running{0};  ///< threads that have not finished the body
    alignas(64) std::atomic<std::uint32_t> arrived{0};  ///< at the barrier
    std::atomic<bool> broken{false};  ///< a body has thrown: nobody waits for it at a barrier
    std::mutex failure_mutex;
    std::exception_ptr failure;

    void run_body(std::uint32_t thread) {
        try {
            (*body)(thread);
        } catch (...) {
            const std::lock_guard lock(failure_mutex);
            if (!failure) {
                failure = std::current_exception();
            }
            broken.store(true, std::memory_order_seq_cst);
            barrier.advance();
        }
    }

    void work(std::uint32_t thread) {
        const FloatMode mode;
        for (std::uint32_t seen = 0;; ++seen) {
            start.wait_past(seen);
            if (stop) {
                return;
            }
            run_body(thread);
            if (running.fetch_sub(1, std::memory_order_acq_rel) == 1) {
                finish.advance();
            }
        }
    }

    void join() {
        stop = true;
        start.advance();
        for (std::thread& thread : threads) {
            thread.join();
        }
    }
};

ThreadPool::ThreadPool(std::uint32_t thread_count) : state_(std::make_unique<State>()) {
    state_->size = std::max(thread_count, 1U);
    state_->threads.reserve(state_->size - 1);
    try {
        for (std::uint32_t thread = 1; thread < state_->size; ++thread) {
            state_->threads.emplace_back([state = state_.get(), thread] { state->work(thread); });
        }
    } catch (...) {
        state_->join();
        throw;
    }
}

ThreadPool::~ThreadPool() {
    state_->join();
}

std::uint32_t ThreadPool::size() const {
    return state_->size;
}

void ThreadPool::run(const std::function<void(std::uint32_t thread)>& body) {
    const FloatMode mode;
    State& state = *state_;
    state.body = &body;
    state.running.store(state.size - 1, std::memory_order_relaxed);
    const std::uint32_t finished = state.finish.value();
    if (state.size > 1) {
        state.start.advance();
    }
    state.run_body(0);
    if (state.size > 1) {
        state.finish.wait_past(finished);
    }
    state.body = nullptr;
    if (state.failure) {
        state.broken.store(false, std::memory_order_relaxed);
        state.arrived.store(0, std::memory_order_relaxed);
        std::rethrow_exception(std::exchange(state.failure, nullptr));
    }
}

void ThreadPool::barrier() {
    State& state = *state_;
    // In this order: a thread that throws sets `broken` before it advances the round.
    const std::uint32_t round = state.barrier.value();
    if (state.broken.load(std::memory_order_seq_cst)) {
        throw BrokenBarrier();
    }
    if (state.arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == state.size) {
        state.arrived.store(0, std::memory_order_relaxed);
        state.barrier.advance();
    } else {
        state.barrier.wait_past(round);
        if (state.broken.load(std::memory_order_relaxed)) {
            throw BrokenBarrier();
        }
    }
}

}  // namespace hearth
