import QtQuick
import QtQuick.Layouts
import QtQuick.Templates as T
import Hearth.Controls

/// A word of the status line that leads somewhere.
T.AbstractButton {
    id: control

    property string iconName
    property string tip
    property bool strong: false

    implicitWidth: implicitContentWidth + leftPadding + rightPadding
    implicitHeight: implicitContentHeight + topPadding + bottomPadding
    horizontalPadding: Theme.space1
    verticalPadding: 2
    hoverEnabled: true
    focusPolicy: Qt.StrongFocus

    Accessible.role: Accessible.Button
    Accessible.name: text
    Accessible.description: tip
    Keys.onReturnPressed: clicked()
    Keys.onEnterPressed: clicked()

    contentItem: RowLayout {
        spacing: Theme.space1

        Icon {
            visible: control.iconName !== ""
            name: control.iconName
            size: 13
            color: Theme.muted
        }
        HLabel {
            Layout.fillWidth: true
            text: control.text
            tipWhenCut: false
            color: control.hovered ? Theme.text : Theme.muted
            font.pixelSize: Theme.sizeTiny
            font.weight: control.strong ? Theme.weightMedium : Theme.weightRegular
            Accessible.ignored: true
        }
    }
    background: Rectangle {
        radius: Theme.radiusSmall
        color: control.hovered ? Theme.hover : "transparent"

        FocusRing {
            inside: true
            controlRadius: Theme.radiusSmall
            shown: control.visualFocus
        }
    }
    TipLoader {
        shown: control.hovered && !control.down
        text: control.tip
    }
}
