#pragma once

#include "library/guarded_answer.h"

#include <QObject>
#include <QThreadPool>
#include <optional>
#include <stop_token>
#include <utility>

namespace hearth {

/// One question at a time to a worker thread: a newer one stops the one before, whose answer is dropped. The
/// thread ends before this object does; a question must heed its stop token. GUI thread.
class LatestJob {
 public:
    LatestJob() { m_pool.setMaxThreadCount(1); }
    LatestJob(const LatestJob&) = delete;
    LatestJob& operator=(const LatestJob&) = delete;
    ~LatestJob() {
        stop();
        m_pool.waitForDone();
    }

    /// `ask(std::stop_token)` runs on the worker thread; `take(answer)` then on the thread of `owner`, which
    /// outlives this object. What `ask` throws is told as an answer of its type.
    template <class Ask, class Take>
    void start(QObject* owner, Ask ask, Take take) {
        stop();
        m_stop.emplace();
        m_pool.start(
            [owner, token = m_stop->get_token(), ask = std::move(ask), take = std::move(take)]() mutable {
                if (token.stop_requested()) {
                    return;
                }
                auto answer = guardedAnswer([&] { return ask(token); });
                QMetaObject::invokeMethod(
                    owner,
                    [token, take = std::move(take), answer = std::move(answer)]() mutable {
                        if (!token.stop_requested()) {
                            take(std::move(answer));
                        }
                    },
                    Qt::QueuedConnection);
            });
    }
    /// What runs ends soon, and its answer is dropped.
    void stop() {
        if (m_stop) {
            m_stop->request_stop();
            m_stop.reset();
        }
    }

 private:
    std::optional<std::stop_source> m_stop;
    QThreadPool m_pool;
};

}  // namespace hearth
