#include "shell/workspace.h"

#include "shell/tab_sessions.h"
#include "system/file_writer.h"

#include <QFile>
#include <algorithm>

namespace hearth {

namespace {
constexpr int kMostClosed = 25;
constexpr QPoint kBeside(32, 32);
}  // namespace

int WindowListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_windows.size());
}

QVariant WindowListModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || role != WindowRole) {
        return {};
    }
    return QVariant::fromValue(m_windows[static_cast<std::size_t>(index.row())].get());
}

QHash<int, QByteArray> WindowListModel::roleNames() const {
    return {{WindowRole, "windowState"}};
}

Workspace::Workspace(TabSessions& sessions, const QString& file, QObject* parent)
    : QObject(parent),
      m_sessions(sessions),
      m_windows(new WindowListModel(this)),
      m_path(file),
      m_writer(std::make_unique<FileWriter>(file, [this] { return writeWorkspace(saved()); })) {
    connect(&m_sessions, &TabSessions::sessionChanged, this, &Workspace::onSessionChanged);
    connect(m_writer.get(), &FileWriter::failed, this, &Workspace::saveFailed);
}

Workspace::~Workspace() {
    flush();
    for (WindowState* window : windowStates()) {
        for (int row = 0; row < window->tabs()->count(); ++row) {
            if (QObject* session = window->tabs()->at(row).session) {
                m_sessions.release(session);
            }
        }
    }
}

void Workspace::restore(const QList<QRect>& screens) {
    m_screens = screens;
    QFile file(m_path);
    const SavedWorkspace before =
        file.open(QIODevice::ReadOnly) ? parseWorkspace(file.readAll()) : SavedWorkspace();
    QList<qint64> opened;
    for (const SavedWindow& saved : before.windows) {
        QList<Tab> tabs;
        for (const SavedTab& tab : saved.tabs) {
            if (!opened.contains(tab.conversationId)) {
                opened.append(tab.conversationId);
                tabs.append(Tab{tab.conversationId, tab.title, nullptr});
            }
        }
        if (tabs.isEmpty() && windowCount() > 0) {
            continue;
        }
        WindowState& window = addWindow(saved.geometry, saved.listVisible, saved.maximized);
        for (const Tab& tab : tabs) {
            window.m_tabs->insert(window.m_tabs->count(), tab);
        }
        if (tabs.isEmpty()) {
            newTab(window);
        } else {
            activate(window, std::min(saved.current, window.m_tabs->count() - 1));
        }
    }
    if (windowCount() == 0) {
        newTab(addWindow({}, true, false));
    }
    setCurrentWindow(windowStates().constFirst());
}

QList<WindowState*> Workspace::windowStates() const {
    QList<WindowState*> states;
    for (const auto& window : m_windows->m_windows) {
        states.append(window.get());
    }
    return states;
}

WindowState* Workspace::window(int number) const {
    for (const auto& window : m_windows->m_windows) {
        if (window->number() == number) {
            return window.get();
        }
    }
    return nullptr;
}

void Workspace::setCurrentWindow(WindowState* window) {
    if (window != m_currentWindow) {
        m_currentWindow = window;
        Q_EMIT currentWindowChanged();
    }
}

WindowState& Workspace::addWindow(const QRect& geometry, bool listVisible, bool maximized) {
    auto window = std::make_unique<WindowState>(*this, m_sessions, m_nextNumber++);
    WindowState& added = *window;
    // Its window is made as soon as it is in the list.
    added.m_geometry = clampedToScreens(geometry, m_screens);
    added.m_listVisible = listVisible;
    added.m_maximized = maximized;
    const int row = windowCount();
    m_windows->beginInsertRows({}, row, row);
    m_windows->m_windows.push_back(std::move(window));
    m_windows->endInsertRows();
    Q_EMIT windowCountChanged();
    if (m_currentWindow == nullptr) {
        setCurrentWindow(&added);
    }
    return added;
}

void Workspace::removeWindow(WindowState& window) {
    auto& all = m_windows->m_windows;
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const auto& candidate) { return candidate.get() == &window; });
    const int row = static_cast<int>(found - all.begin());
    m_windows->beginRemoveRows({}, row, row);
    WindowState* removed = found->release();
    all.erase(found);
    m_windows->endRemoveRows();
    if (m_currentWindow == removed) {
        setCurrentWindow(all.empty() ? nullptr : all.back().get());
    }
    removed->deleteLater();  // a handler of its own window may be the caller
    Q_EMIT windowCountChanged();
    scheduleSave();
}

void Workspace::newTab(WindowState& window) {
    const int position = window.m_tabs->count();
    QObject* waiting = window.m_pages->takeNewChat();
    window.m_tabs->insert(position, Tab{0, {}, waiting != nullptr ? waiting : m_sessions.create()});
    activate(window, position);
}

WindowState& Workspace::newWindow(const WindowState& beside) {
    return addWindow(beside.m_geometry.translated(kBeside), beside.m_listVisible, false);
}

