import QtQuick
import Hearth.Controls

/// The rule above the first message that still fits the context, with the way out.
TranscriptRow {
    id: row

    required property int leftOut

    Item {
        width: row.columnWidth
        height: Math.max(Theme.compactHeight, words.height)

        Rectangle {
            anchors.verticalCenter: parent.verticalCenter
            width: words.x - Theme.space2
            height: 1
            color: Theme.warn
            opacity: 0.5
        }
        Row {
            id: words

            anchors.centerIn: parent
            spacing: Theme.space2

            Text {
                anchors.verticalCenter: parent.verticalCenter
                width: Math.min(implicitWidth, row.columnWidth - choose.width - 2 * Theme.space6)
                wrapMode: Text.Wrap
                textFormat: Text.PlainText
                text: qsTr("The model no longer sees the %n earlier message(s)", "", row.leftOut)
                font.family: Theme.familySans
                font.pixelSize: Theme.sizeTiny
                color: Theme.warn
            }
            LinkButton {
                id: choose

                anchors.verticalCenter: parent.verticalCenter
                visible: !row.context.readOnly
                text: qsTr("Choose what to keep")
                ink: Theme.warn
                onClicked: row.context.actionRequested("keep-what", row.messageKey)
                onActiveFocusChanged: if (activeFocus) row.context.revealRequested(row.index)
            }
        }
        Rectangle {
            anchors.verticalCenter: parent.verticalCenter
            anchors.right: parent.right
            width: parent.width - words.x - words.width - Theme.space2
            height: 1
            color: Theme.warn
            opacity: 0.5
        }
    }
}
