import QtQuick
import QtQuick.Window
import Hearth.Controls

/// A ring: how far (`value` 0…1), or that something is going on (`spinning`). It stands still when motion is reduced.
Item {
    id: ring

    property real value: 0
    property bool spinning: false
    /// Side at 100 %; grows with Theme.fontScale.
    property real size: 20
    property color color: Theme.accent
    property color trackColor: Theme.line
    property int strokeHundredths: 12
    /// What is going on, for assistive programs.
    property string label

    readonly property int side: Math.round(size * Theme.fontScale)

    implicitWidth: side
    implicitHeight: side
    Accessible.role: spinning ? Accessible.Animation : Accessible.ProgressBar
    Accessible.name: label
    Accessible.ignored: label === ""

    component Arc: Image {
        required property int side

        anchors.centerIn: parent
        width: side
        height: side
        sourceSize.width: Math.ceil(side * Screen.devicePixelRatio)
        sourceSize.height: Math.ceil(side * Screen.devicePixelRatio)
    }

    Arc {
        side: ring.side
        visible: ring.trackColor.a > 0
        source: ImageSource.ring(1, ring.trackColor, ring.strokeHundredths)
    }
    Arc {
        id: arc

        side: ring.side
        source: ImageSource.ring(ring.spinning ? 0.28 : ring.value, ring.color, ring.strokeHundredths)

        RotationAnimator {
            target: arc
            running: ring.spinning && ring.visible && !Theme.reducedMotion
            from: 0
            to: 360
            duration: 900
            loops: Animation.Infinite
            onStopped: arc.rotation = 0
        }
    }
}
