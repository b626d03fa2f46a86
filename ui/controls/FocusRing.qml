import QtQuick

/// The mark of keyboard focus: two pixels of accent around the control it fills, outside it (`inside`: within, where the
/// parent clips).
Rectangle {
    property bool shown: false
    property bool inside: false
    /// Corner radius of the control.
    property real controlRadius: Theme.radiusControl

    anchors.fill: parent
    anchors.margins: inside ? 0 : -4
    radius: inside ? controlRadius : controlRadius + 4
    color: "transparent"
    border.width: 2
    border.color: Theme.focus
    visible: shown
}
