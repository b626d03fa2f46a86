import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Shell.Models

/// The bottom line of a window: the model and its memory at the left, what is going on at the right.
Rectangle {
    id: bar

    required property StatusLine status

    signal modelChosen
    signal offlineChosen
    signal downloadsChosen

    implicitHeight: Theme.statusHeight
    color: Theme.sunken
    Accessible.role: Accessible.StatusBar
    Accessible.name: qsTr("Status")

    component Word: HLabel {
        color: Theme.muted
        font.pixelSize: Theme.sizeTiny
        tipWhenCut: true
    }

    Rectangle {
        width: parent.width
        height: 1
        color: Theme.line
    }

    RowLayout {
        anchors.fill: parent
        anchors.leftMargin: Theme.space3
        anchors.rightMargin: Theme.space3
        spacing: Theme.space3

        StatusWord {
            Layout.fillWidth: true
            Layout.maximumWidth: implicitWidth
            Layout.minimumWidth: 60
            text: bar.status.model
            strong: bar.status.loaded
            tip: bar.status.modelDetail
            onClicked: bar.modelChosen()
        }
        HProgressBar {
            Layout.preferredWidth: 120 * Theme.fontScale
            visible: bar.status.loading
            value: bar.status.loadProgress
            label: bar.status.model
        }
        MeterBar {
            Layout.preferredWidth: 160 * Theme.fontScale
            Layout.minimumWidth: 40
            visible: bar.status.loaded
            label: qsTr("Memory")
            segments: [
                { "value": bar.status.weightShare, "color": Theme.weights, "label": qsTr("Model") },
                { "value": bar.status.chatShare, "color": Theme.chats, "label": qsTr("Chats that are writing") },
                { "value": bar.status.reservedShare, "color": Theme.kept, "label": qsTr("Set aside for chats") }
            ]

            HoverHandler {
                id: overMeter
            }
            TipLoader {
                shown: overMeter.hovered
                text: bar.status.memoryDetail
            }
        }
        Word {
            id: memory

            text: bar.status.memoryText
            tipWhenCut: false

            HoverHandler {
                id: overMemory
            }
            TipLoader {
                shown: overMemory.hovered
                text: bar.status.memoryDetail
            }
        }
        Item {
            Layout.fillWidth: true
        }
        StatusWord {
            visible: text !== ""
            text: bar.status.downloadText
            iconName: "download"
            tip: qsTr("Show the downloads")
            onClicked: bar.downloadsChosen()
        }
        Word {
            visible: text !== ""
            text: bar.status.queueText
        }
        Word {
            visible: text !== ""
            text: bar.status.writingText
        }
        Word {
            // The number changes several times a second: its place does not.
            Layout.minimumWidth: widest.advanceWidth
            visible: text !== ""
            text: bar.status.speedText
            horizontalAlignment: Text.AlignRight
            color: Theme.text
            font.weight: Theme.weightStrong

            TextMetrics {
                id: widest

                font.family: Theme.familySans
                font.pixelSize: Theme.sizeTiny
                font.weight: Theme.weightStrong
                text: bar.status.speedText.replace(/[0-9]/g, "0")
            }
        }
        StatusWord {
            visible: bar.status.offline
            text: qsTr("Offline")
            iconName: "offline"
            tip: qsTr("Hearth opens no connection to anywhere")
            onClicked: bar.offlineChosen()
        }
    }
}
