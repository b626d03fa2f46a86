import QtQuick
import QtQuick.Templates as T

/// A floating surface, for what a button opens: a list, a small form.
T.Popup {
    id: control

    implicitWidth: implicitContentWidth + leftPadding + rightPadding
    implicitHeight: implicitContentHeight + topPadding + bottomPadding
    padding: Theme.space3
    margins: Theme.space2
    closePolicy: T.Popup.CloseOnEscape | T.Popup.CloseOnPressOutsideParent

    readonly property FocusReturn focusReturn: FocusReturn {}

    onAboutToShow: {
        focusReturn.remember(parent);
        OpenPopups.opened(contentItem.parent);
    }
    onClosed: {
        OpenPopups.closed(contentItem.parent);
        focusReturn.restore(parent);
    }

    background: FloatingGround {}

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
