import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Library.Models

/// Why a hub did not answer, above a list that has something to show all the same.
Rectangle {
    id: strip

    required property string text
    required property int step

    signal retried
    signal stepWanted(int step)

    implicitHeight: line.implicitHeight + 2 * Theme.space2
    radius: Theme.radiusControl
    color: Theme.sunken
    border.width: 1
    border.color: Theme.line
    Accessible.role: Accessible.AlertMessage
    Accessible.name: text

    GridLayout {
        id: line

        anchors.verticalCenter: parent.verticalCenter
        x: Theme.space3
        width: parent.width - Theme.space3 - Theme.space2
        columns: width < 420 * Theme.fontScale ? 1 : 2
        columnSpacing: Theme.space3
        rowSpacing: Theme.space2

        RowLayout {
            Layout.fillWidth: true
            spacing: Theme.space2

            Icon {
                Layout.alignment: Qt.AlignTop
                name: strip.step === HubSearch.GoOnline ? "offline" : "error"
                size: 16
                color: Theme.muted
            }
            HLabel {
                Layout.fillWidth: true
                text: strip.text
                color: Theme.muted
                font.pixelSize: Theme.sizeSmall
                wrapMode: Text.Wrap
                elide: Text.ElideNone
                Accessible.ignored: true
            }
        }
        HButton {
            Layout.alignment: Qt.AlignRight
            visible: strip.step !== HubSearch.NoStep
            text: strip.step === HubSearch.GoOnline ? qsTr("Go online") : strip.step === HubSearch.GiveToken ? qsTr("Access token…") : qsTr("Try again")
            onClicked: {
                if (strip.step === HubSearch.GoOnline || strip.step === HubSearch.GiveToken)
                    strip.stepWanted(strip.step);
                else
                    strip.retried();
            }
        }
    }
}
