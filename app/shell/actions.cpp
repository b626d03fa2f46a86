#include "shell/actions.h"

#include <QCoreApplication>
#include <algorithm>
#include <iterator>

namespace hearth {

namespace {

const char* const kTabs = QT_TRANSLATE_NOOP("Actions", "Tabs");
const char* const kChats = QT_TRANSLATE_NOOP("Actions", "Chats");
const char* const kView = QT_TRANSLATE_NOOP("Actions", "View");
const char* const kProgram = QT_TRANSLATE_NOOP("Actions", "Program");

constexpr auto kWindow = ActionReach::Window;
constexpr auto kPage = ActionReach::Page;
constexpr auto kWorkspace = ActionReach::Workspace;

QList<Action> makeActions() {
    QList<Action> list{
        {"newChat", QT_TRANSLATE_NOOP("Actions", "New chat"), kTabs, "Ctrl+T", "", kWindow, true},
        {"closeTab", QT_TRANSLATE_NOOP("Actions", "Close tab"), kTabs, "Ctrl+W", "Ctrl+F4", kWindow, true},
        {"reopenTab", QT_TRANSLATE_NOOP("Actions", "Reopen closed tab"), kTabs, "Ctrl+Shift+T", "", kWindow,
         true},
        {"nextTab", QT_TRANSLATE_NOOP("Actions", "Next tab"), kTabs, "Ctrl+Tab", "Ctrl+PgDown", kWindow,
         true},
        {"previousTab", QT_TRANSLATE_NOOP("Actions", "Previous tab"), kTabs, "Ctrl+Shift+Tab", "Ctrl+PgUp",
         kWindow, true},
        {"moveTabLeft", QT_TRANSLATE_NOOP("Actions", "Move tab left"), kTabs, "Ctrl+Shift+PgUp", "", kWindow,
         true},
        {"moveTabRight", QT_TRANSLATE_NOOP("Actions", "Move tab right"), kTabs, "Ctrl+Shift+PgDown", "",
         kWindow, true},
        {"detachTab", QT_TRANSLATE_NOOP("Actions", "Move tab to a new window"), kTabs, "Ctrl+Shift+N", "",
         kWindow, true},
        {"searchChats", QT_TRANSLATE_NOOP("Actions", "Search chats"), kChats, "Ctrl+Shift+F", "", kPage,
         true},
        {"renameChat", QT_TRANSLATE_NOOP("Actions", "Rename this chat"), kChats, "F2", "", kPage, true},
        {"focusComposer", QT_TRANSLATE_NOOP("Actions", "Write a message"), kChats, "Ctrl+L", "", kPage, true},
        {"chooseModel", QT_TRANSLATE_NOOP("Actions", "Choose a model"), kChats, "Ctrl+M", "", kPage, true},
        {"chatSettings", QT_TRANSLATE_NOOP("Actions", "Show or hide the settings of this chat"), kChats,
         "Ctrl+.", "", kPage, true},
        {"unloadModel", QT_TRANSLATE_NOOP("Actions", "Unload the model"), kChats, "", "", kWorkspace, true},
        {"commandPalette", QT_TRANSLATE_NOOP("Actions", "Find anything"), kView, "Ctrl+K", "Ctrl+Shift+P",
         kPage, false},
        {"showChats", QT_TRANSLATE_NOOP("Actions", "Show chats"), kView, "Ctrl+Shift+C", "", kWindow, true},
        {"showModels", QT_TRANSLATE_NOOP("Actions", "Show models"), kView, "Ctrl+Shift+M", "", kWindow, true},
        {"showSettings", QT_TRANSLATE_NOOP("Actions", "Open settings"), kView, "Ctrl+,", "", kWindow, true},
        {"toggleList", QT_TRANSLATE_NOOP("Actions", "Show or hide the list of chats"), kView, "Ctrl+B", "",
         kWindow, true},
        {"zoomIn", QT_TRANSLATE_NOOP("Actions", "Larger text"), kView, "Ctrl+=", "Ctrl++", kWorkspace, true},
        {"zoomOut", QT_TRANSLATE_NOOP("Actions", "Smaller text"), kView, "Ctrl+-", "", kWorkspace, true},
        {"zoomReset", QT_TRANSLATE_NOOP("Actions", "Usual text size"), kView, "Ctrl+0", "", kWorkspace, true},
        {"toggleTheme", QT_TRANSLATE_NOOP("Actions", "Switch between light and dark"), kView, "Ctrl+Shift+L",
         "", kWorkspace, true},
        {"fullScreen", QT_TRANSLATE_NOOP("Actions", "Full screen"), kView, "F11", "", kPage, true},
        {"toggleOffline", QT_TRANSLATE_NOOP("Actions", "Go offline or online"), kProgram, "", "", kWorkspace,
         true},
        {"newWindow", QT_TRANSLATE_NOOP("Actions", "New window"), kProgram, "Ctrl+N", "", kWindow, true},
        {"closeWindow", QT_TRANSLATE_NOOP("Actions", "Close window"), kProgram, "Ctrl+Shift+W", "", kPage,
         true},
        {"quit", QT_TRANSLATE_NOOP("Actions", "Quit Hearth"), kProgram, "Ctrl+Q", "", kPage, true},
    };
    static const char* const ids[] = {"tab1", "tab2", "tab3", "tab4", "tab5", "tab6", "tab7", "tab8"};
    static const char* const keys[] = {"Ctrl+1", "Ctrl+2", "Ctrl+3", "Ctrl+4",
                                       "Ctrl+5", "Ctrl+6", "Ctrl+7", "Ctrl+8"};
    static const char* const titles[] = {
        QT_TRANSLATE_NOOP("Actions", "Go to tab 1"), QT_TRANSLATE_NOOP("Actions", "Go to tab 2"),
        QT_TRANSLATE_NOOP("Actions", "Go to tab 3"), QT_TRANSLATE_NOOP("Actions", "Go to tab 4"),
        QT_TRANSLATE_NOOP("Actions", "Go to tab 5"), QT_TRANSLATE_NOOP("Actions", "Go to tab 6"),
        QT_TRANSLATE_NOOP("Actions", "Go to tab 7"), QT_TRANSLATE_NOOP("Actions", "Go to tab 8")};
    for (std::size_t i = 0; i < std::size(ids); ++i) {
        list.append({ids[i], titles[i], kTabs, keys[i], "", kWindow, false});
    }
    list.append(
        {"lastTab", QT_TRANSLATE_NOOP("Actions", "Go to the last tab"), kTabs, "Ctrl+9", "", kWindow, false});
    std::stable_sort(list.begin(), list.end(), [](const Action& a, const Action& b) {
        const auto order = [](const Action& action) {
            return action.group == kTabs ? 0 : action.group == kChats ? 1 : action.group == kView ? 2 : 3;
        };
        return order(a) < order(b);
    });
    return list;
}

}  // namespace

const QList<Action>& actions() {
    static const QList<Action> list = makeActions();
    return list;
}

const Action* findAction(const QString& id) {
    for (const Action& action : actions()) {
        if (id == QLatin1String(action.id)) {
            return &action;
        }
    }
    return nullptr;
}

QString actionTitle(const Action& action) {
    return QCoreApplication::translate("Actions", action.title);
}

QString actionGroup(const Action& action) {
    return QCoreApplication::translate("Actions", action.group);
}

}  // namespace hearth
