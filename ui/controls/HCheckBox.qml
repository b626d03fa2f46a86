import QtQuick
import QtQuick.Templates as T

/// A box to tick, with its words; `label` names it where the words stand elsewhere.
T.CheckBox {
    id: control

    property string label

    readonly property bool marked: checkState !== Qt.Unchecked

    implicitWidth: Math.max(Theme.compactHeight, implicitContentWidth + leftPadding + rightPadding)
    implicitHeight: Math.max(Theme.compactHeight, implicitContentHeight + topPadding + bottomPadding)
    padding: 0
    spacing: Theme.space2
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
        implicitWidth: Math.round(18 * Theme.fontScale)
        implicitHeight: implicitWidth
        x: control.mirrored ? control.width - width : 0
        y: (control.height - height) / 2
        radius: Theme.radiusSmall
        color: {
            if (!control.enabled)
                return control.marked ? Theme.disabled : Theme.window;
            return control.marked ? (control.hovered ? Theme.accentHover : Theme.accent) : control.down ? Theme.hover : Theme.surface;
        }
        border.width: control.marked ? 0 : 1
        border.color: !control.enabled ? Theme.line : control.hovered ? Theme.muted : Theme.outline

        Icon {
            anchors.centerIn: parent
            visible: control.marked
            name: control.checkState === Qt.PartiallyChecked ? "minus" : "check"
            size: 14
            color: control.enabled ? Theme.accentInk : Theme.window
        }
        FocusRing {
            shown: control.visualFocus
            controlRadius: Theme.radiusSmall
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
