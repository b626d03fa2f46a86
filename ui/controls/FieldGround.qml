import QtQuick

/// The ground of what is written into: a quiet frame, accent while it has the focus, red while its content is wrong.
Rectangle {
    id: ground

    required property Item field
    property bool invalid: false
    property bool focused: field.activeFocus
    property bool hovered: false

    radius: Theme.radiusControl
    color: field.enabled ? Theme.surface : Theme.window
    border.width: 1
    border.color: invalid ? Theme.bad : focused ? Theme.focus : hovered ? Theme.outline : Theme.line

    Behavior on border.color {
        ColorAnimation {
            duration: Theme.motion
        }
    }

    Rectangle {
        anchors.fill: parent
        anchors.margins: -1
        radius: parent.radius + 1
        color: "transparent"
        border.width: 2
        border.color: ground.invalid ? Theme.bad : Theme.focus
        visible: ground.focused
    }
}
