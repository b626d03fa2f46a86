#pragma once

#include <QString>

namespace hearth {

/// Where this person's chats, models and settings are. Paths only: nothing is created or read here.
class DataFolder {
 public:
    /// $HEARTH_DATA_DIR, else $XDG_DATA_HOME/hearth, else ~/.local/share/hearth (Windows: local application
    /// data).
    static DataFolder fromEnvironment();
    explicit DataFolder(const QString& root);

    /// Absolute, without a slash at the end.
    const QString& root() const { return m_root; }
    QString models() const { return m_root + QStringLiteral("/models"); }
    QString chatsDatabase() const { return m_root + QStringLiteral("/chats.db"); }
    QString settingsFile() const { return m_root + QStringLiteral("/settings.json"); }
    QString workspaceFile() const { return m_root + QStringLiteral("/workspace.json"); }
    QString runMarker() const { return m_root + QStringLiteral("/running.json"); }
    QString rendererFile() const { return m_root + QStringLiteral("/renderer.txt"); }
    QString instanceLock() const { return m_root + QStringLiteral("/window.lock"); }
    QString logs() const { return m_root + QStringLiteral("/logs"); }

    /// Makes the folder (0700: chats are private). False where that is not possible; the reason is `*reason`.
    bool create(QString* reason) const;

 private:
    QString m_root;
};

}  // namespace hearth
