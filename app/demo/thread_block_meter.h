#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <chrono>

namespace hearth {

/// The longest stretch in which the GUI thread was between two waits of its event loop, by the clock and by
/// its own processor time: the difference is what other programs took of the machine. GUI thread.
class ThreadBlockMeter : public QObject {
    Q_OBJECT

 public:
    /// Starts to measure; needs the application object.
    ThreadBlockMeter();

    std::chrono::microseconds longestWall() const { return m_longestWall; }
    std::chrono::microseconds longestProcessor() const { return m_longestProcessor; }
    void reset();

 private:
    void awake();
    void aboutToBlock();

    QElapsedTimer m_wall;
    std::chrono::microseconds m_processor{};
    std::chrono::microseconds m_longestWall{};
    std::chrono::microseconds m_longestProcessor{};
};

}  // namespace hearth
