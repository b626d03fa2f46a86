import QtQuick
import Hearth.Controls
import Hearth.Transcript.Models

/// Why an answer ended before its end, and the way on.
TranscriptRow {
    id: row

    required property int ending

    Flow {
        width: row.columnWidth
        spacing: Theme.space2

        Text {
            height: Theme.compactHeight
            verticalAlignment: Text.AlignVCenter
            textFormat: Text.PlainText
            text: {
                switch (row.ending) {
                case TranscriptModel.LengthEnding:
                    return qsTr("The answer reached its length limit");
                case TranscriptModel.InterruptedEnding:
                    return qsTr("Hearth was closed while this was being written");
                default:
                    return qsTr("Stopped");
                }
            }
            font.family: Theme.familySans
            font.pixelSize: Theme.sizeSmall
            color: row.ending === TranscriptModel.StoppedEnding ? Theme.faint : Theme.warn
        }
        HButton {
            visible: !row.context.readOnly
            kind: HButton.Quiet
            compact: true
            focusPolicy: Qt.TabFocus
            text: qsTr("Continue")
            onClicked: row.context.actionRequested("continue", row.messageKey)
            onActiveFocusChanged: if (activeFocus) row.context.revealRequested(row.index)
        }
    }
}
