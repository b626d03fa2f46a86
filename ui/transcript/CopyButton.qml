import QtQuick
import Hearth.Controls

/// Copies, and says for a moment that it has.
IconButton {
    id: button

    iconName: shown.running ? "check" : "copy"
    iconSize: 14
    compact: true
    focusPolicy: Qt.TabFocus
    iconColor: shown.running ? Theme.good : hovered || down ? Theme.text : Theme.muted
    onClicked: shown.restart()

    Timer {
        id: shown

        interval: 1500
    }
}
