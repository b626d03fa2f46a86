import QtQuick
import QtQuick.Layouts
import Hearth.Controls

/// A bar and what it stands for.
ColumnLayout {
    id: line

    required property real value
    required property string status
    required property string label
    property bool indeterminate: false
    property bool resting: false

    spacing: Theme.space1

    HProgressBar {
        Layout.fillWidth: true
        value: line.value
        indeterminate: line.indeterminate
        label: line.label
        color: line.resting ? Theme.muted : Theme.accent
    }
    HLabel {
        Layout.fillWidth: true
        visible: text !== ""
        text: line.status
        color: Theme.muted
        font.pixelSize: Theme.sizeSmall
    }
}
