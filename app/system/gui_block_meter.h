#pragma once

#include <QElapsedTimer>
#include <QObject>

#include <chrono>

namespace hearth {

/// Measures how long the GUI thread is busy between two waits of its event loop: the time in which the window answers
/// nothing. Costs two clock readings a wake-up. In debug builds, and with HEARTH_WATCHDOG set, what exceeds 8 ms is logged
/// with the object and event that took longest. GUI thread.
class GuiBlockMeter : public QObject {
    Q_OBJECT

 public:
    /// Starts to measure. Needs the event dispatcher of the application object.
    explicit GuiBlockMeter(QObject* parent = nullptr);

    /// The longest stretch since the start or the last reset().
    std::chrono::microseconds longest() const { return m_longest; }
    void reset() { m_longest = {}; }

    /// Whether stretches are logged.
    static bool isWatchdogOn();

 private:
    void awake();
    void aboutToBlock();

    QElapsedTimer m_busy;
    std::chrono::microseconds m_longest{};
    bool m_logs;
};

}  // namespace hearth
