#include "demo/thread_block_meter.h"

#include "system/processor_time.h"

#include <algorithm>

namespace hearth {

namespace {

constexpr std::chrono::milliseconds kBeat{1};

}  // namespace

ThreadBlockMeter::ThreadBlockMeter() : m_processor(threadProcessorTime()) {
    m_wall.start();
    m_beats.setTimerType(Qt::PreciseTimer);
    QObject::connect(&m_beats, &QTimer::timeout, &m_beats, [this] { beat(); });
    m_beats.start(kBeat);
}

void ThreadBlockMeter::beat() {
    const std::chrono::microseconds wall(m_wall.nsecsElapsed() / 1000);
    const std::chrono::microseconds processor = threadProcessorTime();
    m_wall.start();
    m_longestWall = std::max(m_longestWall, wall - std::chrono::microseconds(kBeat));
    m_longestProcessor = std::max(m_longestProcessor, processor - m_processor);
    m_processor = processor;
}

}  // namespace hearth
