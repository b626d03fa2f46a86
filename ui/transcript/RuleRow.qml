import QtQuick
import Hearth.Controls

/// A break between two subjects.
TranscriptRow {
    id: row

    Item {
        x: row.thoughtIndent
        width: row.columnWidth - x
        height: Theme.space2

        Rectangle {
            anchors.centerIn: parent
            width: parent.width
            height: 1
            color: Theme.line
        }
    }
}
