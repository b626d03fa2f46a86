#pragma once

#include <hearth/error.h>

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace hearth {

/// A thread that does jobs one after the other, in the order in which they were posted. Destruction drops
/// those that have not begun and waits for the one that has.
class SerialWorker {
 public:
    using Job = std::function<void()>;
    /// Told on the worker's thread when a job threw.
    using OnThrow = std::function<void(Error)>;

    SerialWorker();
    ~SerialWorker();
    SerialWorker(const SerialWorker&) = delete;
    SerialWorker& operator=(const SerialWorker&) = delete;

    /// From any thread; waits for nothing.
    void post(Job job, OnThrow onThrow);

 private:
    struct Work {
        Job job;
        OnThrow onThrow;
    };

    void run();

    std::mutex m_mutex;
    std::condition_variable m_news;
    std::deque<Work> m_jobs;
    bool m_ending = false;
    std::thread m_thread;  // the last member: it uses the others
};

}  // namespace hearth
