#pragma once

#include "app/shell/fake_sessions.h"
#include "engine_bridge/fake_engine.h"
#include "settings/settings.h"
#include "shell/about.h"
#include "shell/command_palette.h"
#include "shell/notices.h"
#include "shell/safe_start.h"
#include "shell/shortcut_table.h"
#include "shell/status_line.h"
#include "shell/workspace.h"
#include "system/link_opener.h"

#include <QQuickWindow>
#include <QTemporaryDir>

namespace hearth {

/// Everything a ShellWindow shows, over conversations and an engine that a test scripts. Made by QML.
class ShellFixture : public QObject {
    Q_OBJECT
    Q_PROPERTY(hearth::Workspace* workspace READ workspace CONSTANT)
    Q_PROPERTY(hearth::ShortcutTable* shortcuts READ shortcuts CONSTANT)
    Q_PROPERTY(hearth::StatusLine* status READ status CONSTANT)
    Q_PROPERTY(hearth::Notices* notices READ notices CONSTANT)
    Q_PROPERTY(hearth::SafeStart* safeStart READ safeStart CONSTANT)
    Q_PROPERTY(hearth::CommandPalette* palette READ palette CONSTANT)
    Q_PROPERTY(hearth::LinkOpener* links READ links CONSTANT)
    Q_PROPERTY(hearth::Settings* settings READ settings CONSTANT)
    Q_PROPERTY(hearth::About* about READ about CONSTANT)
    Q_PROPERTY(QString openedLink READ openedLink NOTIFY linkOpened)

 public:
    explicit ShellFixture(QObject* parent = nullptr);
    ~ShellFixture() override;

    Workspace* workspace() { return &m_workspace; }
    ShortcutTable* shortcuts() { return &m_shortcuts; }
    StatusLine* status() { return &m_status; }
    Notices* notices() { return &m_notices; }
    SafeStart* safeStart() { return &m_safeStart; }
    CommandPalette* palette() { return &m_palette; }
    LinkOpener* links() { return &m_links; }
    Settings* settings() { return &m_settings; }
    About* about() { return &m_about; }
    QString openedLink() const { return m_openedLink; }

    /// Opens chats with these ids in the first window, instead of what is open there.
    Q_INVOKABLE void openChats(const QList<int>& ids);
    Q_INVOKABLE void setChat(int id, const QString& title, const QString& activityText, bool writing);
    /// An answer has come there that nobody has looked at.
    Q_INVOKABLE void setNewAnswer(int id, bool newAnswer);
    /// The ids of a window's tabs, in order.
    Q_INVOKABLE QList<int> chats(int window) const;
    Q_INVOKABLE hearth::WindowState* windowState(int window) const;
    Q_INVOKABLE void setWriting(int count) { m_sessions.writing = count; }
    Q_INVOKABLE void setUnstored(int count) { m_sessions.unstored = count; }
    Q_INVOKABLE void loadModel();
    Q_INVOKABLE void tell(const QString& text, const QString& actionText);
    Q_INVOKABLE int told() const { return m_told; }
    /// A picture of a window, for people to look at; into $HEARTH_SHOTS where that is set.
    Q_INVOKABLE void shoot(QQuickWindow* window, const QString& name) const;

 Q_SIGNALS:
    void linkOpened();

 private:
    QTemporaryDir m_folder;
    FakeSessions m_sessions;
    FakeEngine m_engine;
    ActiveModel m_model;
    Settings m_settings;
    Workspace m_workspace;
    ShortcutTable m_shortcuts;
    StatusLine m_status;
    Notices m_notices;
    SafeStart m_safeStart;
    CommandPalette m_palette;
    LinkOpener m_links;
    About m_about;
    QString m_openedLink;
    int m_told = 0;
};

}  // namespace hearth
