import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Downloads.Models

/// A download that has not ended: how far it is, and the buttons that pause, resume and end it.
ColumnLayout {
    id: row

    required property string title
    required property string status
    required property string problem
    required property real progress
    required property int downloadState

    readonly property bool running: downloadState === Downloads.Running

    signal paused
    signal resumed
    signal cancelled

    spacing: Theme.space1
    Accessible.role: Accessible.Grouping
    Accessible.name: title
    Accessible.description: problem === "" ? status : problem

    RowLayout {
        Layout.fillWidth: true
        spacing: Theme.space1

        HLabel {
            Layout.fillWidth: true
            text: row.title
            font.weight: Theme.weightMedium
        }
        IconButton {
            compact: true
            iconName: row.running ? "pause" : row.downloadState === Downloads.Failed ? "refresh" : "play"
            label: row.running ? qsTr("Pause") : row.downloadState === Downloads.Failed ? qsTr("Try again") : qsTr("Resume")
            onClicked: {
                if (row.running)
                    row.paused();
                else
                    row.resumed();
            }
        }
        IconButton {
            compact: true
            iconName: "close"
            label: qsTr("Cancel the download and remove what has come")
            onClicked: row.cancelled()
        }
    }
    ProgressLine {
        Layout.fillWidth: true
        value: row.progress
        status: row.status
        label: qsTr("Download of %1").arg(row.title)
        resting: !row.running
    }
    HLabel {
        Layout.fillWidth: true
        visible: text !== ""
        text: row.problem
        color: row.downloadState === Downloads.Failed ? Theme.bad : Theme.muted
        font.pixelSize: Theme.sizeSmall
        wrapMode: Text.Wrap
        elide: Text.ElideNone
    }
}
