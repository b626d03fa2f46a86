import QtQuick
import QtQuick.Window

/// Gives the focus back to where it was before something floating took it, unless it has gone elsewhere on purpose.
QtObject {
    id: keeper

    property Item before: null

    /// `owner` is any item of the window.
    function remember(owner: Item): void {
        before = owner?.Window.activeFocusItem ?? null;
    }
    function restore(owner: Item): void {
        const now = owner?.Window.activeFocusItem ?? null;
        const nobodyHasIt = now === null || now === (owner?.Window.contentItem ?? null);
        if (nobodyHasIt && before !== null && before.visible)
            before.forceActiveFocus(Qt.PopupFocusReason);
        before = null;
    }
}