void Workspace::ensureSession(WindowState& window, int index) {
    const Tab& tab = window.m_tabs->at(index);
    if (tab.session == nullptr) {
        window.m_tabs->setSession(
            index, tab.conversationId == 0 ? m_sessions.create() : m_sessions.open(tab.conversationId));
    }
}

void Workspace::activate(WindowState& window, int index) {
    if (!window.m_tabs->holds(index)) {
        return;
    }
    ensureSession(window, index);
    window.setPage(WindowState::Chats);
    window.setCurrent(index);
    visibilityChanged();
    scheduleSave();
}

void Workspace::rememberClosed(const WindowState& window, int index) {
    const Tab& tab = window.m_tabs->at(index);
    const TabFacts facts = tab.session != nullptr ? m_sessions.facts(tab.session) : TabFacts();
    if (tab.conversationId == 0 && facts.empty && !facts.unstored) {
        return;  // nothing was said in it
    }
    QObject* unstored = facts.unstored ? tab.session : nullptr;
    m_closed.append(ClosedTab{{tab.conversationId, tab.title}, unstored, window.m_number, index});
    if (m_closed.size() > kMostClosed) {
        m_closed.removeFirst();
    }
    Q_EMIT canReopenChanged();
}

/// Takes the tab out and keeps the current one current; the window may be without a tab afterwards.
void Workspace::removeTab(WindowState& window, int index) {
    const int current = window.m_current;
    window.m_tabs->take(index);
    const int last = window.m_tabs->count() - 1;
    const int next = std::min(index < current ? current - 1 : current, last);
    if (next >= 0) {
        ensureSession(window, next);
    }
    window.setCurrent(next);
    visibilityChanged();
    scheduleSave();
}

/// A window without tabs closes, unless it is the last, which gets an empty chat. Whether it closed.
bool Workspace::leaveEmpty(WindowState& window) {
    if (window.m_tabs->count() > 0) {
        return false;
    }
    if (windowCount() > 1) {
        removeWindow(window);
        return true;
    }
    newTab(window);
    return false;
}

void Workspace::closeTab(WindowState& window, int index) {
    if (!window.m_tabs->holds(index)) {
        return;
    }
    rememberClosed(window, index);
    QObject* session = window.m_tabs->at(index).session;
    removeTab(window, index);
    if (session != nullptr) {
        window.m_pages->forget(session);
        m_sessions.setVisible(session, false);
        m_sessions.release(session);
    }
    leaveEmpty(window);
}

void Workspace::moveTab(WindowState& from, int index, WindowState& to, int position) {
    if (!from.m_tabs->holds(index)) {
        return;
    }
    if (&from == &to) {
        const int target = qBound(0, position, from.m_tabs->count() - 1);
        const int current = from.m_current;
        from.m_tabs->move(index, target);
        if (current == index) {
            from.setCurrent(target);
        } else if (index < current && target >= current) {
            from.setCurrent(current - 1);
        } else if (index > current && target <= current) {
            from.setCurrent(current + 1);
        }
        scheduleSave();
        return;
    }
    const Tab tab = from.m_tabs->at(index);
    removeTab(from, index);
    from.m_pages->forget(tab.session);
    const int target = qBound(0, position, to.m_tabs->count());
    to.m_tabs->insert(target, tab);
    activate(to, target);
    leaveEmpty(from);
    Q_EMIT to.raiseRequested();
}

void Workspace::detachTab(WindowState& from, int index, QPoint place) {
    if (!from.m_tabs->holds(index) || from.m_tabs->count() < 2) {
        return;  // the only tab has its own window already
    }
    WindowState& window = place.isNull()
                              ? newWindow(from)
                              : addWindow(QRect(place, from.m_geometry.size()), from.m_listVisible, false);
    moveTab(from, index, window, 0);
}

/// Shows a tab that is open already, where `rowIn` finds one in some window's tabs. Whether there was one.
bool Workspace::showTab(const WindowState& from, const std::function<int(const TabListModel&)>& rowIn) {
    for (WindowState* candidate : windowStates()) {
        const int row = rowIn(*candidate->m_tabs);
        if (row >= 0) {
            activate(*candidate, row);
            if (candidate != &from) {
                Q_EMIT candidate->raiseRequested();
            }
            return true;
        }
    }
    return false;
}

void Workspace::openConversation(WindowState& window, qint64 conversationId) {
    if (showTab(window, [&](const TabListModel& tabs) { return tabs.rowOfConversation(conversationId); })) {
        return;
    }
    QObject* opened = m_sessions.open(conversationId);
    // What is stored nowhere has no id for its tab to be found by.
    if (showTab(window, [&](const TabListModel& tabs) { return tabs.rowOfSession(opened); })) {
        m_sessions.release(opened);
        return;
    }
    // An empty chat in front is what one wanted to leave.
    QObject* session = window.currentSession();
    const TabFacts facts = session != nullptr ? m_sessions.facts(session) : TabFacts();
    const bool replace = session != nullptr && facts.empty && facts.conversationId == 0 && !facts.unstored;
    const int current = window.m_current;
    if (replace) {
        window.m_pages->replace(session, opened);
    }
    window.m_tabs->insert(current + 1, Tab{conversationId, {}, opened});
    activate(window, current + 1);
    if (replace) {
        closeTab(window, current);
    }
}

