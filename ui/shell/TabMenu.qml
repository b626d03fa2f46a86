import QtQuick
import QtQml
import Hearth.Controls
import Hearth.Shell.Models

/// What can be done with one tab.
HMenu {
    id: menu

    required property WindowState windowState
    required property Workspace workspace
    required property ShortcutTable shortcuts
    /// The tab it is about: rows move while a menu is open.
    property int key: 0
    property list<int> windows

    /// `place` is in `owner`.
    function openFor(index: int, owner: Item, place: point): void {
        key = windowState.tabs.keyAt(index);
        windows = windowState.otherWindows();
        popup(owner, place.x, place.y);
    }
    function row(): int {
        return windowState.tabs.rowOfKey(key);
    }

    Connections {
        target: menu.windowState.tabs
        enabled: menu.opened

        function onRowsRemoved(): void {
            if (menu.row() < 0)
                menu.close();
        }
    }

    HMenuItem {
        text: qsTr("New chat")
        iconName: "plus"
        shortcutText: menu.shortcuts.shownKeys("newChat")
        onTriggered: menu.windowState.newTab()
    }
    HMenuItem {
        text: qsTr("Reopen closed tab")
        iconName: "undo"
        enabled: menu.workspace.canReopen
        shortcutText: menu.shortcuts.shownKeys("reopenTab")
        onTriggered: menu.workspace.reopenTab()
    }
    HMenuSeparator {}
    HMenuItem {
        text: qsTr("Move to a new window")
        iconName: "window"
        enabled: menu.windowState.tabs.count > 1
        shortcutText: menu.shortcuts.shownKeys("detachTab")
        onTriggered: menu.windowState.detachTab(menu.row(), Qt.point(0, 0))
    }
    Instantiator {
        model: menu.windows
        delegate: HMenuItem {
            required property int modelData

            text: qsTr("Move to the window of “%1”").arg(menu.windowState.titleOfWindow(modelData))
            iconName: "window"
            onTriggered: menu.windowState.moveTabToWindow(menu.row(), modelData, 1000)
        }
        onObjectAdded: (index, object) => menu.insertItem(4 + index, object as HMenuItem)
        onObjectRemoved: (index, object) => menu.removeItem(object as HMenuItem)
    }
    HMenuSeparator {}
    HMenuItem {
        text: qsTr("Close the other tabs")
        enabled: menu.windowState.tabs.count > 1
        onTriggered: menu.windowState.closeOtherTabs(menu.row())
    }
    HMenuItem {
        text: qsTr("Close tab")
        iconName: "close"
        shortcutText: menu.shortcuts.shownKeys("closeTab")
        onTriggered: menu.windowState.closeTab(menu.row())
    }
}
