#pragma once

#include <QObject>
#include <QTimer>
#include <chrono>

namespace hearth {

/// Says on the GUI thread when a frame is due; events are delivered then. Runs only while something is in
/// flight.
class FrameClock : public QObject {
    Q_OBJECT
 public:
    using QObject::QObject;

    virtual void start() = 0;
    virtual void stop() = 0;
    /// Monotonic.
    virtual std::chrono::nanoseconds now() const = 0;

 Q_SIGNALS:
    void tick();
};

/// Every 16 ms of real time.
class TimerFrameClock : public FrameClock {
    Q_OBJECT
 public:
    explicit TimerFrameClock(QObject* parent = nullptr);

    void start() override;
    void stop() override { m_timer.stop(); }
    std::chrono::nanoseconds now() const override;

 private:
    QTimer m_timer;
};

/// Time that passes only when told to: for tests, benchmarks and screenshots.
class ManualFrameClock : public FrameClock {
    Q_OBJECT
 public:
    using FrameClock::FrameClock;

    void start() override { m_running = true; }
    void stop() override { m_running = false; }
    std::chrono::nanoseconds now() const override { return m_now; }
    bool running() const { return m_running; }

    /// Lets time pass, frame by frame. Ticks only while started.
    void advance(std::chrono::nanoseconds time,
                 std::chrono::nanoseconds frame = std::chrono::milliseconds(16));

 private:
    std::chrono::nanoseconds m_now{};
    bool m_running = false;
};

}  // namespace hearth
