#include "demo/frame_meter.h"

#include "system/processor_time.h"

#include <QEvent>
#include <QQuickWindow>
#include <algorithm>

namespace hearth {

FrameMeter::FrameMeter(QQuickWindow& window) {
    window.installEventFilter(this);
    connect(&window, &QQuickWindow::frameSwapped, this, &FrameMeter::end, Qt::DirectConnection);
}

bool FrameMeter::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::UpdateRequest) {
        m_open = true;
        m_processor = threadProcessorTime();
        m_wall.start();
    }
    return QObject::eventFilter(watched, event);
}

void FrameMeter::end() {
    if (!std::exchange(m_open, false)) {
        return;  // drawn by an expose event: not a frame of its own
    }
    m_frames.push_back(
        {std::chrono::microseconds(m_wall.nsecsElapsed() / 1000), threadProcessorTime() - m_processor});
}

std::chrono::microseconds percentile(std::vector<std::chrono::microseconds> values, double share) {
    if (values.empty()) {
        return {};
    }
    std::sort(values.begin(), values.end());
    const auto last = static_cast<double>(values.size() - 1);
    return values[static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * last + 0.5)];
}

}  // namespace hearth
