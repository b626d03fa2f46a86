#pragma once

#include "engine_bridge/engine_client.h"

#include <QObject>
#include <functional>
#include <unordered_map>
#include <vector>

namespace hearth {

/// Hands every event of the engine to the one who asked for it, by the handle of the request: an event
/// reaches its asker or nobody. GUI thread; one for a SessionRegistry.
class AnswerRouter : public QObject {
    Q_OBJECT
 public:
    using Receiver = std::function<void(const EngineEvent&)>;

    explicit AnswerRouter(EngineClient& engine, QObject* parent = nullptr);

    /// `receiver` gets the events of `request` up to the final one.
    void follow(RequestHandle request, Receiver receiver);
    /// No more events of `request`; it may end on its own.
    void forget(RequestHandle request);

 private:
    void deliver(const std::vector<EngineEvent>& events);

    std::unordered_map<RequestHandle, Receiver> m_receivers;
};

}  // namespace hearth
