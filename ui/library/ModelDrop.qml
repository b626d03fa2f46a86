import QtQuick
import QtQuick.Layouts
import Hearth.Controls

/// Takes a file that is dropped anywhere on the page, and says so while it hovers.
DropArea {
    id: area

    property string text: qsTr("Drop it to use this model")

    signal dropOfFile(url file)

    onEntered: drag => drag.accepted = drag.hasUrls
    onDropped: drop => {
        if (drop.hasUrls && drop.urls.length > 0)
            dropOfFile(drop.urls[0]);
    }

    Rectangle {
        anchors.fill: parent
        anchors.margins: Theme.space4
        visible: area.containsDrag
        radius: Theme.radiusBubble
        color: Theme.accentSoft
        border.width: 2
        border.color: Theme.accent

        ColumnLayout {
            anchors.centerIn: parent
            spacing: Theme.space2

            Icon {
                Layout.alignment: Qt.AlignHCenter
                name: "models"
                size: 32
                color: Theme.accent
            }
            HLabel {
                Layout.alignment: Qt.AlignHCenter
                text: area.text
                font.pixelSize: Theme.sizeReading
                font.weight: Theme.weightStrong
            }
            HLabel {
                Layout.alignment: Qt.AlignHCenter
                text: qsTr("The file stays where it is.")
                color: Theme.muted
            }
        }
    }
}