void Workspace::openConversationInNewTab(WindowState& window, qint64 conversationId) {
    for (WindowState* candidate : windowStates()) {
        if (candidate->m_tabs->rowOfConversation(conversationId) >= 0) {
            return openConversation(window, conversationId);
        }
    }
    window.m_tabs->insert(window.m_current + 1, Tab{conversationId, {}, m_sessions.open(conversationId)});
    activate(window, window.m_current + 1);
}

void Workspace::closeWindow(WindowState& window) {
    if (m_quitting) {
        return;
    }
    if (windowCount() == 1) {
        quit();
        return;
    }
    for (int row = 0; row < window.m_tabs->count(); ++row) {
        rememberClosed(window, row);
        if (QObject* session = window.m_tabs->at(row).session) {
            m_sessions.setVisible(session, false);
            m_sessions.release(session);
        }
    }
    removeWindow(window);
}

void Workspace::reopenTab() {
    if (m_closed.isEmpty()) {
        return;
    }
    const ClosedTab closed = m_closed.takeLast();
    Q_EMIT canReopenChanged();
    WindowState* window = this->window(closed.window);
    if (window == nullptr) {
        window = m_currentWindow;
    }
    // It may have been stored since.
    const qint64 conversationId = closed.tab.conversationId != 0 || closed.session == nullptr
                                      ? closed.tab.conversationId
                                      : m_sessions.facts(closed.session).conversationId;
    if (conversationId == 0 && closed.session == nullptr) {
        return;
    }
    const bool isOpen = showTab(*window, [&](const TabListModel& tabs) {
        return std::max(tabs.rowOfConversation(conversationId), tabs.rowOfSession(closed.session));
    });
    if (isOpen) {
        return;
    }
    const int index = qBound(0, closed.index, window->m_tabs->count());
    if (index <= window->m_current) {
        ++window->m_current;  // what is current moves on, until the reopened tab is activated below
    }
    QObject* session = conversationId == 0 ? closed.session.data() : nullptr;
    if (session != nullptr) {
        m_sessions.retain(session);
    }
    window->m_tabs->insert(index, Tab{conversationId, closed.tab.title, session});
    activate(*window, index);
    Q_EMIT window->raiseRequested();
}

void Workspace::forgetConversation(qint64 conversationId) {
    for (WindowState* window : windowStates()) {
        const int row = window->m_tabs->rowOfConversation(conversationId);
        if (row >= 0) {
            closeTab(*window, row);
            break;
        }
    }
    m_closed.removeIf([&](const ClosedTab& closed) { return closed.tab.conversationId == conversationId; });
    Q_EMIT canReopenChanged();
}

void Workspace::onSessionChanged(QObject* session) {
    for (WindowState* window : windowStates()) {
        const int row = window->m_tabs->rowOfSession(session);
        if (row >= 0) {
            const Tab before = window->m_tabs->at(row);
            window->m_tabs->refresh(row);
            const Tab& now = window->m_tabs->at(row);
            if (now.title != before.title || now.conversationId != before.conversationId) {
                if (row == window->m_current) {
                    Q_EMIT window->titleChanged();
                }
                scheduleSave();
            }
            return;
        }
    }
}

void Workspace::visibilityChanged() {
    for (WindowState* window : windowStates()) {
        for (int row = 0; row < window->m_tabs->count(); ++row) {
            if (QObject* session = window->m_tabs->at(row).session) {
                m_sessions.setVisible(session, row == window->m_current && window->m_exposed &&
                                                   window->m_page == WindowState::Chats);
            }
        }
    }
}

int Workspace::writingCount() const {
    return m_sessions.writingCount();
}

int Workspace::unstoredCount() const {
    return m_sessions.unstoredCount();
}

void Workspace::quit() {
    if (!m_quitting) {
        m_quitting = true;
        m_writer->schedule();
        Q_EMIT quitRequested();
    }
}

void Workspace::retranslate() {
    for (WindowState* window : windowStates()) {
        window->m_tabs->refreshAll();
        Q_EMIT window->titleChanged();
    }
}

SavedWorkspace Workspace::saved() const {
    SavedWorkspace workspace;
    for (const auto& window : m_windows->m_windows) {
        SavedWindow saved{window->m_geometry, window->m_maximized, window->m_listVisible, 0, {}};
        for (int row = 0; row < window->m_tabs->count(); ++row) {
            const Tab& tab = window->m_tabs->at(row);
            if (row == window->m_current) {
                saved.current = static_cast<int>(saved.tabs.size());
            }
            if (m_sessions.outlivesTheProgram(tab.conversationId)) {
                saved.tabs.append(SavedTab{tab.conversationId, tab.title});
            }
        }
        saved.current = qBound(0, saved.current, std::max(0, static_cast<int>(saved.tabs.size()) - 1));
        workspace.windows.append(saved);
    }
    return workspace;
}

void Workspace::scheduleSave() {
    if (!m_quitting) {
        m_writer->schedule();
    }
}

void Workspace::flush() {
    m_writer->flush();
}

}  // namespace hearth
