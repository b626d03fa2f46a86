#pragma once

#include <QAbstractListModel>
#include <QList>
#include <QString>
#include <functional>

namespace hearth {

class ShortcutTable;

/// A chat or a model that the palette can open.
struct PaletteTarget {
    QString key;       ///< what chosen() says: the conversation's id, the model's path
    QString title;     ///< plain text
    QString subtitle;  ///< plain text; may be empty
};

/// Ctrl+K: everything by a few letters. Actions by their title in the language of the interface or in
/// English, chats by title and by what the search of contents finds, models by name. One for each window. GUI
/// thread.
class CommandPalette : public QAbstractListModel {
    Q_OBJECT
    Q_PROPERTY(QString query READ query WRITE setQuery NOTIFY queryChanged)
    Q_PROPERTY(int count READ count NOTIFY countChanged)

 public:
    enum Kind { ActionEntry, ChatEntry, ModelEntry };
    Q_ENUM(Kind)

    enum Role {
        KindRole = Qt::UserRole + 1,
        KeyRole,
        TitleRole,
        SubtitleRole,
        ShownKeysRole,
        SectionRole,  ///< heading: "Actions", "Chats", "Models"
    };

    /// Asked again at every opening. `searchChats` gets the query and answers through setChats, at once or
    /// later.
    struct Sources {
        std::function<void(const QString& query)> searchChats;
        std::function<QList<PaletteTarget>()> models;
        std::function<bool(const QString& action)> actionEnabled;
    };

    /// `shortcuts` outlives the palette.
    CommandPalette(ShortcutTable& shortcuts, Sources sources, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    const QString& query() const { return m_query; }
    void setQuery(const QString& query);
    int count() const { return static_cast<int>(m_entries.size()); }

    /// Answer to searchChats, best first. Ignored when the query has changed since.
    void setChats(const QString& query, const QList<PaletteTarget>& chats);

    /// Begins anew with an empty query.
    Q_INVOKABLE void open();
    /// The person took a row.
    Q_INVOKABLE void choose(int row);

 Q_SIGNALS:
    void queryChanged();
    void countChanged();
    void actionChosen(const QString& action);
    void chatChosen(qint64 conversationId);
    void modelChosen(const QString& path);

 private:
    struct Entry {
        Kind kind;
        PaletteTarget target;
        int score;
    };

    void rebuild();

    ShortcutTable& m_shortcuts;
    Sources m_sources;
    QString m_query;
    QList<PaletteTarget> m_chats;
    QList<PaletteTarget> m_models;
    QList<Entry> m_entries;
};

}  // namespace hearth
