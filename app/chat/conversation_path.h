#pragma once

#include "transcript/transcript_message.h"

#include <QString>
#include <cstddef>
#include <optional>
#include <vector>

namespace hearth {

/// One message of the path from the first message to the leaf that is shown.
struct PathMessage {
    MessageKey key{};  ///< the store's row id; negative while the message could not be stored
    MessageRole role = MessageRole::User;
    QString text;
    MessageState state = MessageState::Complete;
    QString errorText;
    QString modelName;
    AnswerFooter footer;
    bool contextFull = false;  ///< state is LengthLimit because the context ended
    int versionIndex = 0;
    int versionCount = 1;

    TranscriptMessage forTranscript() const;
};

/// The messages that are shown, oldest first. A plain value; owned by a ChatSession.
class ConversationPath {
 public:
    ConversationPath() = default;
    explicit ConversationPath(std::vector<PathMessage> messages) : m_messages(std::move(messages)) {}

    const std::vector<PathMessage>& messages() const { return m_messages; }
    bool empty() const { return m_messages.empty(); }
    std::size_t size() const { return m_messages.size(); }

    std::optional<std::size_t> indexOf(MessageKey key) const;
    PathMessage* find(MessageKey key);
    const PathMessage* find(MessageKey key) const;
    /// The message before, whose child it is; nothing for the first.
    std::optional<MessageKey> parentOf(MessageKey key) const;
    std::optional<MessageKey> leaf() const;
    const PathMessage* lastOf(MessageRole role) const;

    void append(PathMessage message) { m_messages.push_back(std::move(message)); }
    /// Takes away a message and all that follow it.
    void cutFrom(std::size_t index);

 private:
    std::vector<PathMessage> m_messages;
};

}  // namespace hearth
