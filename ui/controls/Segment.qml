import QtQuick
import QtQuick.Templates as T

/// One of the choices of HSegments.
T.AbstractButton {
    id: control

    required property int index
    required property string modelData
    property bool current: false

    implicitWidth: implicitContentWidth + leftPadding + rightPadding
    implicitHeight: Math.max(Theme.controlHeight - 6, implicitContentHeight + topPadding + bottomPadding)
    height: parent ? parent.height : implicitHeight
    leftPadding: Theme.space3
    rightPadding: Theme.space3
    hoverEnabled: true
    focusPolicy: current ? Qt.StrongFocus : Qt.NoFocus
    activeFocusOnTab: current
    text: modelData
    Accessible.role: Accessible.PageTab
    Accessible.name: text
    Accessible.selectable: true
    Accessible.selected: current

    contentItem: HLabel {
        text: control.text
        color: !control.enabled ? Theme.disabled : control.current || control.hovered ? Theme.text : Theme.muted
        font.pixelSize: Theme.sizeSmall
        font.weight: control.current ? Theme.weightStrong : Theme.weightMedium
        horizontalAlignment: Text.AlignHCenter
        verticalAlignment: Text.AlignVCenter
        Accessible.ignored: true
    }

    background: Rectangle {
        radius: Theme.radiusControl - 1
        color: control.current ? (Theme.dark ? Theme.hover : Theme.surface) : control.down ? Theme.pressed : control.hovered ? Theme.hover : "transparent"
        border.width: control.current ? 1 : 0
        border.color: Theme.line

        Behavior on color {
            ColorAnimation {
                duration: Theme.motion
            }
        }
        FocusRing {
            shown: control.visualFocus
        }
    }
}
