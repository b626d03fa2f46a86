import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Chat.Models

/// The presets: choose one for this chat, keep what the chat uses as one, rename and delete.
RowLayout {
    id: picker

    required property ChatParameters parameters
    required property PresetListModel presets

    readonly property int current: {
        presets.count;
        return presets.rowNamed(parameters.presetName);
    }

    /// The preset this chat used before something was changed.
    property string lastName

    spacing: Theme.space1

    HComboBox {
        Layout.fillWidth: true
        label: qsTr("Preset")
        model: picker.presets
        textRole: "name"
        enabled: picker.presets.count > 0
        currentIndex: picker.current
        displayText: picker.current >= 0 ? picker.parameters.presetName
                                         : picker.presets.count > 0 ? qsTr("No preset") : qsTr("No presets yet")
        onActivated: index => {
            picker.presets.apply(index, picker.parameters);
            currentIndex = Qt.binding(() => picker.current);
        }
    }
    IconButton {
        id: moreButton

        iconName: "more"
        label: qsTr("Presets: more")
        onClicked: menu.popup(moreButton, 0, moreButton.height + Theme.space1)

        HMenu {
            id: menu

            HMenuItem {
                text: qsTr("Keep as a new preset…")
                iconName: "plus"
                onTriggered: createDialog.open()
            }
            HMenuItem {
                text: qsTr("Update “%1”").arg(picker.lastName)
                iconName: "check"
                visible: picker.lastName !== "" && picker.current < 0
                height: visible ? implicitHeight : 0
                onTriggered: picker.presets.update(picker.presets.rowNamed(picker.lastName), picker.parameters)
            }
            HMenuItem {
                text: qsTr("Rename…")
                iconName: "edit"
                enabled: picker.current >= 0
                onTriggered: renameDialog.open()
            }
            HMenuSeparator {}
            HMenuItem {
                text: qsTr("Delete")
                iconName: "trash"
                danger: true
                enabled: picker.current >= 0
                onTriggered: picker.presets.remove(picker.current)
            }
        }
    }
    Connections {
        target: picker.parameters

        function onChanged(): void {
            if (picker.parameters.presetName !== "")
                picker.lastName = picker.parameters.presetName;
        }
    }
    Component.onCompleted: picker.lastName = parameters.presetName

    NameDialog {
        id: createDialog

        title: qsTr("Keep as a preset")
        text: qsTr("The system prompt and the settings of this chat, to use in other chats.")
        label: qsTr("Name of the preset")
        primaryText: qsTr("Save")
        problemOf: name => picker.presets.nameProblem(name, -1)
        onNamed: name => picker.presets.create(name, picker.parameters)
    }
    NameDialog {
        id: renameDialog

        title: qsTr("Rename the preset")
        label: qsTr("Name of the preset")
        primaryText: qsTr("Rename")
        startName: picker.parameters.presetName
        problemOf: name => picker.presets.nameProblem(name, picker.current)
        onNamed: name => picker.presets.rename(picker.current, name)
    }
}
