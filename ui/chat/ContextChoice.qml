import QtQuick
import QtQuick.Layouts
import Hearth.Controls

/// One way on when the context is full: what it is, what it costs, and the button that does it.
Card {
    id: choice

    required property string title
    required property string text
    required property string actionText
    property string iconName
    property bool possible: true
    property bool busy: false

    signal chosen

    Layout.fillWidth: true
    padding: Theme.space3
    Accessible.role: Accessible.Grouping
    Accessible.name: title
    Accessible.description: text

    contentItem: RowLayout {
        spacing: Theme.space3

        Icon {
            Layout.alignment: Qt.AlignTop
            Layout.topMargin: 1
            name: choice.iconName
            color: choice.possible ? Theme.accent : Theme.disabled
        }
        ColumnLayout {
            Layout.fillWidth: true
            spacing: 2

            HLabel {
                Layout.fillWidth: true
                text: choice.title
                color: choice.possible ? Theme.text : Theme.muted
                font.weight: Theme.weightStrong
                wrapMode: Text.Wrap
                elide: Text.ElideNone
                Accessible.ignored: true
            }
            HLabel {
                Layout.fillWidth: true
                text: choice.text
                color: Theme.muted
                font.pixelSize: Theme.sizeSmall
                lineHeight: Theme.cjk ? 1.1 : 1.2
                wrapMode: Text.Wrap
                elide: Text.ElideNone
                Accessible.ignored: true
            }
        }
        HButton {
            Layout.alignment: Qt.AlignVCenter
            compact: true
            text: choice.actionText
            enabled: choice.possible
            busy: choice.busy
            onClicked: choice.chosen()
        }
    }
}
