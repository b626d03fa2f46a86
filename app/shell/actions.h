#pragma once

#include <QList>
#include <QString>

namespace hearth {

/// Who carries an action out.
enum class ActionReach {
    Window,     ///< the WindowState it was asked of
    Page,       ///< the QML of the window's page
    Workspace,  ///< the program: settings, model, end
};

/// Something a person can ask for by keys or from the command palette.
struct Action {
    const char* id;        ///< stable: settings.json names it
    const char* title;     ///< English, to be translated in the context "Actions"
    const char* group;     ///< the same; a heading of the list of shortcuts
    const char* keys;      ///< default, portable text; empty: none
    const char* moreKeys;  ///< a second way that cannot be changed; empty: none
    ActionReach reach;
    bool inPalette;
};

/// All of them, in the order they are listed. The one table: shortcuts, palette and settings come from here.
const QList<Action>& actions();

/// Null where there is no such action.
const Action* findAction(const QString& id);

/// Translated.
QString actionTitle(const Action& action);
QString actionGroup(const Action& action);

}  // namespace hearth
