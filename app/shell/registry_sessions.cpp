#include "shell/registry_sessions.h"

#include "chat/chat_session.h"
#include "chat/session_registry.h"

namespace hearth {

RegistrySessions::RegistrySessions(SessionRegistry& registry, QObject* parent)
    : TabSessions(parent), m_registry(registry) {
    connect(&registry, &SessionRegistry::sessionChanged, this,
            [this](ChatSession* session) { Q_EMIT sessionChanged(session); });
}

QObject* RegistrySessions::open(qint64 conversationId) {
    return m_registry.open(conversationId);
}

QObject* RegistrySessions::create() {
    return m_registry.create();
}

void RegistrySessions::retain(QObject* session) {
    if (auto* chat = qobject_cast<ChatSession*>(session)) {
        m_registry.retain(chat);
    }
}

void RegistrySessions::release(QObject* session) {
    if (auto* chat = qobject_cast<ChatSession*>(session)) {
        m_registry.release(chat);
    }
}

void RegistrySessions::setVisible(QObject* session, bool visible) {
    if (auto* chat = qobject_cast<ChatSession*>(session)) {
        chat->setVisible(visible);
    }
}

TabFacts RegistrySessions::facts(QObject* session) const {
    const auto* chat = qobject_cast<const ChatSession*>(session);
    if (chat == nullptr) {
        return {};
    }
    return {chat->conversationId(),
            chat->title(),
            chat->activityText(),
            static_cast<int>(chat->activity()),
            chat->isWriting(),
            chat->isEmpty(),
            SessionRegistry::isUnstored(*chat),
            m_registry.hasNewAnswer(m_registry.listedId(chat))};
}

bool RegistrySessions::outlivesTheProgram(qint64 conversationId) const {
    return SessionRegistry::outlivesTheProgram(conversationId);
}

int RegistrySessions::writingCount() const {
    return m_registry.writingCount();
}

int RegistrySessions::unstoredCount() const {
    return m_registry.unstoredCount();
}

}  // namespace hearth
