import QtQuick
import QtQuick.Layouts
import QtQuick.Dialogs
import Hearth.Controls
import Hearth.Library.Models
import Hearth.Settings.Models

/// Where models are, and how much of this computer they may take.
SectionPage {
    id: section

    required property Settings settings
    property string modelFolder
    /// Null where the page has no hub to speak of.
    property HubAccess hub: null
    property HubToken token: null

    title: qsTr("Models and memory")
    text: qsTr("Changes to memory take effect the next time a model is loaded.")

    FormRow {
        Layout.fillWidth: true
        label: qsTr("Load the last model at start")
        help: qsTr("Not after Hearth ended unexpectedly.")

        HSwitch {
            label: qsTr("Load the last model at start")
            checked: section.settings.loadLastModel
            onToggled: section.settings.loadLastModel = checked
        }
    }
    FormRow {
        Layout.fillWidth: true
        label: qsTr("Offer models of other programs")
        help: qsTr("Those of Ollama, LM Studio and the Hugging Face cache, used in place. Nothing is moved or changed.")

        HSwitch {
            label: qsTr("Offer models of other programs")
            checked: section.settings.scanOtherPrograms
            onToggled: section.settings.scanOtherPrograms = checked
        }
    }

    ColumnLayout {
        Layout.fillWidth: true
        spacing: Theme.space2

        HLabel {
            text: qsTr("Folders with models")
            font.weight: Theme.weightMedium
        }
        FolderRow {
            Layout.fillWidth: true
            folder: section.modelFolder
            own: true
        }
        Repeater {
            model: section.settings.modelFolders

            FolderRow {
                required property string modelData

                Layout.fillWidth: true
                folder: modelData
                onRemoved: section.settings.removeModelFolder(modelData)
            }
        }
        HButton {
            iconName: "plus"
            text: qsTr("Add a folder")
            onClicked: dialogLoader.choose()
        }
    }

    FormRow {
        Layout.fillWidth: true
        label: qsTr("Length of a conversation")
        help: section.settings.contextAutomatic
              ? qsTr("Hearth chooses what fits into memory.")
              : qsTr("How many tokens a model keeps in view, question and answer together. A token is about three quarters of an English word, or one to two Chinese characters. Longer takes more memory.")

        HSpinBox {
            visible: !section.settings.contextAutomatic
            label: qsTr("Tokens")
            from: 256
            to: 1048576
            stepSize: 1024
            value: section.settings.contextSize
            onValueModified: section.settings.contextSize = value
        }
        AutomaticSwitch {
            checked: section.settings.contextAutomatic
            onToggled: section.settings.contextAutomatic = checked
        }
    }
    FormRow {
        Layout.fillWidth: true
        label: qsTr("Memory for chats")
        help: section.settings.chatMemoryAutomatic
              ? qsTr("Hearth sets aside what is useful and leaves the rest to other programs.")
              : qsTr("In MiB, besides the model itself. Shared by all chats that write at the same time.")

        HSpinBox {
            visible: !section.settings.chatMemoryAutomatic
            label: qsTr("MiB")
            from: 16
            to: 1048576
            stepSize: 256
            value: section.settings.chatMemoryMebibytes
            onValueModified: section.settings.chatMemoryMebibytes = value
        }
        AutomaticSwitch {
            checked: section.settings.chatMemoryAutomatic
            onToggled: section.settings.chatMemoryAutomatic = checked
        }
    }
    FormRow {
        Layout.fillWidth: true
        label: qsTr("Processor threads")
        help: section.settings.threadsAutomatic
              ? qsTr("As many as this computer has cores.")
              : qsTr("Fewer leave the computer more responsive; more than it has cores only slow the model down.")

        HSpinBox {
            visible: !section.settings.threadsAutomatic
            label: qsTr("Threads")
            from: 1
            to: 256
            value: section.settings.threadCount
            onValueModified: section.settings.threadCount = value
        }
        AutomaticSwitch {
            checked: section.settings.threadsAutomatic
            onToggled: section.settings.threadsAutomatic = checked
        }
    }

    Loader {
        Layout.fillWidth: true
        active: section.hub !== null && section.token !== null
        visible: active
        sourceComponent: HubSettings {
            settings: section.settings
            hub: section.hub
            token: section.token
        }
    }
    Loader {
        id: dialogLoader

        active: false

        function choose(): void {
            active = true;
            (item as FolderDialog).open();
        }
        sourceComponent: FolderDialog {
            title: qsTr("A folder with models")
            onAccepted: section.settings.addModelFolder(selectedFolder.toString())
        }
    }
}
