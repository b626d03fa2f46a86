import QtQuick
import Hearth.Transcript.Models

/// The pointer over the texts: presses, drags over rows and beyond the edges, double and triple clicks, links, the menu.
/// It lies below the rows, so what they do not take comes here.
MouseArea {
    id: area

    required property ListView list
    required property SelectionController selection

    signal linkActivated(string target)
    signal scrollRequested(real distance)
    signal menuRequested(real x, real y, double messageKey, string link)

    property int clicks: 0
    property real pressX: 0
    property real pressY: 0
    property real pointerX: 0
    property real pointerY: 0
    property bool dragged: false
    /// The list has the focus because of a press here.
    property bool gaveFocus: false

    /// The row at a point of the area, else the nearest one of those that exist.
    function rowAt(x: real, y: real): TranscriptRow {
        const inside = Math.max(0, Math.min(y, height - 1));
        const middle = list.width / 2;
        for (let distance = 0; distance <= height; distance += 24) {
            const above = list.itemAt(middle, list.contentY + inside - distance) as TranscriptRow;
            if (above)
                return above;
        }
        return list.itemAt(middle, list.contentY + inside + 24) as TranscriptRow;
    }
    function offsetIn(row: TranscriptRow, x: real, y: real): int {
        const point = mapToItem(row, x, y);
        return row.offsetAt(point.x, point.y);
    }
    function linkAt(x: real, y: real): string {
        const row = rowAt(x, y);
        if (!row)
            return "";
        const point = mapToItem(row, x, y);
        return row.linkAt(point.x, point.y);
    }
    function extend(): void {
        const row = rowAt(pointerX, pointerY);
        if (row)
            selection.extendTo(row.index, offsetIn(row, pointerX, pointerY));
    }
    function unit(): int {
        return clicks >= 3 ? SelectionController.Blocks : clicks === 2 ? SelectionController.Words : SelectionController.Characters;
    }

    acceptedButtons: Qt.LeftButton | Qt.RightButton
    preventStealing: true

    onPressed: mouse => {
        gaveFocus = true;
        list.forceActiveFocus(Qt.MouseFocusReason);
        const row = rowAt(mouse.x, mouse.y);
        if (mouse.button === Qt.RightButton) {
            menuRequested(mouse.x, mouse.y, row ? row.messageKey : 0, linkAt(mouse.x, mouse.y));
            return;
        }
        pointerX = pressX = mouse.x;
        pointerY = pressY = mouse.y;
        dragged = false;
        if (!row)
            return;
        const again = repeat.running && Math.abs(mouse.x - repeat.x) < 6 && Math.abs(mouse.y - repeat.y) < 6;
        clicks = again ? clicks % 3 + 1 : 1;
        repeat.x = mouse.x;
        repeat.y = mouse.y;
        repeat.restart();
        if (mouse.modifiers & Qt.ShiftModifier)
            extend();
        else
            selection.begin(row.index, offsetIn(row, mouse.x, mouse.y), unit());
    }
    onPositionChanged: mouse => {
        if (!(pressedButtons & Qt.LeftButton))
            return;
        pointerX = mouse.x;
        pointerY = mouse.y;
        if (!dragged && Math.abs(mouse.x - pressX) + Math.abs(mouse.y - pressY) < 4)
            return;
        dragged = true;
        extend();
    }
    onReleased: mouse => {
        if (mouse.button !== Qt.LeftButton)
            return;
        selection.copyToSelection();
        const link = dragged || clicks > 1 ? "" : linkAt(mouse.x, mouse.y);
        if (link !== "")
            linkActivated(link);
    }

    Timer {
        id: repeat

        property real x: 0
        property real y: 0

        interval: Application.styleHints.mouseDoubleClickInterval
    }
    Timer {
        interval: 16
        repeat: true
        running: area.dragged && (area.pressedButtons & Qt.LeftButton) && (area.pointerY < 0 || area.pointerY > area.height)
        onTriggered: {
            const beyond = area.pointerY < 0 ? area.pointerY : area.pointerY - area.height;
            area.scrollRequested(beyond / 4);
            area.extend();
        }
    }
}
