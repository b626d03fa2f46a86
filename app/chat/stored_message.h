#pragma once

#include "chat/conversation_path.h"
#include "engine_bridge/engine_event.h"
#include "storage/records.h"
#include "storage/requests.h"

#include <QJsonObject>

namespace hearth {

/// How an answer ended.
struct AnswerEnd {
    MessageState state = MessageState::Complete;
    QString errorText;  ///< the sentence, when state is Failed
    AnswerFooter footer;
    bool contextFull =
        false;  ///< state is LengthLimit because the context ended, not the limit the person set
};

/// Messages as the chat store keeps them and as a session works with them.
ConversationPath pathFromStore(const storage::ConversationPath& stored);
PathMessage messageFromStore(const storage::PathMessage& stored);

storage::JsonObject jsonForStore(const QJsonObject& json);
QJsonObject jsonFromStore(const storage::JsonObject& json);

/// What is stored when an answer has ended.
storage::FinishedAnswer finishedForStore(MessageKey key, const QString& text, const AnswerEnd& end);

storage::MessageId storeId(MessageKey key);

}  // namespace hearth
