#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <chrono>
#include <vector>

class QQuickWindow;

namespace hearth {

/// Times the GUI thread's work for each frame of a window: from the request to draw it (polishing is the
/// first thing done then) to the end of the swap. With Qt's software painting all of a frame is done there.
/// GUI thread.
class FrameMeter : public QObject {
    Q_OBJECT

 public:
    struct Frame {
        std::chrono::microseconds wall;
        std::chrono::microseconds
            processor;  ///< of the GUI thread: what the frame would take if nothing else ran
    };

    /// `window` outlives it.
    explicit FrameMeter(QQuickWindow& window);

    const std::vector<Frame>& frames() const { return m_frames; }
    void reset() { m_frames.clear(); }

    bool eventFilter(QObject* watched, QEvent* event) override;

 private:
    void end();

    QElapsedTimer m_wall;
    std::chrono::microseconds m_processor{};
    bool m_open = false;
    std::vector<Frame> m_frames;
};

/// The value below which `share` (0 to 1) of the values lie; zero where there are none.
std::chrono::microseconds percentile(std::vector<std::chrono::microseconds> values, double share);

}  // namespace hearth
