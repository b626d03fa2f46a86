import QtQuick
import Hearth.Transcript.Models

/// What the rows of one transcript share.
QtObject {
    /// Set by the list, between the rows of one conversation and those of the next.
    property TranscriptModel model: null
    required property SelectionController selection
    required property TextAppearance appearance
    /// Width of the view, and of the column that is read.
    property real rowWidth: 0
    property real columnWidth: 0
    /// The message under the pointer; 0 for none.
    property double hoveredKey: 0
    property bool wrapCode: false
    /// Whether the messages can be edited, continued and deleted.
    property bool readOnly: false
    /// The model that answers now, empty where there is none: answers of others tell which one wrote them.
    property string modelInUse

    signal actionRequested(string action, double messageKey)
    /// A row wants to be seen whole, since it has the keyboard.
    signal revealRequested(int row)
}
