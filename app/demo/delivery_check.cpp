#include "demo/delivery_check.h"

#include "chat/chat_session.h"

#include <QSet>
#include <algorithm>

namespace hearth {

DeliveryCheck::DeliveryCheck(EngineClient& engine) {
    connect(&engine, &EngineClient::events, this, [this](const std::vector<EngineEvent>& events) {
        for (const EngineEvent& event : events) {
            if (const auto* delta = std::get_if<TextDelta>(&event.what)) {
                Stream& stream = m_streams[event.request.value];
                stream.text += delta->text;
                stream.tokens += delta->tokens;
            }
            m_finished += isFinal(event) ? 1 : 0;
        }
    });
}

std::uint64_t DeliveryCheck::sentTokens() const {
    std::uint64_t tokens = 0;
    for (const Stream& stream : m_streams) {
        tokens += stream.tokens;
    }
    return tokens;
}

std::uint64_t DeliveryCheck::deliveredTokens(const std::vector<ChatSession*>& sessions) const {
    std::uint64_t tokens = 0;
    QSet<quint64> found;
    for (ChatSession* session : sessions) {
        const TranscriptModel& transcript = *session->transcript();
        if (transcript.rowCount() == 0) {
            continue;
        }
        const QString shown = transcript.source(transcript.keyOf(transcript.rowCount() - 1));
        for (auto stream = m_streams.cbegin(); stream != m_streams.cend(); ++stream) {
            if (!found.contains(stream.key()) && stream->text == shown) {
                found.insert(stream.key());
                tokens += stream->tokens;
                break;
            }
        }
    }
    return tokens;
}

}  // namespace hearth
