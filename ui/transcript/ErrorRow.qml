import QtQuick
import Hearth.Controls

/// Why there is no answer, and the way on.
TranscriptRow {
    id: row

    required property string errorText

    Rectangle {
        width: row.columnWidth
        height: Math.max(sentence.height, retry.height) + 2 * Theme.space3
        radius: Theme.radiusCard - 2
        color: Theme.badSoft

        Icon {
            x: Theme.space3
            y: Math.round(Theme.space3 + (retry.height - height) / 2)
            name: "error"
            size: 16
            color: Theme.bad
        }
        Text {
            id: sentence

            x: Theme.space3 + Math.round(16 * Theme.fontScale) + Theme.space2
            y: Math.max(Theme.space3, Math.round((parent.height - height) / 2))
            width: (retry.visible ? retry.x : parent.width) - x - Theme.space3
            wrapMode: Text.WrapAtWordBoundaryOrAnywhere
            textFormat: Text.PlainText
            text: row.errorText === "" ? qsTr("The answer failed.") : row.errorText
            font.family: Theme.familySans
            font.pixelSize: Theme.sizeBody
            color: Theme.text
            Accessible.role: Accessible.AlertMessage
            Accessible.name: text
        }
        HButton {
            id: retry

            anchors.right: parent.right
            anchors.rightMargin: Theme.space3
            y: Theme.space3
            visible: !row.context.readOnly
            compact: true
            focusPolicy: Qt.TabFocus
            text: qsTr("Try again")
            onClicked: row.context.actionRequested("regenerate", row.messageKey)
            onActiveFocusChanged: if (activeFocus) row.context.revealRequested(row.index)
        }
    }
}
