import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Shell.Models

/// Which Hearth this is, where its data are, and whose work it is made with.
SectionPage {
    id: section

    required property About about

    signal resetRequested

    title: qsTr("Hearth %1").arg(about.version)
    text: qsTr("Runs language models on your own computer. Free software under the Apache licence, version 2.0.")

    FormRow {
        Layout.fillWidth: true
        label: qsTr("Your data")
        help: section.about.dataFolder

        HButton {
            text: qsTr("Open the folder")
            iconName: "folder"
            onClicked: section.about.openDataFolder()
        }
    }
    FormRow {
        Layout.fillWidth: true
        label: qsTr("This window")
        help: [section.about.rendererText, qsTr("Qt %1").arg(section.about.qtVersion)].filter(part => part !== "").join("\n")

        HButton {
            text: qsTr("Copy details")
            iconName: "copy"
            tip: qsTr("Versions and system, for a report of a fault")
            onClicked: section.about.copyDetails()
        }
    }
    FormRow {
        Layout.fillWidth: true
        label: qsTr("Restore default settings")
        help: qsTr("Chats and models stay. Can be undone.")

        HButton {
            text: qsTr("Reset settings")
            onClicked: section.resetRequested()
        }
    }
    ColumnLayout {
        Layout.fillWidth: true
        spacing: Theme.space2

        HLabel {
            text: qsTr("Made with")
            font.weight: Theme.weightMedium
        }
        Repeater {
            model: section.about.parts

            RowLayout {
                id: part

                required property var modelData

                Layout.fillWidth: true
                spacing: Theme.space3
                Accessible.role: Accessible.ListItem
                Accessible.name: [modelData.name, modelData.use, modelData.licence].join(", ")

                HLabel {
                    Layout.preferredWidth: 140 * Theme.fontScale
                    text: part.modelData.name
                    Accessible.ignored: true
                }
                HLabel {
                    Layout.fillWidth: true
                    text: part.modelData.use
                    color: Theme.muted
                    Accessible.ignored: true
                }
                HLabel {
                    text: part.modelData.licence
                    color: Theme.muted
                    Accessible.ignored: true
                }
            }
        }
    }
}
