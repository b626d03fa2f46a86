import QtQuick

/// How a whole is divided: `segments` is a list of `{ value, color, label }`, the rest up to `total` stays free.
Item {
    id: meter

    property var segments: []
    property real total: 1
    /// Said to assistive programs before the parts.
    property string label
    property real gap: 1

    implicitWidth: 160
    implicitHeight: 6
    Accessible.role: Accessible.ProgressBar
    Accessible.name: label
    Accessible.description: segments.filter(part => part.label).map(part => part.label).join(", ")

    onSegmentsChanged: arrange()
    onTotalChanged: arrange()
    onWidthChanged: arrange()

    /// Gives the pieces their places; a part above zero keeps two pixels. While the pieces are still being made, the last one
    /// made calls again.
    function arrange(): void {
        const parts = segments ?? [];
        pieces.model = parts.length;
        let start = 0;
        for (let i = 0; i < parts.length; ++i) {
            const piece = pieces.itemAt(i) as Rectangle;
            if (piece === null)
                return;
            const share = total > 0 ? Math.max(0, parts[i].value) / total : 0;
            const length = Math.min(share > 0 ? Math.max(2, share * width - gap) : 0, Math.max(0, width - start));
            piece.x = mirrored ? width - start - length : start;
            piece.width = length;
            piece.color = parts[i].color;
            start += length > 0 ? length + gap : 0;
        }
    }
    readonly property bool mirrored: LayoutMirroring.enabled

    Rectangle {
        anchors.fill: parent
        radius: Math.min(4, height / 2)
        color: Theme.line
    }
    Repeater {
        id: pieces

        onItemAdded: meter.arrange()

        Rectangle {
            height: parent ? parent.height : 0
            radius: Math.min(4, width / 2, height / 2)
        }
    }
}
