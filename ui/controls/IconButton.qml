import QtQuick
import QtQuick.Templates as T

/// A button with an icon alone; `label` is its name for assistive programs and its tip.
T.Button {
    id: control

    property string iconName
    property string label
    /// Keys that do the same, shown in the tip.
    property string shortcutText
    property real iconSize: 18
    property bool filled: false
    property bool danger: false
    /// For rows and tabs.
    property bool compact: false
    property bool round: false
    property bool mirrorIcon: false
    property color iconColor: {
        if (!enabled)
            return filled ? Theme.muted : Theme.disabled;
        if (filled)
            return Theme.accentInk;
        if (danger && (hovered || down))
            return Theme.bad;
        return checked || hovered || down ? Theme.text : Theme.muted;
    }

    readonly property int side: Math.max(compact ? Theme.compactHeight : Theme.controlHeight,
                                         Theme.grid(Math.round(iconSize * Theme.fontScale) + Theme.space2))

    /// What a press does, for keys other than Space.
    function press(): void {
        if (checkable)
            toggle();
        clicked();
    }

    implicitWidth: side
    implicitHeight: side
    padding: 0
    focusPolicy: Qt.StrongFocus
    hoverEnabled: true

    Accessible.role: checkable ? Accessible.CheckBox : Accessible.Button
    Accessible.name: label
    Accessible.checkable: checkable
    Accessible.checked: checked
    Keys.onReturnPressed: control.press()
    Keys.onEnterPressed: control.press()

    contentItem: Item {
        Icon {
            anchors.centerIn: parent
            name: control.iconName
            size: control.iconSize
            color: control.iconColor
            mirror: control.mirrorIcon && control.mirrored
        }
    }

    background: Rectangle {
        radius: control.round ? height / 2 : Theme.radiusControl
        color: {
            if (control.filled)
                return !control.enabled ? Theme.hover : control.down ? Theme.accentPressed : control.hovered ? Theme.accentHover : Theme.accent;
            return control.down ? Theme.pressed : control.hovered || control.checked ? Theme.hover : "transparent";
        }

        Behavior on color {
            ColorAnimation {
                duration: Theme.motion
            }
        }
        FocusRing {
            shown: control.visualFocus
            controlRadius: control.round ? control.height / 2 : Theme.radiusControl
        }
    }

    TipLoader {
        shown: (control.hovered || control.visualFocus) && !control.down
        text: control.shortcutText === "" ? control.label : control.label + "  " + control.shortcutText
    }
}
