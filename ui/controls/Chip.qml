import QtQuick
import QtQuick.Layouts
import QtQuick.Templates as T

/// A small choice: a filter to switch, a preset to open, a file to take away (`removable`).
T.AbstractButton {
    id: control

    property string iconName
    property bool removable: false
    /// Opens a menu.
    property bool opens: false
    /// Stands out: it is on, or its menu holds another choice than the usual one.
    property bool marked: checked

    signal removeRequested

    readonly property color ink: !enabled ? Theme.disabled : marked ? Theme.accent : hovered || down ? Theme.text : Theme.muted

    implicitWidth: implicitContentWidth + leftPadding + rightPadding
    implicitHeight: Math.max(Theme.compactHeight, implicitContentHeight + topPadding + bottomPadding)
    leftPadding: Theme.space3
    rightPadding: removable ? Theme.space1 : opens ? Theme.space2 : Theme.space3
    topPadding: 2
    bottomPadding: 2
    focusPolicy: Qt.StrongFocus
    hoverEnabled: true
    Accessible.role: checkable ? Accessible.CheckBox : opens ? Accessible.ButtonMenu : Accessible.Button
    Accessible.name: text
    Accessible.checkable: checkable
    Accessible.checked: checked
    Keys.onReturnPressed: press()
    Keys.onEnterPressed: press()
    Keys.onDeletePressed: if (removable) removeRequested()

    /// What a press does, for keys other than Space.
    function press(): void {
        if (checkable) {
            toggle();
            toggled();
        }
        clicked();
    }

    contentItem: RowLayout {
        spacing: Theme.space1 + 2

        Icon {
            visible: control.iconName !== ""
            name: control.iconName
            size: 14
            color: control.ink
        }
        HLabel {
            Layout.fillWidth: true
            text: control.text
            color: control.ink
            font.pixelSize: Theme.sizeSmall
            font.weight: Theme.weightMedium
            Accessible.ignored: true
        }
        Icon {
            visible: control.opens
            name: "chevron-down"
            size: 12
            color: control.ink
        }
        IconButton {
            visible: control.removable
            implicitWidth: Math.round(22 * Theme.fontScale)
            implicitHeight: implicitWidth
            round: true
            iconName: "close"
            iconSize: 12
            label: qsTr("Remove %1").arg(control.text)
            focusPolicy: Qt.NoFocus
            onClicked: control.removeRequested()
        }
    }

    background: Rectangle {
        radius: height / 2
        color: {
            if (!control.enabled)
                return Theme.sunken;
            if (control.down)
                return Theme.pressed;
            return control.marked ? Theme.accentSoft : control.hovered ? Theme.hover : Theme.sunken;
        }
        border.width: 1
        border.color: control.marked && control.enabled ? Theme.accent : Theme.line

        Behavior on color {
            ColorAnimation {
                duration: Theme.motion
            }
        }
        FocusRing {
            shown: control.visualFocus
            controlRadius: control.height / 2
        }
    }
}
