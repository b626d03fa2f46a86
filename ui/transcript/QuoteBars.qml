import QtQuick
import Hearth.Controls

/// A line beside quoted text for each depth.
Row {
    id: bars

    property int depth: 0
    /// How far the bars reach up to those of the row above.
    property real bridge: 0

    spacing: Theme.space4 - 3

    Repeater {
        model: bars.depth

        Rectangle {
            width: 3
            height: bars.height
            radius: bars.bridge > 0 ? 0 : 1.5
            color: Theme.line
        }
    }
}
