import QtQuick
import Hearth.Controls
import Hearth.Transcript.Models

/// The text of a row: read-only, filled, named and selected from C++, never through a parser of markup.
TextEdit {
    id: edit

    required property RowContext context
    property alias row: filler.row
    property alias revision: filler.revision
    property alias caret: filler.caret
    property alias available: filler.available
    readonly property alias tableWidth: filler.tableWidth
    readonly property alias firstBaseline: filler.firstBaseline
    readonly property alias naturalWidth: filler.naturalWidth
    readonly property alias rowLines: filler.rowLines

    function offsetAt(x: real, y: real): int {
        return filler.offsetAt(x, y);
    }
    function linkUnder(x: real, y: real): string {
        return filler.linkAt(x, y);
    }

    readOnly: true
    selectByMouse: false
    selectByKeyboard: false
    activeFocusOnPress: false
    persistentSelection: true
    textFormat: TextEdit.PlainText
    wrapMode: TextEdit.Wrap
    color: Theme.text
    selectionColor: Theme.selection
    selectedTextColor: Theme.text
    font.family: Theme.familySans
    font.pixelSize: Theme.sizeReading
    onLinkHovered: link => filler.showCursor(link !== "")
    Accessible.role: Accessible.StaticText

    BlockText {
        id: filler

        edit: edit
        model: edit.context.model
        selection: edit.context.selection
        appearance: edit.context.appearance
    }
}
