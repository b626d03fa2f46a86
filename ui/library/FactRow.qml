import QtQuick
import QtQuick.Layouts
import Hearth.Controls

/// A name and its value, below each other.
ColumnLayout {
    id: row

    required property string label
    required property string value

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
        wrapMode: Text.Wrap
        elide: Text.ElideNone
        Accessible.ignored: true
    }
}
