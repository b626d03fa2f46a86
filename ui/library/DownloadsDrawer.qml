import QtQuick
import QtQuick.Templates as T
import Hearth.Controls
import Hearth.Downloads.Models

/// The downloads at the bottom of the page, as many as there is room for; the others scroll.
Card {
    id: drawer

    required property Downloads downloads
    /// How high it may be.
    property real most: 240

    signal useRequested(string path)
    signal stepWanted(int step)

    visible: downloads.count > 0
    padding: 0
    Accessible.role: Accessible.Pane
    Accessible.name: qsTr("Downloads")

    function takeFocus(): void {
        list.forceActiveFocus(Qt.TabFocusReason);
    }

    contentItem: ListView {
        id: list

        implicitHeight: Math.min(contentHeight, drawer.most)
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        interactive: contentHeight > height
        Accessible.role: Accessible.List
        Accessible.name: qsTr("Downloads")
        T.ScrollBar.vertical: HScrollBar {}
        model: drawer.downloads
        // The newest is what one looks for.
        onCountChanged: positionViewAtEnd()

        delegate: DownloadCard {
            required property int index
            required property string path

            width: ListView.view?.width ?? 0
            divided: index > 0
            onPaused: drawer.downloads.pause(index)
            onResumed: drawer.downloads.resume(index)
            onCancelled: drawer.downloads.cancel(index)
            onDismissed: drawer.downloads.dismiss(index)
            onUsed: drawer.useRequested(path)
        }
    }
}
