import QtQuick

/// One of the two arrows of a spin box.
Rectangle {
    id: arrow

    property string name
    property bool hovered: false
    property bool pressed: false
    property bool usable: true

    implicitWidth: Math.round(28 * Theme.fontScale)
    radius: Theme.radiusControl - 1
    color: usable && pressed ? Theme.pressed : usable && hovered ? Theme.hover : "transparent"

    Icon {
        anchors.centerIn: parent
        name: arrow.name
        size: 12
        color: arrow.usable ? Theme.muted : Theme.disabled
    }
}
