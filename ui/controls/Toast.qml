import QtQuick
import QtQuick.Layouts

/// One short notice with at most one action. Its time stands still while the pointer or the focus is on it.
FocusScope {
    id: toast

    /// Tells notices apart in their host.
    property int key: 0
    property string text
    property string actionText
    property string iconName
    property color iconColor: Theme.accent
    /// Milliseconds on show.
    property int lifetime: 6000
    readonly property bool held: pointer.hovered || activeFocus

    signal actionTriggered
    signal dismissed

    implicitWidth: Math.min(560 * Theme.fontScale, row.implicitWidth + Theme.space4 + Theme.space2)
    implicitHeight: Math.max(Theme.controlHeight + Theme.space3, row.implicitHeight + 2 * Theme.space1)

    /// Its time begins anew.
    function beginAgain(): void {
        if (time.running)
            time.restart();
    }

    Accessible.role: Accessible.AlertMessage
    Accessible.name: text
    Keys.onEscapePressed: dismissed()

    HoverHandler {
        id: pointer
    }
    Timer {
        id: time

        interval: toast.lifetime
        running: !toast.held && toast.visible
        onTriggered: toast.dismissed()
    }
    Shadow {
        radius: Theme.radiusCard
    }
    Rectangle {
        anchors.fill: parent
        radius: Theme.radiusCard
        color: Theme.surface
        border.width: 1
        border.color: Theme.line
    }
    RowLayout {
        id: row

        anchors.fill: parent
        anchors.leftMargin: Theme.space4
        anchors.rightMargin: Theme.space2
        spacing: Theme.space2

        Icon {
            visible: toast.iconName !== ""
            name: toast.iconName
            size: 18
            color: toast.iconColor
        }
        HLabel {
            Layout.fillWidth: true
            Layout.rightMargin: Theme.space2
            text: toast.text
            wrapMode: Text.Wrap
            maximumLineCount: 3
            Accessible.ignored: true
        }
        HButton {
            id: action

            visible: toast.actionText !== ""
            focus: visible
            compact: true
            kind: HButton.Plain
            text: toast.actionText
            onClicked: toast.actionTriggered()
        }
        IconButton {
            focus: !action.visible
            compact: true
            iconName: "close"
            iconSize: 14
            label: qsTr("Dismiss")
            onClicked: toast.dismissed()
        }
    }
}
