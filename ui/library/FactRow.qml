import QtQuick
import QtQuick.Layouts
import Hearth.Controls

/// A name and its value, below each other.
ColumnLayout {
    id: row

    required property string label
    required property string value
    /// A path: it may break anywhere.
    required property bool file

    spacing: 1
    Accessible.role: Accessible.StaticText
    Accessible.name: label + ": " + value

    HLabel {
        Layout.fillWidth: true
        text: row.label
        color: Theme.faint
        font.pixelSize: Theme.sizeSmall
        Accessible.ignored: true
    }
    HLabel {
        Layout.fillWidth: true
        text: row.value
        wrapMode: row.file ? Text.WrapAnywhere : Text.Wrap
        elide: Text.ElideNone
        Accessible.ignored: true
    }
}
