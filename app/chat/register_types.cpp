#include "chat/register_types.h"

#include "chat/chat_list_model.h"
#include "chat/chat_parameters.h"
#include "chat/chat_session.h"
#include "chat/chat_storage.h"
#include "chat/composer.h"
#include "chat/context_choices.h"
#include "chat/context_meter.h"
#include "chat/deleted_chats_model.h"
#include "chat/preset_list_model.h"
#include "chat/session_registry.h"

#include <QtQml>

namespace hearth {

void registerChatTypes() {
    const char* uri = "Hearth.Chat.Models";
    const QString made = QStringLiteral("Made by the program.");
    qmlRegisterUncreatableType<ChatListModel>(uri, 1, 0, "ChatListModel", made);
    qmlRegisterUncreatableType<ChatParameters>(uri, 1, 0, "ChatParameters", made);
    qmlRegisterUncreatableType<ChatSession>(uri, 1, 0, "ChatSession", made);
    qmlRegisterUncreatableType<ChatStorage>(uri, 1, 0, "ChatStorage", made);
    qmlRegisterUncreatableType<Composer>(uri, 1, 0, "Composer", made);
    qmlRegisterUncreatableType<ContextChoices>(uri, 1, 0, "ContextChoices", made);
    qmlRegisterUncreatableType<ContextMeter>(uri, 1, 0, "ContextMeter", made);
    qmlRegisterUncreatableType<DeletedChatsModel>(uri, 1, 0, "DeletedChatsModel", made);
    qmlRegisterUncreatableType<PresetListModel>(uri, 1, 0, "PresetListModel", made);
    qmlRegisterUncreatableType<SessionRegistry>(uri, 1, 0, "SessionRegistry", made);
}

}  // namespace hearth
