#pragma once

#include "shell/page_pool.h"
#include "shell/tab_list_model.h"

#include <QObject>
#include <QPoint>
#include <QRect>
#include <QString>

namespace hearth {

class Workspace;

/// One window: its tabs, which of them is shown, its page and its place on the screen. Made, changed and
/// destroyed by the Workspace; QML shows it and calls back. GUI thread.
class WindowState : public QObject {
    Q_OBJECT
    Q_PROPERTY(hearth::TabListModel* tabs READ tabs CONSTANT)
    Q_PROPERTY(hearth::PagePool* pages READ pages CONSTANT)
    Q_PROPERTY(int currentIndex READ currentIndex NOTIFY currentChanged)
    Q_PROPERTY(QObject* currentSession READ currentSession NOTIFY currentChanged)
    Q_PROPERTY(QString title READ title NOTIFY titleChanged)
    Q_PROPERTY(Page page READ page WRITE setPage NOTIFY pageChanged)
    Q_PROPERTY(bool listVisible READ isListVisible WRITE setListVisible NOTIFY listVisibleChanged)
    Q_PROPERTY(QRect geometry READ geometry WRITE setGeometry NOTIFY geometryChanged)
    Q_PROPERTY(bool maximized READ isMaximized WRITE setMaximized NOTIFY geometryChanged)
    Q_PROPERTY(bool exposed READ isExposed WRITE setExposed NOTIFY exposedChanged)
    Q_PROPERTY(int number READ number CONSTANT)
    Q_PROPERTY(int dropPosition READ dropPosition NOTIFY dropPositionChanged)

 public:
    /// The pages of the rail, in order.
    enum Page { Chats, Models, Settings };
    Q_ENUM(Page)

    WindowState(Workspace& workspace, TabSessions& sessions, int number);

    TabListModel* tabs() const { return m_tabs; }
    PagePool* pages() const { return m_pages; }
    int currentIndex() const { return m_current; }
    QObject* currentSession() const;
    /// Of the window: the title of the current tab.
    QString title() const;
    Page page() const { return m_page; }
    void setPage(Page page);
    bool isListVisible() const { return m_listVisible; }
    void setListVisible(bool visible);
    /// Outside and not maximized, in virtual desktop coordinates; what is restored at the next start.
    QRect geometry() const { return m_geometry; }
    void setGeometry(const QRect& geometry);
    bool isMaximized() const { return m_maximized; }
    void setMaximized(bool maximized);
    /// On screen and not minimized: only then its current chat counts as seen.
    bool isExposed() const { return m_exposed; }
    void setExposed(bool exposed);
    /// Unique within a run; tells windows apart.
    int number() const { return m_number; }

    Q_INVOKABLE void newTab();
    Q_INVOKABLE void activate(int index);
    /// To the tab `step` after (or before) the current one, around the end.
    Q_INVOKABLE void step(int step);
    Q_INVOKABLE void closeTab(int index);
    Q_INVOKABLE void closeOtherTabs(int index);
    Q_INVOKABLE void moveTab(int from, int to);
    /// The tab gets a window of its own; `place` is where its upper left corner goes.
    Q_INVOKABLE void detachTab(int index, QPoint place);
    /// To the window with that number, before its tab `position`.
    Q_INVOKABLE void moveTabToWindow(int index, int windowNumber, int position);
    /// Shows a conversation: in the tab that has it, in any window; else in a fresh tab of this one.
    Q_INVOKABLE void openConversation(qint64 conversationId);
    Q_INVOKABLE void openConversationInNewTab(qint64 conversationId);
    Q_INVOKABLE void close();

    /// Where the tab strip lies in the window, how wide a tab is and how far it is scrolled: for drops from
    /// other windows.
    Q_INVOKABLE void placeStrip(const QRect& strip, double tabWidth, double scrolled);
    /// The window whose strip lies under a point of the screen, 0 where there is none; and the place among
    /// its tabs.
    Q_INVOKABLE int windowAt(QPoint global) const;
    Q_INVOKABLE int positionAt(int windowNumber, QPoint global) const;
    /// Where a tab that is dragged over this window from another would go; -1 while there is none.
    int dropPosition() const { return m_dropPosition; }
    /// Shows that place in a window, and in no other; number 0: in none.
    Q_INVOKABLE void showDrop(int windowNumber, int position);
    /// The other windows, for the menu of a tab: numbers and titles.
    Q_INVOKABLE QList<int> otherWindows() const;
    Q_INVOKABLE QString titleOfWindow(int windowNumber) const;

    /// Does what an action of the table means for this window. What only the page itself can do is passed on
    /// in actionRequested.
    Q_INVOKABLE void perform(const QString& action);

 Q_SIGNALS:
    void currentChanged();
    void titleChanged();
    void pageChanged();
    void listVisibleChanged();
    void geometryChanged();
    void exposedChanged();
    void dropPositionChanged();
    /// Comes to the front and takes the focus.
    void raiseRequested();
    void actionRequested(const QString& action);

 private:
    friend class Workspace;
    void setCurrent(int index);

    Workspace& m_workspace;
    TabListModel* m_tabs;
    PagePool* m_pages;
    const int m_number;
    int m_current = -1;
    Page m_page = Chats;
    bool m_listVisible = true;
    QRect m_geometry;
    bool m_maximized = false;
    bool m_exposed = false;
    QRect m_strip;
    double m_tabWidth = 1;
    double m_scrolled = 0;
    int m_dropPosition = -1;
};

}  // namespace hearth
