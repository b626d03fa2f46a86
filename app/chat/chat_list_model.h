#pragma once

#include <QAbstractListModel>
#include <QStringList>

#include <memory>
#include <vector>

namespace hearth {

class ChatSession;
class ChatStorage;
class SessionRegistry;

/// The list of chats: pinned ones, folders, then by day; or what a search found. Rows come from storage
/// asynchronously; what a chat is doing comes from its session. One model serves every window. GUI thread.
class ChatListModel : public QAbstractListModel {
    Q_OBJECT
    Q_PROPERTY(QString searchText READ searchText WRITE setSearchText NOTIFY searchTextChanged)
    Q_PROPERTY(bool searching READ isSearching NOTIFY searchingChanged)
    Q_PROPERTY(bool loading READ isLoading NOTIFY loadingChanged)
    Q_PROPERTY(QString error READ error NOTIFY errorChanged)
    Q_PROPERTY(int count READ count NOTIFY countChanged)
    Q_PROPERTY(QStringList folders READ folders NOTIFY foldersChanged)

 public:
    enum Role {
        ConversationIdRole = Qt::UserRole + 1,
        TitleRole,
        SnippetRole,      ///< escaped HTML with the match in <b> while searching, else escaped plain text
        SectionRole,      ///< heading of the row's group, for ListView.section
        PinnedRole,
        FolderRole,
        ActivityRole,     ///< ChatSession::Activity as int; Idle where no session is alive
        ActivityTextRole,
        DraftRole,        ///< holds an unsent draft
    };
    Q_ENUM(Role)

    ChatListModel(ChatStorage& storage, SessionRegistry& registry, QObject* parent = nullptr);
    ~ChatListModel() override;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    QString searchText() const;
    void setSearchText(const QString& text);
    bool isSearching() const;
    bool isLoading() const;
    QString error() const;
    int count() const;
    QStringList folders() const;

    Q_INVOKABLE qint64 conversationAt(int row) const;
    Q_INVOKABLE int rowOf(qint64 conversationId) const;
    Q_INVOKABLE void rename(qint64 conversationId, const QString& title);
    Q_INVOKABLE void setPinned(qint64 conversationId, bool pinned);
    /// An empty name takes the chat out of its folder; a new name makes the folder.
    Q_INVOKABLE void moveToFolder(qint64 conversationId, const QString& folder);
    /// Into the trash; deleted() tells, restore() brings it back.
    Q_INVOKABLE void remove(qint64 conversationId);
    Q_INVOKABLE void restore(qint64 conversationId);
    /// Reads everything again (also after a change of language or of the day).
    Q_INVOKABLE void refresh();

 Q_SIGNALS:
    void searchTextChanged();
    void searchingChanged();
    void loadingChanged();
    void errorChanged();
    void countChanged();
    void foldersChanged();
    /// The chat is in the trash; tabs that show it should close. `title` is for the toast with undo.
    void deleted(qint64 conversationId, const QString& title);

 private:
    class Private;
    std::unique_ptr<Private> m_private;
};

}  // namespace hearth
