import QtQuick
import QtQuick.Layouts
import QtQuick.Templates as T
import Hearth.Controls

/// One tab: the title of its chat, what the chat is doing, and a cross. A middle click closes it too.
T.AbstractButton {
    id: control

    property string title
    property string activityText
    property bool writing: false
    /// An answer has come that nobody has looked at.
    property bool newAnswer: false
    property bool current: false
    property bool dragged: false
    /// The strip has the keyboard's focus and this is its tab.
    property bool focusShown: false
    property string closeKeys

    /// Pressed with the left button, or by a screen reader.
    signal chosen
    signal closeRequested
    signal menuRequested(position: point)

    readonly property bool roomy: width > 132 * Theme.fontScale
    /// What the chat is doing, or that there is something new.
    readonly property string stateText: newAnswer ? qsTr("new answer") : activityText

    padding: 0
    hoverEnabled: true
    focusPolicy: Qt.NoFocus
    z: dragged ? 2 : current ? 1 : 0

    Accessible.role: Accessible.PageTab
    Accessible.name: stateText === "" ? title : title + ", " + stateText
    Accessible.selected: current
    Accessible.focused: focusShown
    Accessible.onPressAction: chosen()

    contentItem: RowLayout {
        spacing: Theme.space1 + 2

        HLabel {
            Layout.fillWidth: true
            Layout.leftMargin: Theme.space2 + 2
            text: control.title
            tipWhenCut: false
            color: control.current || control.hovered || control.newAnswer ? Theme.text : Theme.muted
            font.pixelSize: Theme.sizeSmall
            font.weight: control.current ? Theme.weightStrong : Theme.weightRegular
            Accessible.ignored: true
        }
        HLabel {
            Layout.maximumWidth: control.width / 2 - Theme.space6
            visible: control.activityText !== "" && control.roomy
            text: control.activityText
            tipWhenCut: false
            color: control.current && control.writing ? Theme.accent : Theme.faint
            font.pixelSize: Theme.sizeTiny
            font.weight: Theme.weightMedium
            Accessible.ignored: true
        }
        // Where there is no room for words, a dot says that the chat is busy. A new answer has its dot everywhere.
        Rectangle {
            objectName: "dot"
            Layout.rightMargin: cross.visible ? 0 : Theme.space2
            visible: control.newAnswer || control.writing && !control.roomy
            implicitWidth: 6
            implicitHeight: 6
            radius: 3
            color: control.newAnswer ? Theme.good : Theme.accent
        }
        T.AbstractButton {
            id: cross

            Layout.rightMargin: Theme.space1 + 2
            visible: control.current || control.hovered || control.roomy
            implicitWidth: Math.round(20 * Theme.fontScale)
            implicitHeight: implicitWidth
            hoverEnabled: true
            focusPolicy: Qt.NoFocus
            Accessible.role: Accessible.Button
            Accessible.name: qsTr("Close “%1”").arg(control.title)
            onClicked: control.closeRequested()

            contentItem: Item {
                Icon {
                    anchors.centerIn: parent
                    name: "close"
                    size: 12
                    color: cross.hovered ? Theme.text : Theme.faint
                }
            }
            background: Rectangle {
                radius: Theme.radiusSmall
                color: cross.down ? Theme.pressed : cross.hovered ? Theme.hover : "transparent"
            }
            TipLoader {
                shown: cross.hovered && !cross.down
                text: control.closeKeys === "" ? qsTr("Close") : qsTr("Close") + "  " + control.closeKeys
            }
        }
    }

    background: Item {
        Rectangle {
            anchors.fill: parent
            anchors.topMargin: Theme.space1 + 2
            anchors.bottomMargin: control.current && !control.dragged ? -Theme.radiusControl : Theme.space1
            radius: Theme.radiusControl
            color: control.current || control.dragged ? Theme.window : control.hovered ? Theme.hover : "transparent"
            border.width: control.current || control.dragged ? 1 : 0
            border.color: Theme.line

            FocusRing {
                inside: true
                anchors.margins: 2
                anchors.bottomMargin: control.current ? Theme.radiusControl + 2 : 2
                controlRadius: Theme.radiusSmall
                shown: control.focusShown
            }
        }
    }

    // Not the button's own press: beside handlers it answers to every mouse button.
    TapHandler {
        acceptedButtons: Qt.LeftButton
        onPressedChanged: if (pressed) control.chosen()
    }
    TapHandler {
        acceptedButtons: Qt.MiddleButton
        onTapped: control.closeRequested()
    }
    TapHandler {
        acceptedButtons: Qt.RightButton
        onTapped: eventPoint => control.menuRequested(eventPoint.position)
    }
    TipLoader {
        shown: control.hovered && !control.down && !control.dragged && !cross.hovered
        text: control.stateText === "" ? control.title : control.title + "\n" + control.stateText
    }
}
