import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Chat.Models

/// A parameter of the side panel: its name, its control, what it does, and the way back to its default.
ColumnLayout {
    id: row

    required property ChatParameters parameters
    /// The property of ChatParameters it stands for.
    required property string parameter
    required property string label
    property string help
    default property alias control: slot.data

    readonly property bool changed: {
        parameters.revision;
        return !parameters.isDefaultValue(parameter);
    }

    objectName: "row_" + parameter
    Layout.fillWidth: true
    spacing: Theme.space1
    Accessible.role: Accessible.Grouping
    Accessible.name: label
    Accessible.description: help

    RowLayout {
        Layout.fillWidth: true
        spacing: Theme.space1

        HLabel {
            Layout.fillWidth: true
            Layout.minimumHeight: Theme.compactHeight
            text: row.label
            font.weight: Theme.weightMedium
            verticalAlignment: Text.AlignVCenter
            wrapMode: Text.Wrap
            elide: Text.ElideNone
            Accessible.ignored: true
        }
        IconButton {
            objectName: "reset"
            compact: true
            visible: row.changed
            iconName: "undo"
            iconSize: 14
            label: qsTr("%1: back to the default").arg(row.label)
            onClicked: row.parameters.reset(row.parameter)
        }
    }
    ColumnLayout {
        id: slot

        Layout.fillWidth: true
        spacing: Theme.space2
    }
    HLabel {
        Layout.fillWidth: true
        visible: text !== ""
        text: row.help
        color: Theme.faint
        font.pixelSize: Theme.sizeSmall
        lineHeight: Theme.cjk ? 1.1 : 1.2
        wrapMode: Text.Wrap
        elide: Text.ElideNone
        Accessible.ignored: true
    }
}
