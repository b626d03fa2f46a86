import QtQuick

/// The filled part of a progress bar.
Item {
    id: fill

    property real share: 0
    property bool wandering: false
    property bool mirrored: false
    property color color: Theme.accent

    clip: wandering

    Rectangle {
        id: done

        readonly property real part: fill.wandering ? 0.3 : fill.share

        x: fill.mirrored ? fill.width - width : 0
        width: part > 0 ? Math.max(height, fill.width * part) : 0
        height: fill.height
        radius: height / 2
        color: fill.color
    }
    XAnimator {
        target: done
        running: fill.wandering && fill.visible && !Theme.reducedMotion
        from: -done.width
        to: fill.width
        duration: 1300
        loops: Animation.Infinite
        easing.type: Easing.InOutSine
        onStopped: done.x = Qt.binding(() => fill.mirrored ? fill.width - done.width : 0)
    }
}
