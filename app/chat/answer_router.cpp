#include "chat/answer_router.h"

#include <utility>

namespace hearth {

AnswerRouter::AnswerRouter(EngineClient& engine, QObject* parent) : QObject(parent) {
    connect(&engine, &EngineClient::events, this, &AnswerRouter::deliver);
}

void AnswerRouter::follow(RequestHandle request, Receiver receiver) {
    m_receivers[request] = std::move(receiver);
}

void AnswerRouter::forget(RequestHandle request) {
    m_receivers.erase(request);
}

void AnswerRouter::deliver(const std::vector<EngineEvent>& events) {
    for (const EngineEvent& event : events) {
        const auto found = m_receivers.find(event.request);
        if (found == m_receivers.end()) {
            continue;
        }
        // A receiver may follow or forget requests, itself included.
        const Receiver receiver = found->second;
        if (isFinal(event)) {
            m_receivers.erase(found);
        }
        receiver(event);
    }
}

}  // namespace hearth
