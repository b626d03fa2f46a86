import QtQuick
import QtQuick.Templates as T
import QtQuick.Window

/// A menu: arrows move, Enter chooses, Esc closes.
T.Menu {
    id: control

    implicitWidth: contentWidth + leftPadding + rightPadding
    implicitHeight: Math.min(contentHeight + topPadding + bottomPadding, maximumHeight)
    contentWidth: {
        let widest = 160;
        for (let i = 0; i < count; ++i)
            widest = Math.max(widest, itemAt(i)?.implicitWidth ?? 0);
        return Math.min(widest, 420 * Theme.fontScale);
    }
    readonly property real maximumHeight: contentItem.Window.window ? contentItem.Window.height - 2 * Theme.space2 : 4096
    margins: Theme.space2
    padding: Theme.space1
    overlap: 4
    focus: true

    readonly property FocusReturn focusReturn: FocusReturn {}

    onAboutToShow: {
        focusReturn.remember(parent);
        OpenPopups.opened(contentItem.parent);
    }
    onClosed: {
        OpenPopups.closed(contentItem.parent);
        focusReturn.restore(parent);
    }

    delegate: HMenuItem {}

    contentItem: ListView {
        implicitHeight: contentHeight
        model: control.contentModel
        interactive: contentHeight > height
        boundsBehavior: Flickable.StopAtBounds
        clip: interactive
        currentIndex: control.currentIndex
        T.ScrollBar.vertical: HScrollBar {}
    }

    background: FloatingGround {
        implicitWidth: 160
    }

    T.Overlay.modal: Item {}

    enter: Transition {
        NumberAnimation {
            property: "opacity"
            from: 0
            to: 1
            duration: Theme.motion
        }
    }
    exit: Transition {
        NumberAnimation {
            property: "opacity"
            to: 0
            duration: Theme.motion
        }
    }
}
