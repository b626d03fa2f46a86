import QtQuick
import QtQuick.Templates as T

/// How far something is (`value` between `from` and `to`), or that it goes on (`indeterminate`).
T.ProgressBar {
    id: control

    property string label
    property color color: Theme.accent

    implicitWidth: 160
    implicitHeight: 6
    Accessible.role: Accessible.ProgressBar
    Accessible.name: label
    Accessible.description: indeterminate ? "" : Theme.percent(position)

    contentItem: ProgressFill {
        share: control.position
        wandering: control.indeterminate
        mirrored: control.mirrored
        color: control.enabled ? control.color : Theme.disabled
    }

    background: Rectangle {
        radius: height / 2
        color: Theme.line
    }
}
