import QtQuick
import QtQuick.Templates as T

/// One choice of several that exclude each other; `label` names it where the words stand elsewhere.
T.RadioButton {
    id: control

    property string label

    implicitWidth: Math.max(Theme.compactHeight, implicitContentWidth + leftPadding + rightPadding)
    implicitHeight: Math.max(Theme.compactHeight, implicitContentHeight + topPadding + bottomPadding)
    padding: 0
    spacing: Theme.space2
    hoverEnabled: true
    Accessible.role: Accessible.RadioButton
    Accessible.name: text !== "" ? text : label
    Accessible.checkable: true
    Accessible.checked: checked
    Keys.onReturnPressed: press()
    Keys.onEnterPressed: press()

    /// What a press does, for keys other than Space.
    function press(): void {
        if (!checked) {
            toggle();
            toggled();
        }
        clicked();
    }

    indicator: Rectangle {
        implicitWidth: Math.round(18 * Theme.fontScale)
        implicitHeight: implicitWidth
        x: control.mirrored ? control.width - width : 0
        y: (control.height - height) / 2
        radius: width / 2
        color: control.enabled ? (control.down ? Theme.hover : Theme.surface) : Theme.window
        border.width: control.checked ? Math.round(5 * Theme.fontScale) : 1
        border.color: {
            if (!control.enabled)
                return control.checked ? Theme.disabled : Theme.line;
            if (control.checked)
                return control.hovered ? Theme.accentHover : Theme.accent;
            return control.hovered ? Theme.muted : Theme.outline;
        }

        FocusRing {
            shown: control.visualFocus
            controlRadius: control.indicator.height / 2
        }
    }

    contentItem: HLabel {
        leftPadding: control.mirrored || text === "" ? 0 : control.indicator.width + control.spacing
        rightPadding: control.mirrored && text !== "" ? control.indicator.width + control.spacing : 0
        text: control.text
        color: control.enabled ? Theme.text : Theme.disabled
        wrapMode: Text.Wrap
        elide: Text.ElideNone
        verticalAlignment: Text.AlignVCenter
        Accessible.ignored: true
    }
}
