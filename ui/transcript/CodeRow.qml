import QtQuick
import Hearth.Controls

/// Code on its own ground, with its language, wrapping and copying above it. Very long code comes in several rows that
/// look like one.
TranscriptRow {
    id: row

    required property int listDepth
    required property int quoteDepth
    required property string language
    required property bool continues
    required property bool continued
    required property bool caret

    readonly property real indent: thoughtIndent + quoteDepth * Theme.space4 + listDepth * Math.round(22 * Theme.fontScale)

    function offsetAt(x: real, y: real): int {
        const point = mapToItem(edit, x, y);
        return edit.offsetAt(point.x, point.y);
    }

    JoinedGround {
        x: row.indent
        width: row.columnWidth - x
        height: code.y + code.height + (row.continued ? 0 : Theme.space3)
        joinsAbove: row.continues
        joinsBelow: row.continued
        radius: Theme.radiusCard - 2
        ground: Theme.code
        outline: Theme.line

        CodeHead {
            id: head

            width: parent.width
            visible: !row.continues
            language: row.language
            wraps: row.context.wrapCode
            onWrapRequested: row.context.wrapCode = !row.context.wrapCode
            onCopyRequested: row.context.selection.copyCode(row.index)
        }
        SidewaysScroller {
            id: code

            x: Theme.space3
            y: row.continues ? 0 : head.height
            width: parent.width - 2 * Theme.space3
            contentWidth: row.context.wrapCode ? width : Math.max(width, edit.naturalWidth)
            contentHeight: edit.height

            BlockEdit {
                id: edit

                width: row.context.wrapCode ? code.width : Math.max(naturalWidth, code.width)
                context: row.context
                row: row.index
                revision: row.revision
                caret: row.caret
                wrapMode: row.context.wrapCode ? TextEdit.WrapAtWordBoundaryOrAnywhere : TextEdit.NoWrap
                horizontalAlignment: TextEdit.AlignLeft
                LayoutMirroring.enabled: false
                font.family: Theme.familyMono
                font.pixelSize: Theme.sizeBody
            }
        }
    }
}
