#include "shell/window_state.h"

#include "shell/workspace.h"

#include <QGuiApplication>
#include <algorithm>

namespace hearth {

WindowState::WindowState(Workspace& workspace, TabSessions& sessions, int number)
    : m_workspace(workspace),
      m_tabs(new TabListModel(sessions, this)),
      m_pages(new PagePool(sessions, this)),
      m_number(number) {}

QObject* WindowState::currentSession() const {
    return m_tabs->holds(m_current) ? m_tabs->at(m_current).session.data() : nullptr;
}

QString WindowState::title() const {
    return m_tabs->titleAt(m_current);
}

void WindowState::setPage(Page page) {
    if (page != m_page) {
        m_page = page;
        Q_EMIT pageChanged();
        m_workspace.visibilityChanged();
    }
}

void WindowState::setListVisible(bool visible) {
    if (visible != m_listVisible) {
        m_listVisible = visible;
        Q_EMIT listVisibleChanged();
        m_workspace.scheduleSave();
    }
}

void WindowState::setGeometry(const QRect& geometry) {
    if (geometry != m_geometry) {
        m_geometry = geometry;
        Q_EMIT geometryChanged();
        m_workspace.scheduleSave();
    }
}

void WindowState::setMaximized(bool maximized) {
    if (maximized != m_maximized) {
        m_maximized = maximized;
        Q_EMIT geometryChanged();
        m_workspace.scheduleSave();
    }
}

void WindowState::setExposed(bool exposed) {
    if (exposed != m_exposed) {
        m_exposed = exposed;
        Q_EMIT exposedChanged();
        m_workspace.visibilityChanged();
    }
}

void WindowState::setCurrent(int index) {
    m_current = index;
    if (QObject* session = currentSession()) {
        m_pages->show(session);
    }
    Q_EMIT currentChanged();
    Q_EMIT titleChanged();
}

void WindowState::newTab() {
    m_workspace.newTab(*this);
}

void WindowState::activate(int index) {
    m_workspace.activate(*this, index);
}

void WindowState::step(int step) {
    const int count = m_tabs->count();
    if (count > 0) {
        activate(((m_current + step) % count + count) % count);
    }
}

void WindowState::closeTab(int index) {
    m_workspace.closeTab(*this, index);
}

void WindowState::closeOtherTabs(int index) {
    if (!m_tabs->holds(index)) {
        return;
    }
    activate(index);
    for (int row = m_tabs->count() - 1; row >= 0; --row) {
        if (row != m_current) {
            closeTab(row);
        }
    }
}

void WindowState::moveTab(int from, int to) {
    m_workspace.moveTab(*this, from, *this, to);
}

void WindowState::detachTab(int index, QPoint place) {
    m_workspace.detachTab(*this, index, place);
}

void WindowState::moveTabToWindow(int index, int windowNumber, int position) {
    if (WindowState* target = m_workspace.window(windowNumber)) {
        m_workspace.moveTab(*this, index, *target, position);
    }
}

void WindowState::openConversation(qint64 conversationId) {
    m_workspace.openConversation(*this, conversationId);
}

void WindowState::openConversationInNewTab(qint64 conversationId) {
    m_workspace.openConversationInNewTab(*this, conversationId);
}

void WindowState::close() {
    m_workspace.closeWindow(*this);
}

void WindowState::placeStrip(const QRect& strip, double tabWidth, double scrolled) {
    m_strip = strip;
    m_tabWidth = std::max(1.0, tabWidth);
    m_scrolled = scrolled;
}

int WindowState::windowAt(QPoint global) const {
    // Wayland tells no program where its windows are; there tabs change windows by their menu.
    if (QGuiApplication::platformName().startsWith(QLatin1String("wayland"))) {
        return 0;
    }
    for (WindowState* window : m_workspace.windowStates()) {
        if (window->m_exposed && window->m_strip.translated(window->m_geometry.topLeft()).contains(global)) {
            return window->m_number;
        }
    }
    return 0;
}

int WindowState::positionAt(int windowNumber, QPoint global) const {
    const WindowState* window = m_workspace.window(windowNumber);
    if (window == nullptr) {
        return 0;
    }
    const double inside = global.x() - window->m_geometry.x() - window->m_strip.x() + window->m_scrolled;
    return qBound(0, qRound(inside / window->m_tabWidth), window->m_tabs->count());
}

void WindowState::showDrop(int windowNumber, int position) {
    for (WindowState* window : m_workspace.windowStates()) {
        const int place = window->m_number == windowNumber ? position : -1;
        if (window->m_dropPosition != place) {
            window->m_dropPosition = place;
            Q_EMIT window->dropPositionChanged();
        }
    }
}

QList<int> WindowState::otherWindows() const {
    QList<int> numbers;
    for (const WindowState* window : m_workspace.windowStates()) {
        if (window != this) {
            numbers.append(window->m_number);
        }
    }
    return numbers;
}

QString WindowState::titleOfWindow(int windowNumber) const {
    const WindowState* window = m_workspace.window(windowNumber);
    return window == nullptr ? QString() : window->title();
}

void WindowState::perform(const QString& action) {
    m_workspace.perform(*this, action);
}

}  // namespace hearth
