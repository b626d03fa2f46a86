import QtQuick
import Hearth.Shell.Models

/// The chat pages of a window, one for each tab looked at lately; only the current one is shown.
FocusScope {
    id: stack

    required property WindowState windowState
    /// Makes a page; its parent is a ChatSlot.
    required property Component chatPage

    /// The page on show; null while it is being made.
    function currentPage(): Item {
        return (pages.itemAt(windowState.currentIndex) as ChatSlot)?.item ?? null;
    }

    Repeater {
        id: pages

        model: stack.windowState.tabs

        ChatSlot {
            current: stack.windowState.currentIndex === index
            sourceComponent: stack.chatPage
        }
    }
}
