import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Downloads.Models

/// One download: what comes from where, how far it is, why it stopped, and what can be done.
FocusScope {
    id: card

    required property string title
    required property string stage
    required property string status
    required property string problem
    required property string note
    required property real progress
    required property int downloadState
    /// It goes on by itself once the models have moved.
    required property bool held
    /// There is another one above it.
    property bool divided: false

    readonly property bool running: downloadState === Downloads.Running
    readonly property bool failed: downloadState === Downloads.Failed
    readonly property bool finished: downloadState === Downloads.Finished
    readonly property bool narrow: width < 640 * Theme.fontScale

    signal paused
    signal resumed
    signal cancelled
    signal dismissed
    signal used

    implicitHeight: grid.implicitHeight + 2 * Theme.space3
    Accessible.role: Accessible.Grouping
    Accessible.name: title
    Accessible.description: [status, stage, problem, note].filter(part => part !== "").join(", ")

    Divider {
        width: parent.width
        visible: card.divided
    }
    GridLayout {
        id: grid

        anchors.verticalCenter: parent.verticalCenter
        x: Theme.space4
        width: parent.width - 2 * Theme.space4
        columns: card.narrow ? 1 : 2
        columnSpacing: Theme.space4
        rowSpacing: Theme.space2

        ColumnLayout {
            Layout.fillWidth: true
            spacing: Theme.space1 + 2

            RowLayout {
                Layout.fillWidth: true
                spacing: Theme.space2

                Icon {
                    visible: card.failed || card.finished
                    name: card.failed ? "error" : "check"
                    size: 16
                    color: card.failed ? Theme.bad : Theme.good
                }
                HLabel {
                    Layout.fillWidth: true
                    Layout.maximumWidth: Math.ceil(implicitWidth)
                    text: card.title
                    font.weight: Theme.weightStrong
                    Accessible.ignored: true
                }
                HLabel {
                    Layout.fillWidth: true
                    Layout.alignment: Qt.AlignBaseline
                    text: card.stage
                    color: Theme.muted
                    font.pixelSize: Theme.sizeSmall
                    Accessible.ignored: true
                }
                HLabel {
                    visible: !card.narrow
                    text: card.status
                    font.pixelSize: Theme.sizeSmall
                    Accessible.ignored: true
                }
            }
            HProgressBar {
                Layout.fillWidth: true
                visible: !card.finished
                value: card.progress
                label: qsTr("Download of %1").arg(card.title)
                color: card.running ? Theme.accent : Theme.muted
            }
            HLabel {
                Layout.fillWidth: true
                visible: card.narrow
                text: card.status
                font.pixelSize: Theme.sizeSmall
                Accessible.ignored: true
            }
            HLabel {
                Layout.fillWidth: true
                visible: text !== ""
                text: card.problem !== "" ? card.problem : card.note
                color: card.failed ? Theme.bad : Theme.muted
                font.pixelSize: Theme.sizeSmall
                wrapMode: Text.Wrap
                elide: Text.ElideNone
                Accessible.role: card.failed ? Accessible.AlertMessage : Accessible.StaticText
            }
        }
        RowLayout {
            Layout.alignment: Qt.AlignRight | Qt.AlignVCenter
            Layout.fillWidth: false
            spacing: Theme.space2

            HButton {
                focus: true
                // As wide whatever it says, so that the bars of all downloads end below each other.
                Layout.minimumWidth: Math.max(implicitWidth, Math.round(88 * Theme.fontScale))
                enabled: !card.held
                kind: card.finished ? HButton.Filled : HButton.Plain
                text: card.finished ? qsTr("Use in chat") : card.running ? qsTr("Pause") : card.failed ? qsTr("Try again") : qsTr("Resume")
                Accessible.name: text + ", " + card.title
                onClicked: {
                    if (card.finished)
                        card.used();
                    else if (card.running)
                        card.paused();
                    else
                        card.resumed();
                }
            }
            HButton {
                visible: !card.finished
                text: qsTr("Cancel")
                tip: qsTr("Ends the download and removes what has come")
                Accessible.name: text + ", " + card.title
                onClicked: card.cancelled()
            }
            IconButton {
                visible: card.finished
                iconName: "close"
                iconSize: 16
                label: qsTr("Take %1 off this list").arg(card.title)
                onClicked: card.dismissed()
            }
        }
    }
}
