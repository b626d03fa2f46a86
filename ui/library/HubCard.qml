import QtQuick
import QtQuick.Layouts
import QtQuick.Templates as T
import Hearth.Controls
import Hearth.Library.Models

/// A model of a hub in the list of what was found: name and maker, what it is, and how it would do here.
T.ItemDelegate {
    id: card

    required property string name
    required property string author
    required property string line
    required property int verdict
    required property string fitText
    required property bool gated
    property bool selected: false

    readonly property bool focused: ListView.isCurrentItem && ListView.view !== null && ListView.view.activeFocus
    readonly property color fitColor: [Theme.muted, Theme.good, Theme.warn, Theme.bad][verdict]

    implicitHeight: implicitContentHeight + topPadding + bottomPadding
    leftPadding: Theme.space4 - 2
    rightPadding: Theme.space4 - 2
    topPadding: Theme.space3
    bottomPadding: Theme.space3
    hoverEnabled: true
    focusPolicy: Qt.NoFocus
    Accessible.role: Accessible.ListItem
    Accessible.name: name + ", " + author
    Accessible.description: [line, fitText, gated ? qsTr("Asks for a sign-in") : ""].filter(part => part !== "").join(", ")
    Accessible.selectable: true
    Accessible.selected: selected
    Accessible.focusable: true
    Accessible.focused: focused

    contentItem: ColumnLayout {
        spacing: Theme.space1

        RowLayout {
            Layout.fillWidth: true
            spacing: Theme.space2

            HLabel {
                Layout.fillWidth: true
                Layout.maximumWidth: Math.ceil(implicitWidth)
                text: card.name
                font.weight: Theme.weightStrong
                Accessible.ignored: true
            }
            HLabel {
                Layout.fillWidth: true
                Layout.minimumWidth: Math.min(implicitWidth, 48 * Theme.fontScale)
                text: card.author
                color: Theme.faint
                font.pixelSize: Theme.sizeSmall
                Accessible.ignored: true
            }
            Badge {
                visible: card.gated
                text: qsTr("Sign-in")
                Accessible.ignored: true
            }
        }
        HLabel {
            Layout.fillWidth: true
            text: card.line
            color: Theme.muted
            font.pixelSize: Theme.sizeSmall
            wrapMode: Text.Wrap
            maximumLineCount: 2
            Accessible.ignored: true
        }
        RowLayout {
            Layout.fillWidth: true
            spacing: Theme.space2

            Rectangle {
                implicitWidth: Math.round(8 * Theme.fontScale)
                implicitHeight: implicitWidth
                radius: width / 2
                color: card.verdict === HubSearch.Unknown ? Theme.line : card.fitColor
            }
            HLabel {
                Layout.fillWidth: true
                text: card.fitText !== "" ? card.fitText : qsTr("Choose it to see whether it fits")
                color: card.fitText !== "" ? card.fitColor : Theme.faint
                font.pixelSize: Theme.sizeSmall
                font.weight: card.fitText !== "" ? Theme.weightMedium : Theme.weightRegular
                Accessible.ignored: true
            }
        }
    }

    background: Rectangle {
        radius: Theme.radiusCard
        color: card.selected ? Theme.accentSoft : card.down ? Theme.pressed : card.hovered ? Theme.hover : Theme.surface
        border.width: 1
        border.color: card.selected ? Theme.accent : Theme.line

        FocusRing {
            inside: true
            controlRadius: Theme.radiusCard
            shown: card.focused
        }
    }
}
