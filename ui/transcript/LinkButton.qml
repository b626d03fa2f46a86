import QtQuick
import QtQuick.Templates as T
import Hearth.Controls

/// A button that looks like a link in a line of small text.
T.AbstractButton {
    id: button

    property color ink: Theme.accent

    implicitWidth: implicitContentWidth
    implicitHeight: Math.max(implicitContentHeight, Math.round(20 * Theme.fontScale))
    focusPolicy: Qt.TabFocus
    hoverEnabled: true
    Accessible.role: Accessible.Button
    Accessible.name: text
    Keys.onReturnPressed: clicked()
    Keys.onEnterPressed: clicked()

    contentItem: Text {
        verticalAlignment: Text.AlignVCenter
        textFormat: Text.PlainText
        text: button.text
        font.family: Theme.familySans
        font.pixelSize: Theme.sizeTiny
        font.weight: Theme.weightStrong
        font.underline: true
        color: button.hovered ? Theme.text : button.ink
    }
    background: Item {
        FocusRing {
            shown: button.visualFocus
            controlRadius: Theme.radiusSmall
        }
    }
    HoverHandler {
        cursorShape: Qt.PointingHandCursor
    }
}
