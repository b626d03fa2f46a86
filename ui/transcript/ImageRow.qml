import QtQuick
import Hearth.Controls

/// An image of an answer: what it is said to show and where it is said to be. It is never loaded.
TranscriptRow {
    id: row

    function offsetAt(x: real, y: real): int {
        const point = mapToItem(edit, x, y);
        return edit.offsetAt(point.x, point.y);
    }

    Rectangle {
        x: row.thoughtIndent
        width: row.columnWidth - x
        height: edit.y + edit.height + Theme.space3
        radius: Theme.radiusCard - 2
        color: "transparent"
        border.color: Theme.line

        Icon {
            x: Theme.space3
            y: Theme.space3
            name: "eye-off"
            size: 16
        }
        Text {
            id: label

            x: Theme.space3 + Math.round(16 * Theme.fontScale) + Theme.space2
            y: Theme.space3
            textFormat: Text.PlainText
            text: qsTr("Image, not loaded")
            font.family: Theme.familySans
            font.pixelSize: Theme.sizeSmall
            color: Theme.faint
        }
        BlockEdit {
            id: edit

            x: label.x
            y: label.y + label.height + Theme.space1
            width: parent.width - x - Theme.space3
            context: row.context
            row: row.index
            revision: row.revision
            wrapMode: TextEdit.WrapAtWordBoundaryOrAnywhere
            color: Theme.muted
            font.pixelSize: Theme.sizeBody
        }
    }
}
