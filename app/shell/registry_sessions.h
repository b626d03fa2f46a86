#pragma once

#include "shell/tab_sessions.h"

namespace hearth {

class SessionRegistry;

/// The real conversations as the workspace sees them. The registry outlives it.
class RegistrySessions : public TabSessions {
    Q_OBJECT

 public:
    explicit RegistrySessions(SessionRegistry& registry, QObject* parent = nullptr);

    QObject* open(qint64 conversationId) override;
    QObject* create() override;
    void retain(QObject* session) override;
    void release(QObject* session) override;
    void setVisible(QObject* session, bool visible) override;
    TabFacts facts(QObject* session) const override;
    bool outlivesTheProgram(qint64 conversationId) const override;
    int writingCount() const override;
    int unstoredCount() const override;

 private:
    SessionRegistry& m_registry;
};

}  // namespace hearth
