import QtQuick
import QtQuick.Templates as T

/// A thin bar that widens under the pointer and fades when nothing moves.
T.ScrollBar {
    id: control

    readonly property bool wide: hovered || pressed

    implicitWidth: 12
    implicitHeight: 12
    padding: 2
    minimumSize: Math.min(1, 32 / Math.max(1, orientation === Qt.Horizontal ? width : height))
    visible: policy === T.ScrollBar.AlwaysOn || policy === T.ScrollBar.AsNeeded && size < 1
    Accessible.role: Accessible.ScrollBar
    Accessible.name: orientation === Qt.Horizontal ? qsTr("Scroll sideways") : qsTr("Scroll")

    contentItem: Item {
        implicitWidth: 8
        implicitHeight: 8

        Rectangle {
            anchors.right: control.vertical ? parent.right : undefined
            anchors.bottom: control.horizontal ? parent.bottom : undefined
            width: control.vertical ? (control.wide ? 8 : 5) : parent.width
            height: control.horizontal ? (control.wide ? 8 : 5) : parent.height
            radius: 4
            color: control.pressed ? Theme.muted : Theme.outline
            opacity: control.wide ? 1 : control.active ? 0.8 : 0.45

            Behavior on opacity {
                NumberAnimation {
                    duration: Theme.motion
                }
            }
        }
    }
}
