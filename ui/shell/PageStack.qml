import QtQuick
import Hearth.Shell.Models

/// The chat pages of a window; only the current one is shown.
FocusScope {
    id: stack

    required property WindowState windowState
    /// Makes a page; its parent is a ChatSlot, whose chat changes.
    required property Component chatPage

    /// The page on show; null while it is being made.
    readonly property Item currentPage: pages.count > 0 ? (pages.itemAt(windowState.pages.current) as ChatSlot)?.item ?? null : null

    Repeater {
        id: pages

        model: stack.windowState.pages

        ChatSlot {
            current: stack.windowState.pages.current === index
            sourceComponent: stack.chatPage
        }
    }
}
