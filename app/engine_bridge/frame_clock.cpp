#include "engine_bridge/frame_clock.h"

#include <algorithm>

namespace hearth {

TimerFrameClock::TimerFrameClock(QObject* parent) : FrameClock(parent) {
    m_timer.setInterval(std::chrono::milliseconds(16));
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &FrameClock::tick);
}

// Starting a running timer would begin its 16 ms anew.
void TimerFrameClock::start() {
    if (!m_timer.isActive()) {
        m_timer.start();
    }
}

std::chrono::nanoseconds TimerFrameClock::now() const {
    return std::chrono::steady_clock::now().time_since_epoch();
}

void ManualFrameClock::advance(std::chrono::nanoseconds time, std::chrono::nanoseconds frame) {
    const std::chrono::nanoseconds end = m_now + time;
    while (m_now < end) {
        m_now = std::min(m_now + frame, end);
        if (m_running) {
            Q_EMIT tick();
        }
    }
}

}  // namespace hearth
