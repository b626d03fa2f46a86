import QtQuick
import QtQuick.Layouts
import Hearth.Controls

/// A sentence across the top of the page that stays until it was answered.
Rectangle {
    id: bar

    property string text
    property string actionText
    property string iconName: "warning"

    signal actionTriggered
    signal dismissed

    implicitHeight: row.implicitHeight + 2 * Theme.space2
    color: Theme.warnSoft
    Accessible.role: Accessible.AlertMessage
    Accessible.name: text

    Rectangle {
        anchors.bottom: parent.bottom
        width: parent.width
        height: 1
        color: Theme.line
    }

    RowLayout {
        id: row

        anchors.left: parent.left
        anchors.right: parent.right
        anchors.verticalCenter: parent.verticalCenter
        anchors.leftMargin: Theme.space4
        anchors.rightMargin: Theme.space2
        spacing: Theme.space3

        Icon {
            name: bar.iconName
            size: 18
            color: Theme.warn
        }
        HLabel {
            Layout.fillWidth: true
            text: bar.text
            wrapMode: Text.Wrap
            elide: Text.ElideNone
            Accessible.ignored: true
        }
        HButton {
            visible: bar.actionText !== ""
            compact: true
            text: bar.actionText
            onClicked: bar.actionTriggered()
        }
        IconButton {
            compact: true
            iconName: "close"
            iconSize: 14
            label: qsTr("Dismiss")
            onClicked: bar.dismissed()
        }
    }
}
