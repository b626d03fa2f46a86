import QtQuick
import Hearth.Controls

/// What the user wrote, as it was typed, on the right. A long text comes in several rows that look like one.
TranscriptRow {
    id: row

    required property bool continues
    required property bool continued

    /// What the height of a line adds below the last one.
    readonly property real belowText: Math.round((Theme.readingLineHeight - 1) * Theme.sizeReading * 1.2)
    readonly property real widest: Math.min(columnWidth, Math.round(520 * Theme.fontScale))

    function offsetAt(x: real, y: real): int {
        const point = mapToItem(edit, x, y);
        return edit.offsetAt(point.x, point.y);
    }

    JoinedGround {
        x: row.columnWidth - width
        width: row.continues || row.continued ? row.widest : Math.min(row.widest, Math.ceil(edit.implicitWidth) + 28)
        height: edit.y + edit.height + (row.continued ? 0 : 12 - row.belowText)
        joinsAbove: row.continues
        joinsBelow: row.continued
        radius: Theme.radiusBubble
        ground: Theme.hover

        BlockEdit {
            id: edit

            x: 14
            y: row.continues ? 0 : 12
            width: parent.width - 28
            context: row.context
            row: row.index
            revision: row.revision
            wrapMode: TextEdit.WrapAtWordBoundaryOrAnywhere
        }
    }
}
