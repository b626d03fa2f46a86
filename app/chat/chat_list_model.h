#pragma once

#include "chat/chat_rows.h"

#include <hearth/result.h>

#include <QAbstractListModel>
#include <QDate>
#include <QStringList>
#include <QTimer>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace hearth {

namespace storage {
class ChatStore;
struct SearchPlace;
struct SearchResult;
}  // namespace storage
class ChatSession;
class ChatStorage;
class SessionRegistry;

/// The list of chats: those that could not be stored, pinned ones, folders, then by day; or what a search
/// found. Rows come from storage asynchronously; what a chat is doing comes from its session. A chat that is
/// stored nowhere has a negative id, of the SessionRegistry. One model serves every window. GUI thread.
class ChatListModel : public QAbstractListModel {
    Q_OBJECT
    Q_PROPERTY(QString searchText READ searchText WRITE setSearchText NOTIFY searchTextChanged)
    Q_PROPERTY(bool settled READ isSettled NOTIFY settledChanged)
    Q_PROPERTY(bool searching READ isSearching NOTIFY searchingChanged)
    Q_PROPERTY(bool searchComplete READ isSearchComplete NOTIFY searchProgressed)
    Q_PROPERTY(bool moreFound READ isMoreFound NOTIFY searchProgressed)
    Q_PROPERTY(bool loading READ isLoading NOTIFY loadingChanged)
    Q_PROPERTY(QString error READ error NOTIFY errorChanged)
    Q_PROPERTY(int count READ count NOTIFY countChanged)
    Q_PROPERTY(QStringList folders READ folders NOTIFY foldersChanged)

 public:
    enum Role {
        ConversationIdRole = Qt::UserRole + 1,
        TitleRole,  ///< escaped HTML, the match in <b> while searching
        PlainTitleRole,
        SnippetRole,  ///< escaped HTML, the match in <b> while searching
        SectionRole,  ///< heading of the row's group, for ListView.section
        PinnedRole,
        FolderRole,
        ActivityRole,  ///< ChatSession::Activity as int; Idle where no session is alive
        ActivityTextRole,
        NewAnswerRole,  ///< an answer has come that nobody has looked at
        UnstoredRole,   ///< it holds something that could not be stored
    };
    Q_ENUM(Role)

    ChatListModel(ChatStorage& storage, SessionRegistry& registry, QObject* parent = nullptr);
    ~ChatListModel() override;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    QString searchText() const { return m_searchText; }
    void setSearchText(const QString& text);
    /// What is shown is the answer to `searchText`; false from the first key on until it is there.
    bool isSettled() const { return m_settled; }
    /// What is shown is what a search found.
    bool isSearching() const { return m_searching; }
    /// Every message has been looked at for what is shown; while not, the search goes on by itself.
    bool isSearchComplete() const { return m_searchComplete; }
    /// There are more chats with it than are shown.
    bool isMoreFound() const { return m_moreFound; }
    /// How long one slice of a search may keep the store from other work.
    void setSearchBudget(std::chrono::milliseconds budget) { m_searchBudget = budget; }
    /// Nothing has been read yet.
    bool isLoading() const { return m_loading; }
    QString error() const { return m_error; }
    int count() const { return static_cast<int>(m_rows.size()); }
    QStringList folders() const { return m_folders; }

    Q_INVOKABLE qint64 conversationAt(int row) const;
    Q_INVOKABLE QString plainTitleAt(int row) const;
    Q_INVOKABLE int rowOf(qint64 conversationId) const;
    Q_INVOKABLE void rename(qint64 conversationId, const QString& title);
    Q_INVOKABLE void setPinned(qint64 conversationId, bool pinned);
    /// An empty name takes the chat out of its folder; a new name makes the folder.
    Q_INVOKABLE void moveToFolder(qint64 conversationId, const QString& folder);
    /// Tries to store what could not be stored.
    Q_INVOKABLE void storeNow(qint64 conversationId);
    /// Into the trash; deleted() tells, restore() brings it back.
    Q_INVOKABLE void remove(qint64 conversationId);
    Q_INVOKABLE void restore(qint64 conversationId);
    /// What is wrong with a name for a folder, as a sentence; empty for a good one. `folder` is what it is
    /// called now, empty for a new one.
    Q_INVOKABLE QString folderNameProblem(const QString& name, const QString& folder) const;
    Q_INVOKABLE void renameFolder(const QString& folder, const QString& name);
    /// Its chats stay, in no folder.
    Q_INVOKABLE void removeFolder(const QString& folder);
    /// After `error`: opens the file of the chats again where it is not open, else reads again.
    Q_INVOKABLE void tryAgain();
    /// Reads everything again (also after a change of language or of the day).
    Q_INVOKABLE void refresh();

 Q_SIGNALS:
    void searchTextChanged();
    void settledChanged();
    void searchingChanged();
    void searchProgressed();
    void loadingChanged();
    void errorChanged();
    void countChanged();
    void foldersChanged();
    /// The chat is in the trash; tabs that show it should close. `title` is for the toast with undo.
    void deleted(qint64 conversationId, const QString& title);
    /// A chat has gone into the trash or come back from it.
    void trashChanged();
    /// A change could not be made, as a sentence.
    void failed(const QString& sentence);

 private:
    void read();
    void search();
    /// One slice; a search without `from` begins anew.
    void searchSlice(const QString& text, std::optional<storage::SearchPlace> from);
    void takeFound(const QString& text, storage::SearchResult found, bool begins);
    /// What the store lists, below the chats that it does not hold.
    void showListed(std::vector<ChatRow> rows);
    std::vector<ChatRow> unstoredRows() const;
    void show(std::vector<ChatRow> rows);
    void onSessionChanged(const ChatSession* session);
    void setError(const QString& error);
    void setSettled(bool settled);
    QString sectionOf(const ChatRow& row) const;
    /// Runs a change in the store; the list is read again afterwards.
    void change(std::function<Status(storage::ChatStore&)> job, std::function<void()> then = {});

    ChatStorage& m_storage;
    SessionRegistry& m_registry;
    std::vector<ChatRow> m_rows;
    QStringList m_folders;
    std::vector<ChatRow> m_unstoredRows;  ///< on top of the list
    QString m_searchText;
    bool m_settled = true;
    bool m_searching = false;
    bool m_searchComplete = true;
    bool m_moreFound = false;
    std::chrono::milliseconds m_searchBudget{40};
    std::unique_ptr<storage::SearchResult> m_found;  ///< of all slices so far
    bool m_loading = true;
    QString m_error;
    QDate m_today;
    quint64 m_serial = 0;  ///< of the newest question; answers to older ones are passed over
    QTimer m_readTimer;
    QTimer m_searchTimer;
    QTimer m_dayTimer;
};

}  // namespace hearth
