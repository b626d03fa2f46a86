import QtQuick
import Hearth.Controls

/// The menu of a right click, or of the menu key.
HMenu {
    id: menu

    property bool hasSelection: false
    property double messageKey: 0
    property string link

    signal copyRequested
    signal copyMessageRequested
    signal copyLinkRequested
    signal selectAllRequested

    HMenuItem {
        iconName: "copy"
        text: qsTr("Copy")
        shortcutText: qsTr("Ctrl+C")
        enabled: menu.hasSelection
        onTriggered: menu.copyRequested()
    }
    HMenuItem {
        text: qsTr("Copy message")
        enabled: menu.messageKey !== 0
        onTriggered: menu.copyMessageRequested()
    }
    HMenuItem {
        text: qsTr("Copy link address")
        enabled: menu.link !== ""
        onTriggered: menu.copyLinkRequested()
    }
    HMenuSeparator {}
    HMenuItem {
        text: qsTr("Select all")
        shortcutText: qsTr("Ctrl+A")
        onTriggered: menu.selectAllRequested()
    }
}
