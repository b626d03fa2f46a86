import QtQuick
import QtQuick.Layouts
import QtQuick.Templates as T

/// A question or a small form over the window. Tab stays inside, Esc means "no", Enter presses the default button, and the
/// focus goes back to where it was. Children are laid below the text; they may use `Layout`.
///
/// `accepted` follows the primary button, `rejected` every other way out, `tertiaryClicked` the third button. With
/// `closesOnPrimary` false the dialog stays open, to show `busy` or a refusal, until its owner closes it.
T.Popup {
    id: dialog

    property string title
    property string text
    property string iconName
    property color iconColor: Theme.accent
    property string primaryText: qsTr("OK")
    property string secondaryText: qsTr("Cancel")
    property string tertiaryText
    property bool primaryEnabled: true
    /// The primary action destroys something: it is red and the focus is on the other button.
    property bool danger: false
    property bool busy: false
    property bool closesOnPrimary: true
    /// Width at 100 %.
    property real wantedWidth: 440
    /// What has the focus at first; else the first child that takes it, else the harmless button.
    property Item initialFocus: null
    default property alias body: bodyColumn.data

    readonly property ColumnLayout bodyColumn: ColumnLayout {
        id: bodyColumn

        spacing: Theme.space3
    }
    readonly property FocusReturn focusReturn: FocusReturn {}
    property bool agreed: false

    signal accepted
    signal rejected
    signal tertiaryClicked

    function accept(): void {
        if (!primaryEnabled || busy)
            return;
        agreed = true;
        if (closesOnPrimary)
            close();
        accepted();
    }
    function reject(): void {
        agreed = false;
        close();
    }

    parent: T.Overlay.overlay
    x: parent ? Math.round((parent.width - width) / 2) : 0
    y: parent ? Math.round((parent.height - height) / 2) : 0
    implicitWidth: parent ? Math.min(wantedWidth * Math.min(Theme.fontScale, 1.6), parent.width - 2 * Theme.space4) : wantedWidth
    implicitHeight: Math.min(implicitContentHeight + topPadding + bottomPadding, (parent?.height ?? 4096) - 2 * Theme.space4)
    padding: Theme.space6
    modal: true
    focus: true
    closePolicy: busy ? T.Popup.NoAutoClose : T.Popup.CloseOnEscape

    onAboutToShow: {
        agreed = false;
        focusReturn.remember(parent);
        OpenPopups.opened(contentItem.parent);
    }
    onOpened: {
        if (initialFocus !== null)
            initialFocus.forceActiveFocus(Qt.TabFocusReason);
        else
            (contentItem as DialogFrame).focusFirst();
    }
    onClosed: {
        OpenPopups.closed(contentItem.parent);
        focusReturn.restore(parent);
        if (!agreed)
            rejected();
    }

    contentItem: DialogFrame {
        focus: true
        title: dialog.title
        text: dialog.text
        iconName: dialog.iconName
        iconColor: dialog.iconColor
        primaryText: dialog.primaryText
        secondaryText: dialog.secondaryText
        tertiaryText: dialog.tertiaryText
        primaryEnabled: dialog.primaryEnabled
        danger: dialog.danger
        busy: dialog.busy
        body: dialog.bodyColumn
        onPrimaryClicked: dialog.accept()
        onSecondaryClicked: dialog.reject()
        onTertiaryClicked: dialog.tertiaryClicked()
    }

    background: FloatingGround {
        radius: Theme.radiusBubble
        blur: 28
    }

    T.Overlay.modal: Rectangle {
        color: Theme.scrim

        Behavior on opacity {
            NumberAnimation {
                duration: Theme.motion
            }
        }
    }

    enter: Transition {
        NumberAnimation {
            property: "opacity"
            from: 0
            to: 1
            duration: Theme.motion
        }
        NumberAnimation {
            property: "scale"
            from: 0.97
            to: 1
            duration: Theme.motion
            easing.type: Easing.OutCubic
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
