import QtQuick
import QtQuick.Layouts
import QtQuick.Templates as T
import Hearth.Controls
import Hearth.Chat.Models
import Hearth.Engine.Models

/// How the model is asked in this chat: model, system prompt, and how it chooses its words.
FocusScope {
    id: panel

    required property ChatSession session
    required property ActiveModel activeModel
    required property PresetListModel presets

    readonly property ChatParameters parameters: session.parameters

    signal modelPressed
    signal closed

    implicitWidth: 320
    Accessible.role: Accessible.Pane
    Accessible.name: qsTr("Settings of this chat")
    Keys.onEscapePressed: closed()

    Rectangle {
        anchors.fill: parent
        color: Theme.surface
    }
    Rectangle {
        width: 1
        height: parent.height
        color: Theme.line
    }
    ColumnLayout {
        anchors.fill: parent
        anchors.leftMargin: 1
        spacing: 0

        RowLayout {
            Layout.fillWidth: true
            Layout.leftMargin: Theme.space4
            Layout.rightMargin: Theme.space2
            Layout.minimumHeight: 48

            HLabel {
                Layout.fillWidth: true
                text: qsTr("This chat")
                font.weight: Theme.weightStrong
                Accessible.role: Accessible.Heading
            }
            IconButton {
                compact: true
                iconName: "close"
                iconSize: 16
                label: qsTr("Hide the settings of this chat")
                shortcutText: qsTr("Esc")
                onClicked: panel.closed()
            }
        }
        Flickable {
            id: flickable

            Layout.fillWidth: true
            Layout.fillHeight: true
            contentHeight: content.implicitHeight + Theme.space6
            boundsBehavior: Flickable.StopAtBounds
            clip: true
            T.ScrollBar.vertical: HScrollBar {}

            ColumnLayout {
                id: content

                x: Theme.space4
                width: flickable.width - 2 * Theme.space4
                spacing: Theme.space4

                ColumnLayout {
                    Layout.fillWidth: true
                    spacing: Theme.space1

                    SectionLabel {
                        text: qsTr("Model")
                    }
                    ModelButton {
                        Layout.fillWidth: true
                        activeModel: panel.activeModel
                        onClicked: panel.modelPressed()
                    }
                    HLabel {
                        Layout.fillWidth: true
                        text: qsTr("All chats use the same model. Each answer remembers which one wrote it.")
                        color: Theme.faint
                        font.pixelSize: Theme.sizeSmall
                        wrapMode: Text.Wrap
                        elide: Text.ElideNone
                    }
                }
                ColumnLayout {
                    Layout.fillWidth: true
                    spacing: Theme.space2

                    SectionLabel {
                        text: qsTr("Preset")
                    }
                    PresetPicker {
                        Layout.fillWidth: true
                        parameters: panel.parameters
                        presets: panel.presets
                    }
                }
                ColumnLayout {
                    Layout.fillWidth: true
                    spacing: Theme.space2

                    SectionLabel {
                        text: qsTr("System prompt")
                    }
                    HTextArea {
                        id: prompt

                        objectName: "systemPrompt"

                        Layout.fillWidth: true
                        label: qsTr("System prompt")
                        placeholderText: qsTr("Who the model should be and how it should answer, for example: “You are a patient teacher. Answer in short sentences.”")
                        minimumLines: 4
                        maximumLines: 12
                        text: panel.parameters.systemPrompt
                        onTextChanged: panel.parameters.systemPrompt = text

                        Connections {
                            target: panel.parameters

                            function onChanged(): void {
                                if (prompt.text !== panel.parameters.systemPrompt)
                                    prompt.text = panel.parameters.systemPrompt;
                            }
                        }
                    }
                }
                RowLayout {
                    Layout.fillWidth: true
                    Layout.minimumHeight: Theme.compactHeight

                    SectionLabel {
                        Layout.fillWidth: true
                        text: qsTr("How it writes")
                    }
                    HButton {
                        compact: true
                        kind: HButton.Quiet
                        visible: !panel.parameters.isDefault
                        text: qsTr("All to default")
                        onClicked: panel.parameters.resetAll()
                    }
                }
                SamplingSettings {
                    objectName: "sampling"
                    Layout.fillWidth: true
                    parameters: panel.parameters
                }
            }
        }
        NoticeBar {
            Layout.fillWidth: true
            Layout.margins: Theme.space2
            visible: text !== ""
            tone: NoticeBar.Problem
            text: panel.parameters.error
        }
    }
}
