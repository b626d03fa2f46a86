import QtQuick
import QtQuick.Templates as T

/// A part of a page that scrolls where its content is higher than itself; what gets the focus is brought into view.
Flickable {
    id: area

    readonly property Item focused: Window.activeFocusItem

    contentWidth: width
    boundsBehavior: Flickable.StopAtBounds
    interactive: contentHeight > height
    clip: interactive
    T.ScrollBar.vertical: HScrollBar {}

    onFocusedChanged: {
        for (let item = focused; item; item = item.parent) {
            if (item === contentItem) {
                const top = focused.mapToItem(contentItem, 0, 0).y;
                const bottom = top + focused.height;
                if (top < contentY + Theme.space2)
                    contentY = Math.max(0, top - Theme.space4);
                else if (bottom > contentY + height - Theme.space2)
                    contentY = Math.max(0, Math.min(contentHeight, bottom + Theme.space4) - height);
                return;
            }
        }
    }
}
