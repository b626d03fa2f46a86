#pragma once

#include <QMetaType>
#include <QString>
#include <optional>

namespace hearth {

/// Names one message of a conversation: the row id of the store. Unique within a model.
enum class MessageKey : qint64 {};

enum class MessageRole { System, User, Assistant };

/// How the writing of a message stands.
enum class MessageState {
    Complete,     ///< said in full
    Writing,      ///< text may still be appended
    Stopped,      ///< the reader stopped it
    LengthLimit,  ///< it reached the limit of tokens
    Interrupted,  ///< the program was closed while it was being written
    Failed,       ///< see TranscriptMessage::errorText
};

/// The figures of one answer, shown as one line below it. What is not known is absent and not shown.
struct AnswerFooter {
    std::optional<double> timeToFirstTokenMs;
    std::optional<double> tokensPerSecond;
    std::optional<quint32> generatedTokens;
    std::optional<quint32> promptTokens;
    std::optional<quint32> cachedTokens;  ///< of the prompt, taken from the cache
    std::optional<double> thinkingMs;     ///< how long the model thought before it answered

    bool operator==(const AnswerFooter&) const = default;
};

/// One message of the path that is shown. `text` is Markdown for an answer and plain text for the user's own.
struct TranscriptMessage {
    MessageKey key{};
    MessageRole role = MessageRole::Assistant;
    QString text;
    MessageState state = MessageState::Complete;
    QString errorText;  ///< the sentence shown when state is Failed
    AnswerFooter footer;
    int versionIndex = 0;  ///< 0-based place among the siblings
    int versionCount = 1;
    QString modelName;  ///< which model wrote it; empty when unknown
};

}  // namespace hearth
