#pragma once

#include "engine_bridge/engine_event.h"

#include <functional>
#include <mutex>
#include <vector>

namespace hearth {

/// What worker threads have for the GUI thread until its next frame. The lock is held for a swap or an
/// append.
class FrameQueue {
 public:
    using Delivery = std::function<void()>;

    /// What came since the last frame. Events were pushed before deliveries that speak of their end, so that
    /// whoever handles the events first keeps the order.
    struct Frame {
        std::vector<EngineEvent> events;
        std::vector<Delivery> deliveries;  ///< to be called on the GUI thread, in order
    };

    void push(EngineEvent event);
    void push(std::vector<EngineEvent> events);
    void post(Delivery delivery);
    Frame take();

 private:
    std::mutex m_mutex;
    Frame m_frame;
};

}  // namespace hearth
