import QtQuick
import Hearth.Controls
import Hearth.Shell.Models

/// The pages of the program at the left edge of a window.
Rectangle {
    id: rail

    required property WindowState windowState
    required property ShortcutTable shortcuts

    signal searchRequested

    implicitWidth: Theme.railWidth
    color: Theme.sunken
    Accessible.role: Accessible.PageTabList
    Accessible.name: qsTr("Pages")

    Rectangle {
        anchors.right: parent.right
        width: 1
        height: parent.height
        color: Theme.line
    }

    Column {
        anchors.horizontalCenter: parent.horizontalCenter
        y: Theme.space3
        spacing: Theme.space1

        Rectangle {
            anchors.horizontalCenter: parent.horizontalCenter
            width: Math.round(32 * Theme.fontScale)
            height: width
            radius: Math.round(9 * Theme.fontScale)
            color: Theme.accent
            Accessible.ignored: true

            Icon {
                anchors.centerIn: parent
                name: "flame"
                size: 20
                color: Theme.accentInk
            }
        }
        Item {
            width: 1
            height: Theme.space2
        }
        RailButton {
            iconName: "chat"
            label: qsTr("Chats")
            keys: rail.shortcuts.changed, rail.shortcuts.shownKeys("showChats")
            current: rail.windowState.page === WindowState.Chats
            onClicked: rail.windowState.page = WindowState.Chats
        }
        RailButton {
            iconName: "models"
            label: qsTr("Models")
            keys: rail.shortcuts.changed, rail.shortcuts.shownKeys("showModels")
            current: rail.windowState.page === WindowState.Models
            onClicked: rail.windowState.page = WindowState.Models
        }
    }

    Column {
        anchors.horizontalCenter: parent.horizontalCenter
        anchors.bottom: parent.bottom
        anchors.bottomMargin: Theme.space3
        spacing: Theme.space1

        RailButton {
            iconName: "search"
            label: qsTr("Find anything")
            keys: rail.shortcuts.changed, rail.shortcuts.shownKeys("commandPalette")
            onClicked: rail.searchRequested()
        }
        RailButton {
            iconName: "settings"
            label: qsTr("Settings")
            keys: rail.shortcuts.changed, rail.shortcuts.shownKeys("showSettings")
            current: rail.windowState.page === WindowState.Settings
            onClicked: rail.windowState.page = WindowState.Settings
        }
    }
}
