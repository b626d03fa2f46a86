import QtQuick
import QtQuick.Templates as T

/// Panes with a line between them to drag, or to move with the arrow keys. Panes say their measures through the attached
/// `SplitView` (import QtQuick.Controls); `saveState` and `restoreState` keep what the person chose, `resized` says when.
T.SplitView {
    id: control

    signal resized

    onResizingChanged: if (!resizing) resized()

    handle: SplitGrip {
        label: qsTr("Line between two panels")
        onMoved: (parent as HSplitView).resized()
    }
}
