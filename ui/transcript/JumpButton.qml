import QtQuick
import Hearth.Controls

/// Back to the end of the conversation, for a reader who has scrolled away from it.
Rectangle {
    id: jump

    property bool shown: false
    /// Text is being written out of sight.
    property bool writing: false

    signal clicked
    /// The button had the keyboard and goes now.
    signal focusFreed

    width: button.implicitWidth
    height: button.implicitHeight
    radius: height / 2
    visible: opacity > 0
    opacity: shown ? 1 : 0
    color: Theme.surface
    border.color: Theme.line

    Behavior on opacity {
        NumberAnimation {
            duration: Theme.motion
        }
    }
    HButton {
        id: button

        enabled: jump.shown
        kind: HButton.Quiet
        compact: true
        focusPolicy: Qt.TabFocus
        iconName: "chevron-down"
        text: jump.writing ? qsTr("Jump to what is being written") : qsTr("Jump to latest")
        onClicked: {
            const hadFocus = activeFocus;
            jump.clicked();
            if (hadFocus)
                jump.focusFreed();
        }
    }
}
