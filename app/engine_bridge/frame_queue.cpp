#include "engine_bridge/frame_queue.h"

#include <iterator>
#include <utility>

namespace hearth {

void FrameQueue::push(EngineEvent event) {
    const std::lock_guard lock(m_mutex);
    m_frame.events.push_back(std::move(event));
}

void FrameQueue::push(std::vector<EngineEvent> events) {
    const std::lock_guard lock(m_mutex);
    m_frame.events.insert(m_frame.events.end(), std::make_move_iterator(events.begin()),
                          std::make_move_iterator(events.end()));
}

void FrameQueue::post(Delivery delivery) {
    const std::lock_guard lock(m_mutex);
    m_frame.deliveries.push_back(std::move(delivery));
}

FrameQueue::Frame FrameQueue::take() {
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_frame, {});
}

}  // namespace hearth
