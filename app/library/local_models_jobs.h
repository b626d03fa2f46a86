#pragma once

#include "library/guarded_answer.h"
#include "library/local_models.h"
#include "library/local_models_worker.h"

#include <QString>
#include <chrono>
#include <filesystem>
#include <utility>

// What the parts of LocalModels share: its jobs on worker threads, and how they tell how far they are.

namespace hearth {

inline std::filesystem::path toPath(const QString& text) {
    return {text.toStdString()};
}

inline QString fromPath(const std::filesystem::path& path) {
    return QString::fromStdString(path.string());
}

/// Tells no more often than people see.
class Ticker {
 public:
    bool due() {
        const auto now = std::chrono::steady_clock::now();
        if (now - m_last < std::chrono::milliseconds(100)) {
            return false;
        }
        m_last = now;
        return true;
    }

 private:
    std::chrono::steady_clock::time_point m_last{};
};

inline double shareOf(const catalog::Progress& progress) {
    return progress.total == 0 ? 0.0
                               : static_cast<double>(progress.done) / static_cast<double>(progress.total);
}

template <class Work, class Then>
void LocalModels::run(QThreadPool& pool, Work work, Then then) {
    pool.start([this, worker = m_worker, work = std::move(work), then = std::move(then)]() mutable {
        auto result = guardedAnswer([&] { return work(*worker); });
        // The destructor waits for this job, so `this` lives; the call is dropped with the object.
        QMetaObject::invokeMethod(
            this, [then = std::move(then), result = std::move(result)]() mutable { then(std::move(result)); },
            Qt::QueuedConnection);
    });
}

}  // namespace hearth
