import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Chat.Models

/// Texts that end an answer.
ParameterRow {
    id: row

    parameter: "stopStrings"
    label: qsTr("Stop strings")
    help: qsTr("The answer ends where one of these would appear; it is not shown.")

    function add(): void {
        if (field.text === "")
            return;
        row.parameters.addStopString(field.text);
        if (row.parameters.error === "")
            field.clear();
    }

    Flow {
        Layout.fillWidth: true
        visible: row.parameters.stopStrings.length > 0
        spacing: Theme.space1 + 2

        Repeater {
            model: row.parameters.stopStrings

            Chip {
                required property int index
                required property string modelData

                width: Math.min(implicitWidth, parent.width)
                text: modelData
                removable: true
                onRemoveRequested: row.parameters.removeStopString(index)
            }
        }
    }
    RowLayout {
        spacing: Theme.space2

        HTextField {
            id: field

            objectName: "newStopString"

            Layout.fillWidth: true
            label: qsTr("New stop string")
            placeholderText: qsTr("New stop string")
            maximumLength: 256
            Keys.onReturnPressed: row.add()
            Keys.onEnterPressed: row.add()
        }
        IconButton {
            iconName: "plus"
            label: qsTr("Add the stop string")
            enabled: field.text !== ""
            onClicked: row.add()
        }
    }
}
