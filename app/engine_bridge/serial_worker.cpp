#include "engine_bridge/serial_worker.h"

#include "engine_bridge/bridge_errors.h"

#include <exception>
#include <utility>

namespace hearth {

SerialWorker::SerialWorker() : m_thread([this] { run(); }) {}

SerialWorker::~SerialWorker() {
    std::deque<Work> dropped;
    {
        const std::lock_guard lock(m_mutex);
        m_ending = true;
        // What the jobs hold is let go outside the lock.
        dropped.swap(m_jobs);
    }
    m_news.notify_one();
    m_thread.join();
}

void SerialWorker::post(Job job, OnThrow onThrow) {
    {
        const std::lock_guard lock(m_mutex);
        m_jobs.push_back({std::move(job), std::move(onThrow)});
    }
    m_news.notify_one();
}

void SerialWorker::run() {
    std::unique_lock lock(m_mutex);
    while (true) {
        m_news.wait(lock, [this] { return m_ending || !m_jobs.empty(); });
        if (m_ending) {
            return;
        }
        {
            const Work work = std::move(m_jobs.front());
            m_jobs.pop_front();
            lock.unlock();
            try {
                work.job();
            } catch (...) {
                work.onThrow(errorOf(std::current_exception()));
            }
        }
        lock.lock();
    }
}

}  // namespace hearth
