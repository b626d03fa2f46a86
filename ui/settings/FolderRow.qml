import QtQuick
import QtQuick.Layouts
import Hearth.Controls

/// One folder that is looked through for models. Hearth's own cannot be taken away.
Rectangle {
    id: row

    property string folder
    property bool own: false

    signal removed

    implicitHeight: Math.max(Theme.controlHeight + Theme.space1, line.implicitHeight + Theme.space2)
    radius: Theme.radiusControl
    color: Theme.surface
    border.width: 1
    border.color: Theme.line

    RowLayout {
        id: line

        anchors.fill: parent
        anchors.leftMargin: Theme.space3
        anchors.rightMargin: Theme.space1
        spacing: Theme.space2

        Icon {
            name: "folder"
            size: 16
        }
        HLabel {
            Layout.fillWidth: true
            text: row.folder
            elide: Text.ElideMiddle
        }
        HLabel {
            Layout.rightMargin: Theme.space2
            visible: row.own
            text: qsTr("Hearth's own")
            color: Theme.faint
            font.pixelSize: Theme.sizeSmall
        }
        IconButton {
            visible: !row.own
            compact: true
            iconName: "close"
            iconSize: 14
            label: qsTr("Do not look in “%1” any more").arg(row.folder)
            onClicked: row.removed()
        }
    }
}
