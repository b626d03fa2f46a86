#pragma once

#include "shell/tab_sessions.h"

#include <QHash>
#include <QObject>
#include <memory>
#include <vector>

namespace hearth {

/// Conversations for tests of tabs: facts are set by the test, opens and releases are counted.
class FakeSessions : public TabSessions {
    Q_OBJECT

 public:
    QObject* open(qint64 conversationId) override {
        ++opened[conversationId];
        if (QObject* nowhere = m_unstored.value(conversationId)) {
            return nowhere;
        }
        return make({conversationId, QStringLiteral("chat %1").arg(conversationId), {}, 0, false, false});
    }
    QObject* create() override { return make({}); }
    void retain(QObject* session) override { ++retained[session]; }
    void release(QObject* session) override { ++released[session]; }
    void setVisible(QObject* session, bool visible) override { visibleOnes[session] = visible; }
    TabFacts facts(QObject* session) const override { return m_facts.value(session); }
    bool outlivesTheProgram(qint64 conversationId) const override {
        return conversationId > 0 && conversationId < firstInMemory;
    }
    int writingCount() const override { return writing; }
    int unstoredCount() const override { return unstored; }

    void set(QObject* session, const TabFacts& facts) {
        m_facts[session] = facts;
        Q_EMIT sessionChanged(session);
    }
    /// What is stored nowhere is listed under `listedId`.
    void list(qint64 listedId, QObject* session) { m_unstored[listedId] = session; }
    QList<qint64> visibleConversations() const {
        QList<qint64> ids;
        for (auto one = visibleOnes.begin(); one != visibleOnes.end(); ++one) {
            if (one.value() && !released.contains(one.key())) {
                ids.append(m_facts.value(one.key()).conversationId);
            }
        }
        std::sort(ids.begin(), ids.end());
        return ids;
    }

    /// Every session there ever was.
    QList<QObject*> made() const {
        QList<QObject*> all;
        for (const auto& session : m_sessions) {
            all.append(session.get());
        }
        return all;
    }

    QHash<qint64, int> opened;
    qint64 firstInMemory = 1000;
    int writing = 0;
    int unstored = 0;
    QHash<QObject*, int> released;
    QHash<QObject*, int> retained;
    QHash<QObject*, bool> visibleOnes;

 private:
    QObject* make(const TabFacts& facts) {
        m_sessions.push_back(std::make_unique<QObject>());
        QObject* session = m_sessions.back().get();
        m_facts[session] = facts;
        return session;
    }

    std::vector<std::unique_ptr<QObject>> m_sessions;
    QHash<QObject*, TabFacts> m_facts;
    QHash<qint64, QObject*> m_unstored;
};

}  // namespace hearth
