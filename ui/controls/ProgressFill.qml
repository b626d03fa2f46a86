import QtQuick

/// The filled part of a progress bar.
Item {
    id: fill

    property real share: 0
    property bool wandering: false
    property bool mirrored: false
    property color color: Theme.accent
    /// Where the wandering part is on its way; in the middle when motion is reduced.
    property real phase: 0.5

    clip: wandering

    Rectangle {
        id: done

        readonly property real part: fill.wandering ? 0.3 : fill.share

        x: {
            if (!fill.wandering)
                return fill.mirrored ? fill.width - width : 0;
            return fill.phase * (fill.width + width) - width;
        }
        width: part > 0 ? Math.max(height, fill.width * part) : 0
        height: fill.height
        radius: height / 2
        color: fill.color
    }
    NumberAnimation {
        target: fill
        property: "phase"
        running: fill.wandering && fill.visible && !Theme.reducedMotion
        from: 0
        to: 1
        duration: 1300
        loops: Animation.Infinite
        easing.type: Easing.InOutSine
        onStopped: fill.phase = 0.5
    }
}
