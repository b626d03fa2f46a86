import QtQuick
import Hearth.Controls

/// How wide the columns of a model's files are, for their heading and rows alike.
QtObject {
    /// What there is for a row.
    required property real room

    readonly property real quantization: Math.round(76 * Theme.fontScale)
    readonly property real size: Math.round(72 * Theme.fontScale)
    readonly property real memory: Math.round(132 * Theme.fontScale)
    readonly property real speed: Math.round(118 * Theme.fontScale)
    readonly property real bar: Math.round(42 * Theme.fontScale)
    readonly property real action: Math.round(104 * Theme.fontScale)

    readonly property bool showsBar: room > 692 * Theme.fontScale
    /// Figures go to a second line.
    readonly property bool folded: room < 650 * Theme.fontScale
}
