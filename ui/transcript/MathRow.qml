import QtQuick
import Hearth.Controls

/// Maths set apart from the text, in the middle of the column; it scrolls when it is wider.
TranscriptRow {
    id: row

    required property int listDepth
    required property int quoteDepth

    readonly property real indent: thoughtIndent + quoteDepth * Theme.space4 + listDepth * Math.round(22 * Theme.fontScale)

    function offsetAt(x: real, y: real): int {
        const point = mapToItem(edit, x, y);
        return edit.offsetAt(point.x, point.y);
    }

    SidewaysScroller {
        x: row.indent
        width: row.columnWidth - x
        contentWidth: Math.max(width, edit.implicitWidth)
        contentHeight: edit.height

        BlockEdit {
            id: edit

            x: Math.max(0, Math.round((parent.width - width) / 2))
            width: implicitWidth
            context: row.context
            row: row.index
            revision: row.revision
            wrapMode: TextEdit.NoWrap
            color: row.thought ? Theme.muted : Theme.text
            font.pixelSize: Math.round(17 * Theme.fontScale)
        }
    }
}
