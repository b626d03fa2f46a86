#pragma once

#include <QAbstractListModel>
#include <QDateTime>
#include <QString>
#include <vector>

namespace hearth {

class ChatListModel;
class ChatStorage;

/// The chats in the trash that can still be brought back, the one deleted last first. Read when the list of
/// chats says that the trash has changed, and whenever refresh() asks. One model serves every window. GUI
/// thread.
class DeletedChatsModel : public QAbstractListModel {
    Q_OBJECT
    Q_PROPERTY(int count READ count NOTIFY countChanged)
    Q_PROPERTY(int keptDays READ keptDays CONSTANT)
    Q_PROPERTY(QString error READ error NOTIFY errorChanged)

 public:
    enum Role {
        ConversationIdRole = Qt::UserRole + 1,
        TitleRole,
        NoteRole,  ///< when it was deleted and how long it is kept
    };

    /// Both outlive the model.
    DeletedChatsModel(ChatStorage& storage, ChatListModel& chats, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    int count() const { return static_cast<int>(m_rows.size()); }
    /// How many days a deleted chat can be brought back.
    int keptDays() const;
    /// Why the trash could not be read, or the last change of it not be made.
    QString error() const { return m_error; }

    /// A person looks now: errors of before are forgotten and the trash is read again.
    Q_INVOKABLE void look();
    /// Reads the trash again (also after a change of language).
    void refresh();
    Q_INVOKABLE void restore(qint64 conversationId);
    /// For good: it cannot be brought back.
    Q_INVOKABLE void purge(qint64 conversationId);

 Q_SIGNALS:
    void countChanged();
    void errorChanged();

 private:
    struct Row {
        qint64 id = 0;
        QString title;  ///< empty for a chat without one
        QDateTime deleted;
    };

    void show(std::vector<Row> rows);
    void setError(const QString& error);
    QString note(const QDateTime& deleted) const;

    ChatStorage& m_storage;
    ChatListModel& m_chats;
    std::vector<Row> m_rows;
    QString m_error;
    quint64 m_serial = 0;  ///< of the newest question; answers to older ones are passed over
};

}  // namespace hearth
