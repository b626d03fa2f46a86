import QtQuick

/// A few views or choices side by side, one of them current. One stop for Tab, arrows move. `currentIndex` is the owner's: a
/// press only says `activated`.
FocusScope {
    id: control

    property list<string> labels
    property int currentIndex: 0
    property string label

    property bool byKeys: false
    property real tallest: 0

    signal activated(index: int)

    implicitWidth: row.implicitWidth + 6
    // Not from the row: it is as high as the segments, and they as high as this.
    implicitHeight: Math.max(Theme.controlHeight, tallest + 6)
    Accessible.role: Accessible.PageTabList
    Accessible.name: label

    onCurrentIndexChanged: mark()

    function mark(): void {
        const now = segments.itemAt(currentIndex) as Segment;
        if (now === null)
            return;
        // The focus moves first: an item that has it must not lose its place in the chain.
        now.current = true;
        if (byKeys)
            now.forceActiveFocus(Qt.TabFocusReason);
        else
            now.focus = true;
        for (let i = 0; i < segments.count; ++i) {
            const segment = segments.itemAt(i) as Segment;
            if (segment && i !== currentIndex)
                segment.current = false;
        }
    }
    function measure(): void {
        let most = 0;
        for (let i = 0; i < segments.count; ++i)
            most = Math.max(most, segments.itemAt(i)?.implicitHeight ?? 0);
        tallest = most;
    }
    function choose(index: int): void {
        if (index < 0 || index >= segments.count)
            return;
        byKeys = true;
        activated(index);
        byKeys = false;
    }

    Keys.onLeftPressed: choose(currentIndex + (row.mirrored ? 1 : -1))
    Keys.onRightPressed: choose(currentIndex + (row.mirrored ? -1 : 1))
    Keys.onPressed: event => {
        event.accepted = event.key === Qt.Key_Home || event.key === Qt.Key_End;
        if (event.accepted)
            choose(event.key === Qt.Key_Home ? 0 : segments.count - 1);
    }

    Rectangle {
        anchors.fill: parent
        radius: Theme.radiusControl + 2
        color: Theme.sunken
        border.width: 1
        border.color: Theme.line
    }
    Row {
        id: row

        readonly property bool mirrored: LayoutMirroring.enabled

        x: 3
        y: 3
        height: parent.height - 6
        spacing: 2

        Repeater {
            id: segments

            model: control.labels
            delegate: Segment {}
            onItemAdded: (index, item) => {
                const segment = item as Segment;
                segment.clicked.connect(() => control.activated(segment.index));
                segment.implicitHeightChanged.connect(control.measure);
                control.measure();
                control.mark();
            }
        }
    }
}
