import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Library.Models

/// Offers to measure this computer, so that speeds can be predicted; shows how far that is, and then when and how
/// it was measured.
Rectangle {
    id: prompt

    required property SpeedProbe probe
    readonly property bool measuring: probe.state === SpeedProbe.Measuring
    /// There is nothing to do: a quiet line.
    readonly property bool settled: probe.state === SpeedProbe.Measured && !probe.disturbed && probe.problem === ""

    implicitHeight: line.implicitHeight + (settled ? 0 : 2 * Theme.space2)
    radius: Theme.radiusControl
    color: settled ? "transparent" : Theme.sunken
    border.width: settled ? 0 : 1
    border.color: Theme.line

    GridLayout {
        id: line

        anchors.verticalCenter: parent.verticalCenter
        x: prompt.settled ? 0 : Theme.space3
        width: parent.width - (prompt.settled ? 0 : Theme.space3 + Theme.space2)
        columns: width < 420 * Theme.fontScale ? 1 : 2
        columnSpacing: Theme.space3
        rowSpacing: Theme.space2

        ColumnLayout {
            Layout.fillWidth: true
            spacing: Theme.space1

            HLabel {
                Layout.fillWidth: true
                text: prompt.measuring ? qsTr("Measuring this computer…")
                                       : prompt.probe.problem !== "" ? prompt.probe.problem
                                       : prompt.probe.note !== "" ? prompt.probe.note
                                                                  : qsTr("How fast models would be is not known yet. Measuring takes about ten seconds.")
                color: prompt.measuring || prompt.settled ? Theme.muted
                                                          : prompt.probe.problem !== "" ? Theme.bad
                                                                                        : prompt.probe.disturbed ? Theme.warn : Theme.muted
                font.pixelSize: prompt.settled ? Theme.sizeSmall : Theme.sizeBody
                wrapMode: Text.Wrap
                elide: Text.ElideNone
            }
            HProgressBar {
                Layout.fillWidth: true
                visible: prompt.measuring
                value: prompt.probe.progress
                label: qsTr("Measuring this computer…")
            }
        }
        HButton {
            kind: prompt.settled ? HButton.Quiet : HButton.Plain
            compact: prompt.settled
            text: prompt.measuring ? qsTr("Cancel") : prompt.probe.state === SpeedProbe.Measured ? qsTr("Measure again") : qsTr("Measure this computer")
            onClicked: {
                if (prompt.measuring)
                    prompt.probe.cancel();
                else
                    prompt.probe.measure();
            }
        }
    }
}
