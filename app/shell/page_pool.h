#pragma once

#include <QAbstractListModel>
#include <QList>
#include <QPointer>
#include <QTimer>
#include <vector>

namespace hearth {

class TabSessions;

/// The chat pages of a window. A page takes longer to make, and to drop, than the window may be busy, so
/// there are few, they stay, and another chat comes into a page that was made before. Those looked at lately
/// keep theirs, which makes going back and forth immediate; the page longest out of sight takes a chat that
/// has none. While there is room, one page waits with a new chat: the next new tab takes it as it is. A page
/// is never without a chat.
///
/// A list model of pages: rows are only added. GUI thread; owned by its WindowState.
class PagePool : public QAbstractListModel {
    Q_OBJECT
    Q_PROPERTY(int current READ current NOTIFY currentChanged)

 public:
    enum Role {
        SessionRole = Qt::UserRole + 1,
    };

    static constexpr int kMostPages = 3;

    explicit PagePool(TabSessions& sessions, QObject* parent = nullptr);
    ~PagePool() override;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    /// The page on show; -1 before there is one.
    int current() const { return m_current; }
    /// Brings the chat of a tab to the front.
    void show(QObject* session);
    /// The page of one chat takes another, which comes in its place.
    void replace(const QObject* session, QObject* with);
    /// No tab of this window has the session any more. Before it is released.
    void forget(QObject* session);
    /// The new chat whose page waits; the caller owes its release. Null where no page waits.
    QObject* takeNewChat();

 Q_SIGNALS:
    void currentChanged();

 private:
    struct Page {
        QPointer<QObject> session;
        bool waits = false;  ///< with a new chat of the pool's own
    };

    int rowOf(const QObject* session) const;
    int waitingRow() const;
    int add(const Page& page);
    void put(int row, const Page& page);
    void prepare();

    TabSessions& m_sessions;
    std::vector<Page> m_pages;
    QList<int> m_latest;  ///< rows, the one looked at last first
    int m_current = -1;
    QTimer m_preparation;
};

}  // namespace hearth
