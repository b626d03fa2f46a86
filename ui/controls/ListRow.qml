import QtQuick
import QtQuick.Layouts
import QtQuick.Templates as T

/// A row of a list: icon, title, subtitle and whatever its owner lays into `trailing`. In a ListView that has the focus the
/// current row wears the focus ring; Enter and Space choose it.
T.ItemDelegate {
    id: control

    property string title
    property string subtitle
    property string iconName
    property bool selected: false
    /// Reads as selected work rather than as a choice: accent ground.
    property bool strong: false
    /// What stands at the end of the row.
    property alias trailing: trailingRow.data
    /// What stands before the title, in place of the icon.
    property Item leading: null

    readonly property RowLayout trailingRow: RowLayout {
        id: trailingRow

        spacing: Theme.space1
    }
    readonly property bool current: ListView.isCurrentItem && ListView.view !== null && ListView.view.activeFocus

    signal contextMenuRequested

    implicitWidth: Math.max(120, implicitContentWidth + leftPadding + rightPadding)
    implicitHeight: Math.max(subtitle === "" ? Theme.controlHeight : Theme.grid(Theme.sizeBody * 1.5 + Theme.sizeSmall * 1.5 + 10),
                             implicitContentHeight + topPadding + bottomPadding)
    leftPadding: Theme.space2
    rightPadding: Theme.space2
    topPadding: Theme.space1
    bottomPadding: Theme.space1
    hoverEnabled: true
    // In a list the list has the focus and the arrows; alone, the row has it.
    focusPolicy: ListView.view !== null ? Qt.NoFocus : Qt.StrongFocus

    Accessible.role: Accessible.ListItem
    Accessible.name: title
    Accessible.description: subtitle
    Accessible.selectable: true
    Accessible.selected: selected
    Accessible.focusable: true
    Accessible.focused: current || activeFocus
    Keys.onReturnPressed: control.clicked()
    Keys.onEnterPressed: control.clicked()
    Keys.onMenuPressed: contextMenuRequested()

    contentItem: RowLayout {
        spacing: Theme.space2

        Slot {
            content: control.leading
            visible: control.leading !== null
        }
        Icon {
            visible: control.iconName !== ""
            name: control.iconName
            size: 18
            color: !control.enabled ? Theme.disabled : control.selected ? Theme.text : Theme.muted
        }
        ColumnLayout {
            Layout.fillWidth: true
            spacing: 1

            HLabel {
                Layout.fillWidth: true
                text: control.title
                color: control.enabled ? Theme.text : Theme.disabled
                font.weight: control.selected ? Theme.weightStrong : control.subtitle === "" ? Theme.weightRegular : Theme.weightMedium
                Accessible.ignored: true
            }
            HLabel {
                Layout.fillWidth: true
                visible: control.subtitle !== ""
                text: control.subtitle
                color: control.enabled ? Theme.muted : Theme.disabled
                font.pixelSize: Theme.sizeSmall
                Accessible.ignored: true
            }
        }
        Slot {
            content: control.trailingRow
            visible: control.trailingRow.children.length > 0
        }
    }

    background: Rectangle {
        radius: Theme.radiusControl
        color: {
            if (control.down)
                return Theme.pressed;
            if (control.selected)
                return control.strong ? Theme.accentSoft : Theme.hover;
            return control.hovered ? Theme.hover : "transparent";
        }

        Behavior on color {
            ColorAnimation {
                duration: Theme.motion
            }
        }
        FocusRing {
            inside: true
            shown: control.visualFocus || control.current
        }
    }

    // On an item of its own: a handler on the row itself would make every mouse button a click.
    Item {
        anchors.fill: parent
        z: -1

        TapHandler {
            acceptedButtons: Qt.RightButton
            onTapped: control.contextMenuRequested()
        }
    }
}
