import QtQuick
import QtQuick.Templates

/// The line between two panes of HSplitView: a hairline that shows accent under the pointer and with the focus.
Item {
    id: grip

    /// Names the line for assistive programs.
    property string label
    readonly property SplitView split: parent as SplitView
    readonly property bool lying: split !== null && split.orientation === Qt.Vertical
    readonly property bool hovered: SplitHandle.hovered
    readonly property bool pressed: SplitHandle.pressed
    readonly property int step: 16

    signal moved

    implicitWidth: lying ? 40 : 7
    implicitHeight: lying ? 7 : 40
    activeFocusOnTab: true
    Accessible.role: Accessible.Splitter
    Accessible.name: label
    Accessible.focusable: true

    /// Moves the line by `distance` pixels towards the end: the pane that does not fill the rest takes or gives them.
    function nudge(distance: real): void {
        let before = null;
        let after = null;
        for (let i = 0; i < split.count; ++i) {
            const pane = split.itemAt(i);
            const isBefore = lying ? pane.y < y : split.mirrored ? pane.x > x : pane.x < x;
            if (isBefore)
                before = pane;
            else if (after === null)
                after = pane;
        }
        if (before === null || after === null)
            return;
        const fillsBefore = lying ? before.SplitView.fillHeight : before.SplitView.fillWidth;
        const pane = fillsBefore ? after : before;
        const change = fillsBefore ? -distance : distance;
        if (lying)
            pane.SplitView.preferredHeight = Math.max(pane.SplitView.minimumHeight, Math.min(pane.SplitView.maximumHeight, pane.height + change));
        else
            pane.SplitView.preferredWidth = Math.max(pane.SplitView.minimumWidth, Math.min(pane.SplitView.maximumWidth, pane.width + change));
        moved();
    }

    Keys.onPressed: event => {
        const back = lying ? Qt.Key_Up : split.mirrored ? Qt.Key_Right : Qt.Key_Left;
        const on = lying ? Qt.Key_Down : split.mirrored ? Qt.Key_Left : Qt.Key_Right;
        event.accepted = event.key === back || event.key === on;
        if (event.accepted)
            nudge(event.key === back ? -step : step);
    }

    Rectangle {
        anchors.centerIn: parent
        width: grip.lying ? parent.width : marked ? 3 : 1
        height: grip.lying ? (marked ? 3 : 1) : parent.height
        readonly property bool marked: grip.activeFocus || grip.hovered || grip.pressed

        color: grip.activeFocus || grip.pressed ? Theme.focus : grip.hovered ? Theme.outline : Theme.line
    }
}
