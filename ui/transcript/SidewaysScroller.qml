import QtQuick
import QtQuick.Templates as T
import Hearth.Controls

/// Content wider than the column. It moves by wheel and bar only: a drag of the pointer selects.
Flickable {
    id: scroller

    readonly property bool scrolls: contentWidth > width + 1

    height: contentHeight + (scrolls ? bar.height : 0)
    interactive: false
    clip: scrolls
    boundsBehavior: Flickable.StopAtBounds
    onContentWidthChanged: contentX = Math.max(0, Math.min(contentX, contentWidth - width))
    onWidthChanged: contentX = Math.max(0, Math.min(contentX, contentWidth - width))

    T.ScrollBar.horizontal: HScrollBar {
        id: bar
    }

    WheelHandler {
        acceptedDevices: PointerDevice.Mouse | PointerDevice.TouchPad
        orientation: Qt.Horizontal
        enabled: scroller.scrolls
        target: null
        onWheel: event => {
            const step = event.pixelDelta.x !== 0 ? event.pixelDelta.x : event.angleDelta.x / 2;
            scroller.contentX = Math.max(0, Math.min(scroller.contentX - step, scroller.contentWidth - scroller.width));
        }
    }
}
