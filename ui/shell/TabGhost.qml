import QtQuick
import QtQuick.Window
import Hearth.Controls

/// What follows the pointer while a tab is outside its strip.
Window {
    id: ghost

    property string title

    flags: Qt.ToolTip | Qt.FramelessWindowHint | Qt.WindowTransparentForInput | Qt.WindowDoesNotAcceptFocus
    color: Theme.window
    width: Math.round(216 * Theme.fontScale)
    height: Theme.tabHeight

    Rectangle {
        anchors.fill: parent
        color: Theme.window
        border.width: 1
        border.color: Theme.accent
    }
    HLabel {
        anchors.fill: parent
        anchors.leftMargin: Theme.space3
        anchors.rightMargin: Theme.space3
        verticalAlignment: Text.AlignVCenter
        text: ghost.title
        font.pixelSize: Theme.sizeSmall
        font.weight: Theme.weightStrong
    }
}
