#pragma once

#include "chat/conversation_path.h"
#include "transcript/transcript_message.h"

#include <QString>
#include <optional>

namespace hearth {

/// An answer that a person has asked for and that has not begun yet.
struct Outgoing {
    enum class Kind {
        NewMessage,     ///< `text` after all there is
        EditedMessage,  ///< `text` as a new version of `target`
        NewVersion,     ///< one more answer beside `target`
        Continuation,   ///< the answer `target`, gone on with, beside it
    };

    Kind kind = Kind::NewMessage;
    QString text;
    std::optional<MessageKey> target;
    bool fromComposer = false;  ///< the text is the composer's until it is stored
    bool stopped = false;       ///< while it was being stored: its answer ends before it begins
    bool unstored = false;      ///< the person goes on although it cannot be stored

    bool asksSomething() const { return kind == Kind::NewMessage || kind == Kind::EditedMessage; }
};

/// Where an outgoing message has come to be.
struct OutgoingPlace {
    std::optional<MessageKey> question;  ///< none where only an answer was begun
    MessageKey answer{};
    QString model;  ///< that answers
};

/// `path` as it is once `outgoing` has its place in it: what the store would show, without asking it.
ConversationPath pathWith(ConversationPath path, const Outgoing& outgoing, const OutgoingPlace& place);

}  // namespace hearth
