import QtQuick
import Hearth.Controls

/// What all rows have: the space above, the column in the middle, and the message they belong to.
Item {
    id: row

    required property RowContext context
    required property int index
    required property int revision
    required property double messageKey
    required property int spaceAbove
    required property bool thought

    /// Where the row's own content goes.
    default property alias content: column.data
    readonly property real columnWidth: column.width
    readonly property bool messageHovered: context.hoveredKey === messageKey
    /// Width that the mark beside thinking takes.
    readonly property real thoughtIndent: thought ? Theme.space4 : 0

    /// The place in the row's text nearest to a point; rows without text have one place.
    function offsetAt(x: real, y: real): int {
        return 0;
    }
    function linkAt(x: real, y: real): string {
        return "";
    }

    // A row that waits for another use stays among the items of the list: no Tab may reach it, and no assistive program.
    ListView.onPooled: visible = false
    ListView.onReused: visible = true

    width: context.rowWidth
    height: column.height + Math.round(spaceAbove * Theme.fontScale)

    HoverHandler {
        onHoveredChanged: {
            if (hovered)
                row.context.hoveredKey = row.messageKey;
            else if (row.messageHovered)
                row.context.hoveredKey = 0;
        }
    }
    Rectangle {
        x: column.x
        width: 2
        height: row.height
        visible: row.thought
        color: Theme.line
    }
    Item {
        id: column

        x: Math.round((row.width - width) / 2)
        y: Math.round(row.spaceAbove * Theme.fontScale)
        width: row.context.columnWidth
        height: childrenRect.height
    }
}
