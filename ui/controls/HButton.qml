import QtQuick
import QtQuick.Templates as T

/// A button with words. One Filled button a view; Danger for what destroys.
T.Button {
    id: control

    enum Kind {
        Filled,
        Plain,
        Quiet,
        Danger
    }

    property int kind: HButton.Plain
    property string iconName
    /// The icon stands after the words (a menu's arrow).
    property bool iconTrailing: false
    /// Shows that the action is under way; presses are ignored until it is over.
    property bool busy: false
    property bool compact: false
    /// For actions at the centre of a page.
    property bool large: false
    property string tip

    readonly property bool filled: kind === HButton.Filled || kind === HButton.Danger
    readonly property color ink: {
        if (!enabled)
            return Theme.disabled;
        if (filled)
            return Theme.accentInk;
        return kind === HButton.Quiet && !hovered && !down && !checked ? Theme.muted : Theme.text;
    }

    /// What a press does, for keys other than Space.
    function press(): void {
        if (checkable)
            toggle();
        clicked();
    }

    implicitWidth: Math.max(implicitHeight, implicitContentWidth + leftPadding + rightPadding)
    implicitHeight: Math.max(compact ? Theme.compactHeight : large ? Theme.controlHeight + 4 : Theme.controlHeight,
                             implicitContentHeight + topPadding + bottomPadding)
    leftPadding: compact ? Theme.space2 + 2 : large ? Theme.space4 : Theme.space3 + 2
    rightPadding: leftPadding
    topPadding: Theme.space1
    bottomPadding: Theme.space1
    focusPolicy: Qt.StrongFocus
    hoverEnabled: true

    Accessible.role: Accessible.Button
    Accessible.name: text
    Accessible.description: tip
    // A busy button keeps its place and its focus but not its presses.
    Keys.onPressed: event => {
        const enter = event.key === Qt.Key_Return || event.key === Qt.Key_Enter;
        if (enter && !busy && !event.isAutoRepeat)
            press();
        event.accepted = enter || busy && event.key === Qt.Key_Space;
    }

    contentItem: ButtonContent {
        iconName: control.iconName
        text: control.text
        busy: control.busy
        trailing: control.iconTrailing
        color: control.ink
        fontSize: control.compact ? Theme.sizeSmall : Theme.sizeBody
        fontWeight: control.filled ? Theme.weightStrong : Theme.weightMedium
    }

    background: Rectangle {
        radius: Theme.radiusControl
        color: {
            switch (control.kind) {
            case HButton.Filled:
                return !control.enabled ? Theme.hover : control.down ? Theme.accentPressed : control.hovered ? Theme.accentHover : Theme.accent;
            case HButton.Danger:
                return !control.enabled ? Theme.hover : control.down ? Qt.darker(Theme.bad, 1.2) : control.hovered ? Qt.darker(Theme.bad, 1.08) : Theme.bad;
            case HButton.Quiet:
                return control.down ? Theme.pressed : control.hovered || control.checked ? Theme.hover : "transparent";
            default:
                return control.down ? Theme.pressed : control.hovered || control.checked ? Theme.hover : Theme.surface;
            }
        }
        border.width: control.kind === HButton.Plain ? 1 : 0
        border.color: Theme.line

        Behavior on color {
            ColorAnimation {
                duration: Theme.motion
            }
        }
        FocusRing {
            shown: control.visualFocus
        }
    }

    MouseArea {
        anchors.fill: parent
        visible: control.busy
    }
    TipLoader {
        shown: control.hovered && control.tip !== ""
        text: control.tip
    }
}
