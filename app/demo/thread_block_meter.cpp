#include "demo/thread_block_meter.h"

#include "demo/process_figures.h"

#include <QAbstractEventDispatcher>
#include <QThread>
#include <algorithm>

namespace hearth {

ThreadBlockMeter::ThreadBlockMeter() {
    const QAbstractEventDispatcher* dispatcher = QThread::currentThread()->eventDispatcher();
    connect(dispatcher, &QAbstractEventDispatcher::awake, this, &ThreadBlockMeter::awake);
    connect(dispatcher, &QAbstractEventDispatcher::aboutToBlock, this, &ThreadBlockMeter::aboutToBlock);
}

void ThreadBlockMeter::reset() {
    m_longestWall = {};
    m_longestProcessor = {};
    // The stretch that is going on is not counted: it belongs to what was before.
    m_wall.invalidate();
}

void ThreadBlockMeter::awake() {
    m_wall.start();
    m_processor = threadProcessorTime();
}

void ThreadBlockMeter::aboutToBlock() {
    if (!m_wall.isValid()) {
        return;
    }
    m_longestWall = std::max(m_longestWall, std::chrono::microseconds(m_wall.nsecsElapsed() / 1000));
    m_longestProcessor = std::max(m_longestProcessor, threadProcessorTime() - m_processor);
    m_wall.invalidate();
}

}  // namespace hearth
