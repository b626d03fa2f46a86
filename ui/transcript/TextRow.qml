import QtQuick
import Hearth.Controls

/// A paragraph, a heading or an item of a list, quoted or not.
TranscriptRow {
    id: row

    required property int level
    required property int listDepth
    required property int quoteDepth
    required property int quoteAbove
    required property string marker
    required property int task
    required property bool caret

    readonly property real quoteIndent: quoteDepth * Theme.space4
    readonly property real step: Math.round(22 * Theme.fontScale)
    readonly property real textIndent: thoughtIndent + quoteIndent + listDepth * step

    function offsetAt(x: real, y: real): int {
        const point = mapToItem(edit, x, y);
        return edit.offsetAt(point.x, point.y);
    }
    function linkAt(x: real, y: real): string {
        const point = mapToItem(edit, x, y);
        return edit.linkUnder(point.x, point.y);
    }

    QuoteBars {
        x: row.thoughtIndent
        y: -bridge
        height: edit.height + bridge
        depth: row.quoteDepth
        bridge: row.quoteAbove > 0 ? Math.round(row.spaceAbove * Theme.fontScale) : 0
    }
    ItemMarker {
        x: row.textIndent - width - Math.round(8 * Theme.fontScale)
        width: row.step - Math.round(4 * Theme.fontScale)
        visible: row.marker !== ""
        textBaseline: edit.firstBaseline
        text: row.marker
        task: row.task
        font: edit.font
        ink: edit.color
    }
    BlockEdit {
        id: edit

        x: row.textIndent
        width: row.columnWidth - x
        context: row.context
        row: row.index
        revision: row.revision
        caret: row.caret
        color: row.thought || row.quoteDepth > 0 ? Theme.muted : Theme.text
        font.pixelSize: {
            if (row.level === 1)
                return Theme.sizeTitle;
            if (row.level === 2)
                return Math.round(17 * Theme.fontScale);
            return row.thought ? Theme.sizeBody : Theme.sizeReading;
        }
        font.weight: row.level > 0 ? Theme.weightStrong : Theme.weightRegular
        Accessible.role: row.level > 0 ? Accessible.Heading : row.marker !== "" ? Accessible.ListItem : Accessible.StaticText
    }
}
