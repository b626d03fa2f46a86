#pragma once

#include <QAbstractListModel>
#include <QMap>
#include <QString>

namespace hearth {

/// The keys of every action, as they are now: the table's defaults and what the person changed. Windows make
/// their shortcuts from it, the settings page edits it. No two actions share keys. GUI thread.
class ShortcutTable : public QAbstractListModel {
    Q_OBJECT
    Q_PROPERTY(bool changed READ isChanged NOTIFY keysChanged)

 public:
    enum Role {
        ActionRole = Qt::UserRole + 1,  ///< id
        TitleRole,
        GroupRole,
        KeysRole,       ///< all of them, portable text, for Shortcut.sequences
        ShownKeysRole,  ///< of the changeable ones, as this system writes them; may be empty
        ChangedRole,    ///< differs from the default
    };

    using QAbstractListModel::QAbstractListModel;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    /// What the person changed, by action; from and for the settings.
    const QMap<QString, QString>& changes() const { return m_changes; }
    void setChanges(const QMap<QString, QString>& changes);
    bool isChanged() const { return !m_changes.isEmpty(); }

    /// Portable text; empty where the action has no keys.
    QString keys(const QString& action) const;
    /// As this system writes them: "Ctrl+K", "⌘K".
    Q_INVOKABLE QString shownKeys(const QString& action) const;

    /// Keys from a key press of QML (Qt::Key and modifiers); empty for a modifier alone.
    Q_INVOKABLE QString keysOf(int key, int modifiers) const;
    /// As this system writes them.
    Q_INVOKABLE QString shown(const QString& keys) const;
    /// Why an action cannot have these keys: a sentence; empty where it can. Keys without Ctrl, Alt or Meta
    /// type text, and some belong to every text field.
    Q_INVOKABLE QString problem(const QString& action, const QString& keys) const;
    /// Sets the keys (empty: none); false, and nothing changes, where there is a problem.
    Q_INVOKABLE bool setKeys(const QString& action, const QString& keys);
    Q_INVOKABLE void reset(const QString& action);
    Q_INVOKABLE void resetAll();
    void retranslate();

 Q_SIGNALS:
    void keysChanged();
    /// The person changed something here: to be stored.
    void edited();

 private:
    void refreshAll();

    QMap<QString, QString> m_changes;
};

}  // namespace hearth
