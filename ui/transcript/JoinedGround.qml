import QtQuick

/// A rounded ground that is square where it meets the row above or below.
Item {
    id: joined

    property bool joinsAbove: false
    property bool joinsBelow: false
    property real radius: 8
    property color ground
    property color outline: "transparent"

    clip: joinsAbove || joinsBelow

    Rectangle {
        y: joined.joinsAbove ? -radius : 0
        z: -1
        width: parent.width
        height: parent.height - y + (joined.joinsBelow ? radius : 0)
        radius: joined.radius
        color: joined.ground
        border.width: joined.outline.a > 0 ? 1 : 0
        border.color: joined.outline
    }
}
