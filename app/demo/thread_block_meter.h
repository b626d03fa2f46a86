#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <chrono>

namespace hearth {

/// How long the GUI thread kept anything else waiting: a beat every millisecond, and the longest time between
/// two. Told by the clock (less the millisecond), which is what a person feels, and as the thread's own
/// processor time, which is what Hearth did: the difference is what other programs took of the machine. GUI
/// thread.
class ThreadBlockMeter {
 public:
    /// Starts to measure.
    ThreadBlockMeter();

    std::chrono::microseconds longestWall() const { return m_longestWall; }
    std::chrono::microseconds longestProcessor() const { return m_longestProcessor; }

 private:
    void beat();

    QTimer m_beats;
    QElapsedTimer m_wall;
    std::chrono::microseconds m_processor{};
    std::chrono::microseconds m_longestWall{};
    std::chrono::microseconds m_longestProcessor{};
};

}  // namespace hearth
