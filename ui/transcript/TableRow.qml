import QtQuick
import Hearth.Controls

/// A table: hairlines between the rows, a stronger one under the head. It scrolls when its columns do not fit.
TranscriptRow {
    id: row

    required property int listDepth
    required property int quoteDepth

    readonly property real indent: thoughtIndent + quoteDepth * Theme.space4 + listDepth * Math.round(22 * Theme.fontScale)

    function offsetAt(x: real, y: real): int {
        const point = mapToItem(edit, x, y);
        return edit.offsetAt(point.x, point.y);
    }
    function linkAt(x: real, y: real): string {
        const point = mapToItem(edit, x, y);
        return edit.linkUnder(point.x, point.y);
    }

    SidewaysScroller {
        x: row.indent
        width: row.columnWidth - x
        contentWidth: Math.max(width, edit.width)
        contentHeight: edit.height

        Repeater {
            model: edit.rowLines

            Rectangle {
                required property real modelData
                required property int index

                y: modelData
                width: Math.max(1, edit.tableWidth)
                height: 1
                color: index === 0 ? Theme.outline : Theme.line
            }
        }
        BlockEdit {
            id: edit

            width: Math.max(1, tableWidth)
            context: row.context
            row: row.index
            revision: row.revision
            available: row.columnWidth - row.indent
            color: row.thought ? Theme.muted : Theme.text
            font.pixelSize: Theme.sizeBody
            Accessible.role: Accessible.Table
        }
    }
}
