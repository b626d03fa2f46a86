#include "chat/conversation_path.h"

#include <algorithm>

namespace hearth {

TranscriptMessage PathMessage::forTranscript() const {
    return {.key = key,
            .role = role,
            .text = text,
            .state = state,
            .errorText = errorText,
            .footer = footer,
            .versionIndex = versionIndex,
            .versionCount = versionCount,
            .modelName = modelName};
}

std::optional<std::size_t> ConversationPath::indexOf(MessageKey key) const {
    const auto found = std::find_if(m_messages.begin(), m_messages.end(),
                                    [key](const PathMessage& message) { return message.key == key; });
    if (found == m_messages.end()) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(found - m_messages.begin());
}

PathMessage* ConversationPath::find(MessageKey key) {
    const std::optional<std::size_t> index = indexOf(key);
    return index ? &m_messages[*index] : nullptr;
}

const PathMessage* ConversationPath::find(MessageKey key) const {
    const std::optional<std::size_t> index = indexOf(key);
    return index ? &m_messages[*index] : nullptr;
}

std::optional<MessageKey> ConversationPath::parentOf(MessageKey key) const {
    const std::optional<std::size_t> index = indexOf(key);
    if (!index || *index == 0) {
        return std::nullopt;
    }
    return m_messages[*index - 1].key;
}

std::optional<MessageKey> ConversationPath::leaf() const {
    return m_messages.empty() ? std::nullopt : std::optional(m_messages.back().key);
}

const PathMessage* ConversationPath::lastOf(MessageRole role) const {
    const auto found = std::find_if(m_messages.rbegin(), m_messages.rend(),
                                    [role](const PathMessage& message) { return message.role == role; });
    return found == m_messages.rend() ? nullptr : &*found;
}

void ConversationPath::cutFrom(std::size_t index) {
    if (index < m_messages.size()) {
        m_messages.erase(m_messages.begin() + static_cast<std::ptrdiff_t>(index), m_messages.end());
    }
}

}  // namespace hearth
