// What the actions of the table do to windows and tabs.

#include "shell/actions.h"
#include "shell/workspace.h"

#include <algorithm>
#include <optional>

namespace hearth {

namespace {

/// "tab3" → 2; nothing for other actions.
std::optional<int> tabNumber(const QString& action) {
    if (action.size() == 4 && action.startsWith(QLatin1String("tab")) && action.back().isDigit()) {
        return action.back().digitValue() - 1;
    }
    return std::nullopt;
}

}  // namespace

void Workspace::perform(WindowState& window, const QString& action) {
    const Action* found = findAction(action);
    if (found == nullptr) {
        return;
    }
    if (found->reach == ActionReach::Page) {
        Q_EMIT window.actionRequested(action);
        return;
    }
    if (found->reach == ActionReach::Workspace) {
        Q_EMIT actionRequested(action);
        return;
    }
    const int current = window.currentIndex();
    const int last = window.tabs()->count() - 1;
    if (const std::optional<int> number = tabNumber(action)) {
        window.activate(*number);
    } else if (action == QLatin1String("lastTab")) {
        window.activate(last);
    } else if (action == QLatin1String("newChat")) {
        window.newTab();
    } else if (action == QLatin1String("closeTab")) {
        window.closeTab(current);
    } else if (action == QLatin1String("reopenTab")) {
        reopenTab();
    } else if (action == QLatin1String("nextTab")) {
        window.step(1);
    } else if (action == QLatin1String("previousTab")) {
        window.step(-1);
    } else if (action == QLatin1String("moveTabLeft")) {
        window.moveTab(current, std::max(0, current - 1));
    } else if (action == QLatin1String("moveTabRight")) {
        window.moveTab(current, std::min(last, current + 1));
    } else if (action == QLatin1String("detachTab")) {
        window.detachTab(current, {});
    } else if (action == QLatin1String("newWindow")) {
        newTab(newWindow(window));
    } else if (action == QLatin1String("showChats")) {
        window.setPage(WindowState::Chats);
    } else if (action == QLatin1String("showModels")) {
        window.setPage(WindowState::Models);
    } else if (action == QLatin1String("showSettings")) {
        window.setPage(WindowState::Settings);
    } else if (action == QLatin1String("toggleList")) {
        window.setListVisible(!window.isListVisible());
    }
}

}  // namespace hearth
