import QtQuick
import QtQuick.Layouts
import QtQuick.Templates as T

/// A line of a combo box's list.
T.ItemDelegate {
    id: control

    property bool chosen: false

    implicitWidth: implicitContentWidth + leftPadding + rightPadding
    implicitHeight: Math.max(Theme.compactHeight + 2, implicitContentHeight + topPadding + bottomPadding)
    leftPadding: Theme.space2
    rightPadding: Theme.space2
    topPadding: Theme.space1
    bottomPadding: Theme.space1
    hoverEnabled: true
    Accessible.role: Accessible.ListItem
    Accessible.name: text
    Accessible.selectable: true
    Accessible.selected: chosen

    contentItem: RowLayout {
        spacing: Theme.space2

        HLabel {
            Layout.fillWidth: true
            text: control.text
            font.weight: control.chosen ? Theme.weightMedium : Theme.weightRegular
            Accessible.ignored: true
        }
        Icon {
            name: control.chosen ? "check" : ""
            size: 14
            color: Theme.accent
        }
    }

    background: Rectangle {
        radius: Theme.radiusSmall
        color: control.down ? Theme.pressed : control.highlighted || control.hovered ? Theme.hover : "transparent"
    }
}
