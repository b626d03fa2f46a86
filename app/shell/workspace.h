#pragma once

#include "shell/window_state.h"
#include "shell/workspace_file.h"

#include <QAbstractListModel>
#include <QObject>
#include <QPointer>
#include <functional>
#include <memory>
#include <vector>

namespace hearth {

class FileWriter;
class TabSessions;

/// The windows, for QML to make one of each.
class WindowListModel : public QAbstractListModel {
    Q_OBJECT

 public:
    enum Role { WindowRole = Qt::UserRole + 1 };

    using QAbstractListModel::QAbstractListModel;
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

 private:
    friend class Workspace;
    std::vector<std::unique_ptr<WindowState>> m_windows;
};

/// All windows and their tabs: the one owner of what is open where. Every operation keeps these true: there
/// is a window; every window has a tab and shows one of them; a conversation is open in one tab at most; what
/// is seen by a person is marked visible and nothing else. Remembered in workspace.json, written off the GUI
/// thread. GUI thread.
class Workspace : public QObject {
    Q_OBJECT
    Q_PROPERTY(hearth::WindowListModel* windows READ windows CONSTANT)
    Q_PROPERTY(hearth::WindowState* currentWindow READ currentWindow NOTIFY currentWindowChanged)
    Q_PROPERTY(int windowCount READ windowCount NOTIFY windowCountChanged)
    Q_PROPERTY(bool canReopen READ canReopen NOTIFY canReopenChanged)

 public:
    /// `sessions` outlives the workspace.
    Workspace(TabSessions& sessions, const QString& file, QObject* parent = nullptr);
    ~Workspace() override;

    /// Opens the windows and tabs of the run before, at places on the present screens; else one window with
    /// an empty chat. Reads the file now: once, before the window.
    void restore(const QList<QRect>& screens);

    WindowListModel* windows() const { return m_windows; }
    QList<WindowState*> windowStates() const;
    WindowState* window(int number) const;
    int windowCount() const { return static_cast<int>(m_windows->m_windows.size()); }
    /// The one with the focus, or that had it last. Null only before restore() and after the end.
    WindowState* currentWindow() const { return m_currentWindow; }
    /// QML: this window got the focus.
    Q_INVOKABLE void setCurrentWindow(hearth::WindowState* window);

    void newTab(WindowState& window);
    WindowState& newWindow(const WindowState& beside);
    void activate(WindowState& window, int index);
    void closeTab(WindowState& window, int index);
    void moveTab(WindowState& from, int index, WindowState& to, int position);
    void detachTab(WindowState& from, int index, QPoint place);
    void openConversation(WindowState& window, qint64 conversationId);
    void openConversationInNewTab(WindowState& window, qint64 conversationId);
    void closeWindow(WindowState& window);
    /// Brings back the tab closed last.
    Q_INVOKABLE void reopenTab();
    bool canReopen() const { return !m_closed.isEmpty(); }
    /// The conversation is in the trash: its tab closes, and cannot be reopened from here.
    void forgetConversation(qint64 conversationId);
    void perform(WindowState& window, const QString& action);

    /// How many chats would be cut off by an end of the program now.
    Q_INVOKABLE int writingCount() const;
    /// Chats that hold something that could not be stored.
    Q_INVOKABLE int unstoredCount() const;
    /// The person wants to end the program; asked before where chats write.
    Q_INVOKABLE void quit();
    /// After a change of language.
    void retranslate();

    SavedWorkspace saved() const;
    void scheduleSave();
    void flush();
    void visibilityChanged();

 Q_SIGNALS:
    void windowCountChanged();
    void currentWindowChanged();
    void canReopenChanged();
    /// An action that belongs to the whole program and not to a window.
    void actionRequested(const QString& action);
    /// Everything open is saved as it is; the program may end.
    void quitRequested();
    void saveFailed(const QString& path, const QString& reason);

 private:
    struct ClosedTab {
        SavedTab tab;
        QPointer<QObject> session;  ///< of a chat that is stored nowhere
        int window;                 ///< number
        int index;
    };

    /// `geometry` is fitted to the screens; an invalid one is the usual size in the middle.
    WindowState& addWindow(const QRect& geometry, bool listVisible, bool maximized);
    void removeWindow(WindowState& window);
    void removeTab(WindowState& window, int index);
    bool leaveEmpty(WindowState& window);
    bool showTab(const WindowState& from, const std::function<int(const TabListModel&)>& rowIn);
    void ensureSession(WindowState& window, int index);
    void rememberClosed(const WindowState& window, int index);
    void onSessionChanged(QObject* session);

    TabSessions& m_sessions;
    WindowListModel* m_windows;
    WindowState* m_currentWindow = nullptr;
    QList<ClosedTab> m_closed;
    QList<QRect> m_screens;
    int m_nextNumber = 1;
    bool m_quitting = false;
    QString m_path;
    std::unique_ptr<FileWriter> m_writer;
};

}  // namespace hearth
