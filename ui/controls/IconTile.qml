import QtQuick

/// An icon on a quiet tile, above the words of a state.
Rectangle {
    id: tile

    property string name
    property color ink: Theme.muted

    implicitWidth: Math.round(56 * Theme.fontScale)
    implicitHeight: implicitWidth
    width: implicitWidth
    height: implicitHeight
    radius: Theme.radiusBubble
    color: Theme.sunken
    border.width: 1
    border.color: Theme.line

    Icon {
        anchors.centerIn: parent
        name: tile.name
        size: 24
        color: tile.ink
    }
}
