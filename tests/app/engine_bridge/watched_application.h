#pragma once

#include <QCoreApplication>
#include <QEventLoop>
#include <QObject>
#include <QTimer>
#include <algorithm>
#include <chrono>
#include <ctime>
#include <functional>
#include <utility>

#include <sys/resource.h>

namespace hearth::test {

/// An application that knows the longest time for which its main thread was busy with one event, or with one
/// call that was timed.
class WatchedApplication : public QCoreApplication {
 public:
    using QCoreApplication::QCoreApplication;

    static WatchedApplication& self() { return *static_cast<WatchedApplication*>(instance()); }

    /// Times a call; those made by it count as part of it.
    template <class Call>
    auto timed(const Call& call) {
        struct Span {
            WatchedApplication& app;
            Moment begin = now();
            explicit Span(WatchedApplication& watched) : app(watched) { ++app.m_depth; }
            ~Span() {
                if (--app.m_depth == 0) {
                    app.note(begin, now());
                }
            }
        } const span(*this);
        return call();
    }

    bool notify(QObject* receiver, QEvent* event) override {
        return timed([&] { return QCoreApplication::notify(receiver, event); });
    }

    /// How long the thread was busy.
    struct Block {
        double wallMs = 0;  ///< as a person sees it, the time included for which others had the processor
        double ownMs = 0;   ///< without that, unless the thread itself waited for something
    };
    /// The longest of each since the last call.
    Block takeLongest() { return std::exchange(m_longest, {}); }

 private:
    struct Moment {
        double wallMs;
        double processorMs;
        long waits;  ///< how often the thread gave up the processor by itself
    };

    static Moment now() {
        const auto milliseconds = [](clockid_t clock) {
            timespec time{};
            clock_gettime(clock, &time);
            return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
        };
        rusage usage{};
        getrusage(RUSAGE_THREAD, &usage);
        return {milliseconds(CLOCK_MONOTONIC), milliseconds(CLOCK_THREAD_CPUTIME_ID), usage.ru_nvcsw};
    }

    void note(const Moment& begin, const Moment& end) {
        const double wall = end.wallMs - begin.wallMs;
        const double own = end.waits == begin.waits ? end.processorMs - begin.processorMs : wall;
        m_longest.wallMs = std::max(m_longest.wallMs, wall);
        m_longest.ownMs = std::max(m_longest.ownMs, own);
    }

    int m_depth = 0;
    Block m_longest;
};

/// Runs the event loop, as a program does, until `condition` holds or the time is up.
inline bool loopUntil(const std::function<bool()>& condition,
                      std::chrono::milliseconds patience = std::chrono::seconds(120)) {
    QEventLoop loop;
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, &loop, [&] {
        if (condition()) {
            loop.quit();
        }
    });
    poll.start(2);
    QTimer::singleShot(patience, &loop, &QEventLoop::quit);
    loop.exec();
    return condition();
}

}  // namespace hearth::test
