import QtQuick
import QtQuick.Templates as T

/// A tip in plain text. Its owner says when it is wanted through `visible`; it waits before it shows.
T.ToolTip {
    id: tip

    x: parent ? Math.round((parent.width - width) / 2) : 0
    y: parent ? parent.height + Theme.space1 : 0
    implicitWidth: Math.min(320 * Theme.fontScale, implicitContentWidth + leftPadding + rightPadding)
    implicitHeight: implicitContentHeight + topPadding + bottomPadding
    margins: Theme.space2
    leftPadding: Theme.space2
    rightPadding: Theme.space2
    topPadding: Theme.space1 + 1
    bottomPadding: Theme.space1 + 1
    delay: 500
    closePolicy: T.Popup.CloseOnEscape | T.Popup.CloseOnPressOutsideParent | T.Popup.CloseOnReleaseOutsideParent

    contentItem: Text {
        text: tip.text
        textFormat: Text.PlainText
        wrapMode: Text.Wrap
        color: Theme.dark ? Theme.text : Theme.window
        font.family: Theme.familySans
        font.pixelSize: Theme.sizeSmall
    }

    background: Rectangle {
        color: Theme.dark ? Theme.pressed : Theme.text
        radius: Theme.radiusSmall
    }

    enter: Transition {
        NumberAnimation {
            property: "opacity"
            from: 0
            to: 1
            duration: Theme.motion
        }
    }
    exit: Transition {
        NumberAnimation {
            property: "opacity"
            to: 0
            duration: Theme.motion
        }
    }
}
