#pragma once

#include <cstdint>
#include <functional>
#include <memory>

namespace hearth {

/// Fork-join threads for CPU kernels. The calling thread is thread 0. Waiting spins briefly, then sleeps on a
/// futex, so that another program taking a core costs that core's share, not a collapse. Denormals are
/// flushed to zero in all its threads while they run. One caller at a time.
class ThreadPool {
 public:
    explicit ThreadPool(std::uint32_t thread_count);
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;
    ~ThreadPool();

    std::uint32_t size() const;

    /// Runs `body(thread)` on every thread and returns when all are done. The first exception thrown by a
    /// body is rethrown here after all have ended; the others then leave at the next barrier, by an exception
    /// of its own.
    void run(const std::function<void(std::uint32_t thread)>& body);

    /// Inside a body: waits until every thread of the pool has arrived.
    void barrier();

    /// Physical cores this process may run on (affinity and cgroup quota respected), at least 1.
    static std::uint32_t physical_cores();

 private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace hearth
