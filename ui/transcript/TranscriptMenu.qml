import QtQml
import QtQuick
import Hearth.Controls

/// The menu of a right click, or of the menu key.
HMenu {
    id: menu

    property bool hasSelection: false
    property double messageKey: 0
    property list<string> links

    signal copyRequested
    signal copyMessageRequested
    signal openLinkRequested(string link)
    signal copyLinkRequested(string link)
    signal selectAllRequested

    HMenuSeparator {
        visible: menu.links.length > 0
        height: visible ? implicitHeight : 0
    }
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
        enabled: menu.links.length === 1
        onTriggered: menu.copyLinkRequested(menu.links[0])
    }
    HMenuSeparator {}
    HMenuItem {
        text: qsTr("Select all")
        shortcutText: qsTr("Ctrl+A")
        onTriggered: menu.selectAllRequested()
    }

    // Where the links lead, not what they are called: that stands in the message.
    Instantiator {
        model: menu.links
        delegate: HMenuItem {
            required property string modelData

            iconName: "external-link"
            text: qsTr("Open %1").arg(modelData)
            onTriggered: menu.openLinkRequested(modelData)
        }
        onObjectAdded: (index, object) => menu.insertItem(index, object)
        onObjectRemoved: (index, object) => menu.removeItem(object)
    }
}
