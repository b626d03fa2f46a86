pragma Singleton

import QtQuick
import QtQuick.Window

/// The menus, lists, forms and dialogs that lie over the windows: what is under them shows no tip.
QtObject {
    /// Outermost first; those that have gone are left out when the next one comes.
    property var items: []

    function opened(item: Item): void {
        items = items.filter(other => other && other.visible && other !== item).concat([item]);
    }
    function closed(item: Item): void {
        items = items.filter(other => other && other !== item);
    }
    /// Whether something lies over the part of its window that `item` is in.
    function cover(item: Item): bool {
        for (let i = items.length - 1; i >= 0; --i) {
            const top = items[i];
            if (!top || !top.visible || top.Window.window !== item.Window.window)
                continue;
            for (let part = item; part !== null; part = part.parent) {
                if (part === top)
                    return false;
            }
            return true;
        }
        return false;
    }
}
