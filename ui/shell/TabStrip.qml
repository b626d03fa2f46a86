import QtQuick
import QtQuick.Templates as T
import QtQuick.Window
import Hearth.Controls
import Hearth.Shell.Models

/// The tabs of a window. They are dragged to reorder, dragged out to get a window of their own, and dragged into the strip
/// of another window. The strip is one stop for Tab, arrows go from chat to chat. Where they do not fit the strip scrolls
/// under the wheel, and a menu lists them all.
T.Control {
    id: strip

    required property WindowState windowState
    required property Workspace workspace
    required property ShortcutTable shortcuts

    readonly property int count: windowState.tabs.count
    readonly property real leastWidth: Math.round(112 * Theme.fontScale)
    readonly property real mostWidth: Math.round(216 * Theme.fontScale)
    readonly property real room: width - Theme.space2 - addButton.width - (crowded ? listButton.width : 0) - Theme.space2
    readonly property bool crowded: count * leastWidth > width - addButton.width - Theme.space4
    readonly property real tabWidth: Math.max(leastWidth, Math.min(mostWidth, Math.floor(room / Math.max(1, count))))

    // The drag under way: the row that moves, where its left edge is, and whether it has left the strip.
    property int draggedRow: -1
    property real draggedX: 0
    property real grabX: 0
    property int startRow: -1
    property bool outside: false
    property real ghostX: 0
    property real ghostY: 0

    /// `place` is where in the strip the menu belongs: asked for by key there is no pointer near the tab.
    signal menuRequested(index: int, place: point)

    implicitHeight: Theme.tabHeight
    focusPolicy: Qt.TabFocus
    Accessible.role: Accessible.PageTabList
    Accessible.name: qsTr("Open chats")

    onXChanged: Qt.callLater(place)
    onWidthChanged: Qt.callLater(place)
    onTabWidthChanged: Qt.callLater(place)
    Component.onCompleted: Qt.callLater(place)

    /// The button of a tab.
    function tabAt(index: int): Item {
        return repeater.itemAt(index);
    }
    function place(): void {
        const origin = strip.mapToItem(null, 0, 0);
        windowState.placeStrip(Qt.rect(origin.x, origin.y, width, height), tabWidth, tabs.contentX);
    }
    function reveal(index: int): void {
        const start = index * tabWidth;
        if (start < tabs.contentX)
            tabs.contentX = start;
        else if (start + tabWidth > tabs.contentX + tabs.width)
            tabs.contentX = start + tabWidth - tabs.width;
    }
    /// A function with a name, so that Qt.callLater joins calls and drops those of a strip that was deleted.
    function revealCurrent(): void {
        reveal(windowState.currentIndex);
    }
    function goTo(index: int): void {
        if (index >= 0 && index < count)
            windowState.activate(index);
    }

    function beginDrag(index: int, x: real): void {
        draggedRow = index;
        startRow = index;
        grabX = x - index * tabWidth;
        draggedX = index * tabWidth;
        windowState.activate(index);
    }
    function drag(x: real, y: real, global: point): void {
        outside = y < -Theme.tabHeight || y > 2 * Theme.tabHeight || x < tabs.contentX - tabWidth || x > tabs.contentX + tabs.width + tabWidth;
        if (outside) {
            const target = windowState.windowAt(global);
            windowState.showDrop(target, target === 0 ? -1 : windowState.positionAt(target, global));
            ghostX = global.x - grabX;
            ghostY = global.y - Theme.tabHeight / 2;
            return;
        }
        windowState.showDrop(0, -1);
        draggedX = Math.max(0, Math.min(x - grabX, (count - 1) * tabWidth));
        const row = Math.round(draggedX / tabWidth);
        if (row !== draggedRow) {
            windowState.moveTab(draggedRow, row);
            draggedRow = row;
        }
        reveal(row);
    }
    function endDrag(global: point): void {
        const row = draggedRow;
        const left = outside;
        stopDrag();
        if (!left || row < 0)
            return;
        const target = windowState.windowAt(global);
        if (target === windowState.number)
            return;
        if (target !== 0)
            windowState.moveTabToWindow(row, target, windowState.positionAt(target, global));
        else
            windowState.detachTab(row, Qt.point(global.x - grabX, global.y - Theme.tabHeight / 2));
    }
    function cancelDrag(): void {
        if (draggedRow >= 0 && startRow >= 0)
            windowState.moveTab(draggedRow, startRow);
        stopDrag();
    }
    function stopDrag(): void {
        draggedRow = -1;
        startRow = -1;
        outside = false;
        windowState.showDrop(0, -1);
    }

    Keys.onLeftPressed: goTo(windowState.currentIndex - 1)
    Keys.onRightPressed: goTo(windowState.currentIndex + 1)
    Keys.onDeletePressed: windowState.closeTab(windowState.currentIndex)
    Keys.onMenuPressed: {
        const tab = tabAt(windowState.currentIndex);
        if (tab)
            menuRequested(windowState.currentIndex, tab.mapToItem(strip, Theme.space2, tab.height));
    }
    Keys.onPressed: event => {
        event.accepted = event.key === Qt.Key_Home || event.key === Qt.Key_End;
        if (event.accepted)
            goTo(event.key === Qt.Key_Home ? 0 : count - 1);
    }
    Shortcut {
        sequence: "Esc"
        enabled: strip.draggedRow >= 0
        onActivated: strip.cancelDrag()
    }

    Rectangle {
        anchors.fill: parent
        color: Theme.sunken
    }
    Rectangle {
        anchors.bottom: parent.bottom
        width: parent.width
        height: 1
        color: Theme.line
    }

    Flickable {
        id: tabs

        x: Theme.space2
        width: Math.max(0, Math.min(strip.room, contentWidth))
        height: parent.height
        contentWidth: strip.count * strip.tabWidth
        contentHeight: height
        interactive: false
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        onContentXChanged: Qt.callLater(strip.place)
        onWidthChanged: Qt.callLater(strip.revealCurrent)

        Repeater {
            id: repeater

            model: strip.windowState.tabs

            TabButton {
                id: tab

                required property int index
                required title
                required activityText
                required writing
                required newAnswer

                x: dragged ? strip.draggedX : index * strip.tabWidth
                width: strip.tabWidth
                height: strip.height
                opacity: dragged && strip.outside ? 0.4 : 1
                current: strip.windowState.currentIndex === index
                focusShown: current && strip.visualFocus
                dragged: dragger.active && strip.draggedRow >= 0
                closeKeys: strip.shortcuts.shownKeys("closeTab")
                onChosen: strip.windowState.activate(index)
                onCloseRequested: strip.windowState.closeTab(index)
                onMenuRequested: position => strip.menuRequested(index, mapToItem(strip, position.x, position.y))

                Behavior on x {
                    enabled: !tab.dragged
                    NumberAnimation {
                        duration: Theme.motion
                        easing.type: Easing.OutCubic
                    }
                }

                DragHandler {
                    id: dragger

                    target: null
                    acceptedButtons: Qt.LeftButton
                    onActiveChanged: {
                        const press = tab.mapToItem(tabs.contentItem, centroid.pressPosition);
                        if (active)
                            strip.beginDrag(tab.index, press.x);
                        else
                            strip.endDrag(tab.mapToGlobal(centroid.position.x, centroid.position.y));
                    }
                    onCentroidChanged: {
                        if (!active || strip.draggedRow < 0)
                            return;
                        const inside = tab.mapToItem(tabs.contentItem, centroid.position);
                        strip.drag(inside.x, inside.y, tab.mapToGlobal(centroid.position.x, centroid.position.y));
                    }
                }
            }
        }

        // Where a tab from another window would go.
        Rectangle {
            x: strip.windowState.dropPosition * strip.tabWidth - 1
            visible: strip.windowState.dropPosition >= 0
            y: Theme.space2
            width: 3
            height: parent.height - 2 * Theme.space2
            radius: 2
            color: Theme.accent
            z: 3
        }
    }

    WheelHandler {
        acceptedDevices: PointerDevice.Mouse | PointerDevice.TouchPad
        orientation: Qt.Vertical
        onWheel: event => {
            const delta = event.angleDelta.y !== 0 ? event.angleDelta.y : event.angleDelta.x;
            tabs.contentX = Math.max(0, Math.min(tabs.contentWidth - tabs.width, tabs.contentX - delta));
        }
    }

    IconButton {
        id: addButton

        anchors.verticalCenter: parent.verticalCenter
        x: tabs.x + tabs.width + Theme.space1
        compact: true
        iconName: "plus"
        iconSize: 16
        label: qsTr("New chat")
        shortcutText: strip.shortcuts.shownKeys("newChat")
        onClicked: strip.windowState.newTab()
    }
    IconButton {
        id: listButton

        anchors.verticalCenter: parent.verticalCenter
        anchors.right: parent.right
        anchors.rightMargin: Theme.space1
        visible: strip.crowded
        compact: true
        iconName: "chevron-down"
        iconSize: 16
        label: qsTr("All open chats")
        onClicked: allTabs.popup(listButton, 0, listButton.height)
    }
    HMenu {
        id: allTabs

        Instantiator {
            model: strip.crowded ? strip.windowState.tabs : null
            delegate: HMenuItem {
                required property int index
                required property string title
                required property string activityText
                required property bool newAnswer

                text: title
                // Why something failed is a sentence: the tab itself has it in full.
                shortcutText: newAnswer ? qsTr("new answer") : activityText.length > 28 ? activityText.slice(0, 27) + "…" : activityText
                checkable: true
                checked: strip.windowState.currentIndex === index
                onTriggered: strip.windowState.activate(index)
            }
            onObjectAdded: (index, object) => allTabs.insertItem(index, object as HMenuItem)
            onObjectRemoved: (index, object) => allTabs.removeItem(object as HMenuItem)
        }
    }

    Loader {
        active: strip.outside
        source: "TabGhost.qml"
        onLoaded: {
            const window = item as TabGhost;
            window.title = strip.windowState.tabs.titleAt(strip.draggedRow);
            window.x = Qt.binding(() => strip.ghostX);
            window.y = Qt.binding(() => strip.ghostY);
            window.visible = true;
        }
    }

    // A tab that opens, closes or moves by other hands makes the row of the dragged one another.
    Connections {
        target: strip.windowState.tabs
        enabled: strip.draggedRow >= 0

        function onRowsInserted(): void {
            strip.stopDrag();
        }
        function onRowsRemoved(): void {
            strip.stopDrag();
        }
    }
    Connections {
        target: strip.windowState

        function onCurrentChanged(): void {
            Qt.callLater(strip.revealCurrent);
        }
    }
}
