import QtQuick
import QtQuick.Layouts

/// A setting: what it is, what it does, and the control for it at the end, or below where the row is narrow.
Item {
    id: row

    property string label
    property string help
    default property alias control: slot.data

    readonly property bool narrow: slot.implicitWidth > width / 2

    implicitWidth: 320
    implicitHeight: grid.implicitHeight
    Accessible.role: Accessible.Grouping
    Accessible.name: label
    Accessible.description: help

    GridLayout {
        id: grid

        width: parent.width
        columns: row.narrow ? 1 : 2
        columnSpacing: Theme.space6
        rowSpacing: Theme.space2

        ColumnLayout {
            Layout.fillWidth: true
            Layout.alignment: Qt.AlignVCenter
            spacing: 2

            HLabel {
                Layout.fillWidth: true
                text: row.label
                font.weight: Theme.weightMedium
                wrapMode: Text.Wrap
                elide: Text.ElideNone
                Accessible.ignored: true
            }
            HLabel {
                Layout.fillWidth: true
                visible: text !== ""
                text: row.help
                color: Theme.muted
                font.pixelSize: Theme.sizeSmall
                wrapMode: Text.Wrap
                elide: Text.ElideNone
                Accessible.ignored: true
            }
        }
        RowLayout {
            id: slot

            Layout.fillWidth: row.narrow
            Layout.alignment: row.narrow ? Qt.AlignLeft : Qt.AlignRight | Qt.AlignVCenter
            spacing: Theme.space2
        }
    }
}
