import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Library.Models

/// Offers to measure this computer, so that speeds can be predicted; shows how far that is.
Rectangle {
    id: prompt

    required property SpeedProbe probe
    readonly property bool measuring: probe.state === SpeedProbe.Measuring

    implicitHeight: line.implicitHeight + 2 * Theme.space2
    radius: Theme.radiusControl
    color: Theme.sunken
    border.width: 1
    border.color: Theme.line

    GridLayout {
        id: line

        anchors.verticalCenter: parent.verticalCenter
        x: Theme.space3
        width: parent.width - Theme.space3 - Theme.space2
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
                                                                     : qsTr("How fast models would be is not known yet. Measuring takes about ten seconds.")
                color: prompt.probe.problem !== "" && !prompt.measuring ? Theme.bad : Theme.muted
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
            text: prompt.measuring ? qsTr("Cancel") : qsTr("Measure this computer")
            onClicked: {
                if (prompt.measuring)
                    prompt.probe.cancel();
                else
                    prompt.probe.measure();
            }
        }
    }
}
