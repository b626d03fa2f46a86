import QtQuick
import QtQuick.Layouts
import Hearth.Controls

/// Takes a file that is dropped anywhere on the page, and says while it hovers that it will, or why it will not.
DropArea {
    id: area

    property string text: qsTr("Drop it to use this model")

    /// Why the file that hovers cannot be taken, set on entry; empty where it can.
    property string refusal

    signal entryOfFile(url file)
    signal dropOfFile(url file)
    /// One more of the same drop.
    signal dropOfMore(url file)

    onEntered: drag => {
        drag.accepted = drag.hasUrls && drag.urls.length > 0;
        for (let i = 0; i < drag.urls.length && (i === 0 || refusal !== ""); ++i)
            entryOfFile(drag.urls[i]);
    }
    onDropped: drop => {
        for (let i = 0; i < drop.urls.length; ++i) {
            if (i === 0)
                dropOfFile(drop.urls[i]);
            else
                dropOfMore(drop.urls[i]);
        }
    }

    Rectangle {
        anchors.fill: parent
        anchors.margins: Theme.space4
        visible: area.containsDrag
        radius: Theme.radiusBubble
        color: area.refusal === "" ? Theme.accentSoft : Theme.surface
        border.width: 2
        border.color: area.refusal === "" ? Theme.accent : Theme.bad

        ColumnLayout {
            anchors.centerIn: parent
            width: Math.min(parent.width - 2 * Theme.space6, 560 * Theme.fontScale)
            spacing: Theme.space2

            Icon {
                Layout.alignment: Qt.AlignHCenter
                name: area.refusal === "" ? "models" : "error"
                size: 32
                color: area.refusal === "" ? Theme.accent : Theme.bad
            }
            HLabel {
                Layout.fillWidth: true
                horizontalAlignment: Text.AlignHCenter
                wrapMode: Text.Wrap
                elide: Text.ElideNone
                text: area.refusal === "" ? area.text : qsTr("This file cannot be added")
                font.pixelSize: Theme.sizeReading
                font.weight: Theme.weightStrong
            }
            HLabel {
                Layout.fillWidth: true
                horizontalAlignment: Text.AlignHCenter
                wrapMode: Text.Wrap
                elide: Text.ElideNone
                text: area.refusal === "" ? qsTr("The file stays where it is.") : area.refusal
                color: Theme.muted
            }
        }
    }
}
