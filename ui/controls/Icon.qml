import QtQuick
import QtQuick.Window
import Hearth.Controls

/// An icon of the set in one colour. Decoration for assistive programs: what it means is said by the control around it.
Item {
    id: icon

    /// A file of resources/icons, without its suffix. An empty name takes the space and draws nothing.
    property string name
    /// Side at 100 %; grows with Theme.fontScale.
    property real size: 20
    property color color: Theme.muted
    /// Turned left to right, for arrows in a mirrored layout.
    property bool mirror: false

    readonly property int side: Math.round(size * Theme.fontScale)

    implicitWidth: side
    implicitHeight: side
    Accessible.ignored: true

    Image {
        anchors.centerIn: parent
        width: icon.side
        height: icon.side
        source: ImageSource.icon(icon.name, icon.color)
        sourceSize.width: Math.ceil(icon.side * Screen.devicePixelRatio)
        sourceSize.height: Math.ceil(icon.side * Screen.devicePixelRatio)
        mirror: icon.mirror
    }
}
