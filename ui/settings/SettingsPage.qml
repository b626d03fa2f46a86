import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Downloads.Models
import Hearth.Library.Models
import Hearth.Settings.Models
import Hearth.Shell.Models

/// All settings: sections at the left, the chosen one at the right. Everything takes effect at once; Undo takes the last
/// change back.
FocusScope {
    id: page

    required property Settings settings
    required property ShortcutTable shortcuts
    required property About about
    /// The requests that left this computer.
    property RequestLogModel requests: null
    /// The folder that Hearth's own models are in.
    property string modelFolder
    property HubAccess hub: null
    property HubToken token: null

    property int section: 0
    readonly property list<string> titles: [qsTr("General"), qsTr("Models and memory"), qsTr("Privacy"), qsTr("Shortcuts"), qsTr("About")]
    readonly property list<string> icons: ["palette", "memory", "eye-off", "keyboard", "info"]

    Rectangle {
        anchors.fill: parent
        color: Theme.window
    }

    RowLayout {
        anchors.fill: parent
        spacing: 0

        ColumnLayout {
            Layout.fillHeight: true
            Layout.preferredWidth: Theme.listWidth
            Layout.maximumWidth: Theme.listWidth
            spacing: Theme.space2

            HLabel {
                Layout.fillWidth: true
                Layout.margins: Theme.space3
                Layout.leftMargin: Theme.space4 + Theme.space1
                Layout.topMargin: Theme.space4
                text: qsTr("Settings")
                font.pixelSize: Theme.sizeReading
                font.weight: Theme.weightStrong
                Accessible.role: Accessible.Heading
            }
            HListView {
                id: list

                Layout.fillWidth: true
                Layout.fillHeight: true
                Layout.leftMargin: Theme.space3
                Layout.rightMargin: Theme.space3
                focus: true
                label: qsTr("Sections")
                model: page.titles
                currentIndex: page.section
                onCurrentIndexChanged: page.section = currentIndex
                delegate: ListRow {
                    required property int index
                    required property string modelData

                    width: ListView.view?.width ?? 0
                    title: modelData
                    iconName: page.icons[index]
                    selected: page.section === index
                    onClicked: page.section = index
                }
            }
            HButton {
                Layout.margins: Theme.space3
                Layout.fillWidth: true
                kind: HButton.Quiet
                iconName: "undo"
                enabled: page.settings.canUndo
                text: page.settings.canUndo ? qsTr("Undo: %1").arg(page.settings.undoText) : qsTr("Nothing to undo")
                onClicked: page.settings.undo()
            }
        }
        Rectangle {
            Layout.fillHeight: true
            Layout.preferredWidth: 1
            color: Theme.line
        }
        Loader {
            Layout.fillWidth: true
            Layout.fillHeight: true
            sourceComponent: [general, models, privacy, shortcutKeys, aboutHearth][page.section]
        }
    }

    Component {
        id: general

        GeneralSection {
            settings: page.settings
        }
    }
    Component {
        id: models

        ModelsSection {
            settings: page.settings
            modelFolder: page.modelFolder
            hub: page.hub
            token: page.token
        }
    }
    Component {
        id: privacy

        PrivacySection {
            settings: page.settings
            requests: page.requests
        }
    }
    Component {
        id: shortcutKeys

        ShortcutsSection {
            shortcuts: page.shortcuts
        }
    }
    Component {
        id: aboutHearth

        AboutSection {
            about: page.about
            onResetRequested: page.settings.resetAll()
        }
    }
}
