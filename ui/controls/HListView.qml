import QtQuick
import QtQuick.Templates as T

/// A list for rows: arrows, Home, End and the page keys move, Enter and Space choose the current row.
ListView {
    id: list

    property string label

    clip: true
    activeFocusOnTab: true
    keyNavigationEnabled: true
    boundsBehavior: Flickable.StopAtBounds
    highlightMoveDuration: Theme.motion
    highlightResizeDuration: 0
    reuseItems: true
    spacing: 2
    Accessible.role: Accessible.List
    Accessible.name: label
    T.ScrollBar.vertical: HScrollBar {}

    /// How many rows a page key passes.
    function pageRows(): int {
        return currentItem ? Math.max(1, Math.floor(height / (currentItem.height + spacing)) - 1) : 1;
    }

    onActiveFocusChanged: if (activeFocus && currentIndex < 0 && count > 0) currentIndex = 0

    Keys.onPressed: event => {
        let goal = -1;
        switch (event.key) {
        case Qt.Key_Home:
            goal = 0;
            break;
        case Qt.Key_End:
            goal = count - 1;
            break;
        case Qt.Key_PageUp:
            goal = Math.max(0, currentIndex - pageRows());
            break;
        case Qt.Key_PageDown:
            goal = Math.min(count - 1, currentIndex + pageRows());
            break;
        case Qt.Key_Return:
        case Qt.Key_Enter:
        case Qt.Key_Space:
            (currentItem as T.AbstractButton)?.clicked();
            event.accepted = currentItem !== null;
            return;
        case Qt.Key_Menu:
            (currentItem as ListRow)?.contextMenuRequested();
            event.accepted = currentItem !== null;
            return;
        default:
            return;
        }
        event.accepted = true;
        currentIndex = goal;
        positionViewAtIndex(goal, ListView.Contain);
    }
}
