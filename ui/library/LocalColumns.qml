import QtQuick
import Hearth.Controls

/// How wide the columns of the list of models are, for its heading and its rows alike.
QtObject {
    /// What there is for a row.
    required property real room

    readonly property real quantization: Math.round(84 * Theme.fontScale)
    readonly property real context: Math.round(64 * Theme.fontScale)
    readonly property real size: Math.round(68 * Theme.fontScale)
    readonly property real bar: Math.round(56 * Theme.fontScale)
    readonly property real mark: Math.round(20 * Theme.fontScale)

    // Columns leave, the least important first, before the name gets too little.
    readonly property bool showsBar: room > 620 * Theme.fontScale
    readonly property bool showsContext: room > 520 * Theme.fontScale
    readonly property bool showsQuantization: room > 400 * Theme.fontScale
}
