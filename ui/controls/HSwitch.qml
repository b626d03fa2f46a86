import QtQuick
import QtQuick.Templates as T

/// Something that is on or off at once. The words, if any, stand before the switch; `label` names it without words.
T.Switch {
    id: control

    property string label

    implicitWidth: Math.max(implicitIndicatorWidth, implicitContentWidth + leftPadding + rightPadding)
    implicitHeight: Math.max(Theme.compactHeight, implicitContentHeight + topPadding + bottomPadding)
    padding: 0
    spacing: Theme.space3
    hoverEnabled: true
    Accessible.role: Accessible.CheckBox
    Accessible.name: text !== "" ? text : label
    Accessible.checkable: true
    Accessible.checked: checked
    Keys.onReturnPressed: press()
    Keys.onEnterPressed: press()

    /// What a press does, for keys other than Space.
    function press(): void {
        toggle();
        toggled();
        clicked();
    }

    indicator: Rectangle {
        implicitWidth: Math.round(36 * Theme.fontScale)
        implicitHeight: Math.round(20 * Theme.fontScale)
        x: control.mirrored ? 0 : control.width - width
        y: (control.height - height) / 2
        radius: height / 2
        color: {
            if (!control.enabled)
                return control.checked ? Theme.disabled : Theme.line;
            if (control.checked)
                return control.hovered ? Theme.accentHover : Theme.accent;
            return control.hovered ? Theme.muted : Theme.outline;
        }

        Behavior on color {
            ColorAnimation {
                duration: Theme.motion
            }
        }

        Rectangle {
            readonly property real gap: 3
            readonly property real place: control.mirrored ? 1 - control.visualPosition : control.visualPosition

            x: gap + place * (parent.width - width - 2 * gap)
            y: gap
            width: height
            height: parent.height - 2 * gap
            radius: height / 2
            color: control.checked && control.enabled ? Theme.accentInk : Theme.surface

            Behavior on x {
                enabled: !control.down
                NumberAnimation {
                    duration: Theme.motion
                    easing.type: Easing.OutCubic
                }
            }
        }
        FocusRing {
            shown: control.visualFocus
            controlRadius: control.indicator.height / 2
        }
    }

    contentItem: HLabel {
        leftPadding: control.mirrored && text !== "" ? control.indicator.width + control.spacing : 0
        rightPadding: control.mirrored || text === "" ? 0 : control.indicator.width + control.spacing
        text: control.text
        color: control.enabled ? Theme.text : Theme.disabled
        wrapMode: Text.Wrap
        elide: Text.ElideNone
        verticalAlignment: Text.AlignVCenter
        Accessible.ignored: true
    }
}
