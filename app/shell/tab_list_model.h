#pragma once

#include <QAbstractListModel>
#include <QPointer>
#include <QString>
#include <vector>

namespace hearth {

class TabSessions;

/// One tab: a conversation, and its session once somebody has looked at it since the start.
struct Tab {
    qint64 conversationId = 0;
    QString title;  ///< as last known; what is shown before the session is loaded
    QPointer<QObject> session;
    int key = 0;  ///< of the list it is in
};

/// The tabs of one window, in order. Changed by the Workspace alone. GUI thread.
class TabListModel : public QAbstractListModel {
    Q_OBJECT
    Q_PROPERTY(int count READ count NOTIFY countChanged)

 public:
    enum Role {
        TitleRole = Qt::UserRole + 1,  ///< "New chat" where there is none yet
        ActivityTextRole,
        ActivityRole,  ///< ChatSession::Activity
        WritingRole,
        NewAnswerRole,  ///< an answer came while nobody saw it
        ConversationIdRole,
        SessionRole,
    };

    TabListModel(TabSessions& sessions, QObject* window);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    int count() const { return static_cast<int>(m_tabs.size()); }
    const Tab& at(int index) const { return m_tabs[static_cast<std::size_t>(index)]; }
    bool holds(int index) const { return index >= 0 && index < count(); }
    /// The row of a conversation or session; nothing shows it: -1, as models do.
    int rowOfConversation(qint64 conversationId) const;
    int rowOfSession(const QObject* session) const;
    /// What a tab is called while it is in this window, wherever it moves; 0 where there is none.
    Q_INVOKABLE int keyAt(int index) const;
    Q_INVOKABLE int rowOfKey(int key) const;
    Q_INVOKABLE QString titleAt(int index) const;

    void insert(int index, Tab tab);
    Tab take(int index);
    void move(int from, int to);
    void setSession(int index, QObject* session);
    /// Reads the facts of the row's session anew.
    void refresh(int index);
    /// Every row: after a change of language.
    void refreshAll();

 Q_SIGNALS:
    void countChanged();

 private:
    TabSessions& m_sessions;
    std::vector<Tab> m_tabs;
    int m_nextKey = 1;
};

}  // namespace hearth
