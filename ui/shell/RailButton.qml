import QtQuick
import QtQuick.Templates as T
import Hearth.Controls

/// One page of the rail, or a way to something that covers the page.
T.AbstractButton {
    id: control

    property string iconName
    property string label
    property string keys
    property bool current: false

    implicitWidth: Math.round(40 * Theme.fontScale)
    implicitHeight: implicitWidth
    focusPolicy: Qt.StrongFocus
    hoverEnabled: true

    Accessible.role: Accessible.PageTab
    Accessible.name: label
    Accessible.selected: current
    Keys.onReturnPressed: clicked()
    Keys.onEnterPressed: clicked()

    contentItem: Item {
        Icon {
            anchors.centerIn: parent
            name: control.iconName
            size: 20
            color: control.current || control.hovered ? Theme.text : Theme.muted
        }
    }
    background: Rectangle {
        radius: Theme.space2
        color: control.current || control.hovered ? Theme.hover : "transparent"

        Rectangle {
            x: -Theme.space2
            anchors.verticalCenter: parent.verticalCenter
            visible: control.current
            width: 3
            height: parent.height / 2
            radius: 2
            color: Theme.accent
        }
        FocusRing {
            inside: true
            controlRadius: Theme.space2
            shown: control.visualFocus
        }
    }

    TipLoader {
        shown: (control.hovered || control.visualFocus) && !control.down
        text: control.keys === "" ? control.label : control.label + "  " + control.keys
    }
}
