import QtQuick
import QtQuick.Layouts

/// What a dialog shows: title, text, its body and the row of buttons.
FocusScope {
    id: frame

    property string title
    property string text
    property string iconName
    property color iconColor
    property string primaryText
    property string secondaryText
    property string tertiaryText
    property bool primaryEnabled: true
    property bool danger: false
    property bool busy: false
    property Item body: null
    readonly property bool hasBody: body !== null && body.children.length > 0

    signal primaryClicked
    signal secondaryClicked
    signal tertiaryClicked

    implicitWidth: column.implicitWidth
    implicitHeight: column.implicitHeight
    Accessible.role: Accessible.Dialog
    Accessible.name: title
    Accessible.description: text
    // Whatever inside does not take Enter itself leaves it to the default button.
    Keys.onReturnPressed: primaryClicked()
    Keys.onEnterPressed: primaryClicked()

    /// The first child that takes the focus by Tab, else the button that does no harm.
    function focusFirst(): void {
        const next = hasBody ? body.nextItemInFocusChain(true) : null;
        for (let item = next; item; item = item.parent) {
            if (item === body) {
                next.forceActiveFocus(Qt.TabFocusReason);
                return;
            }
        }
        const harmless = danger && secondaryButton.visible || !primaryButton.visible ? secondaryButton : primaryButton;
        harmless.forceActiveFocus(Qt.TabFocusReason);
    }

    ColumnLayout {
        id: column

        anchors.fill: parent
        spacing: Theme.space4

        RowLayout {
            visible: frame.title !== "" || frame.text !== ""
            spacing: Theme.space3

            Icon {
                Layout.alignment: Qt.AlignTop
                visible: frame.iconName !== ""
                name: frame.iconName
                size: 22
                color: frame.danger ? Theme.bad : frame.iconColor
            }
            ColumnLayout {
                spacing: Theme.space2

                HLabel {
                    Layout.fillWidth: true
                    visible: text !== ""
                    text: frame.title
                    font.pixelSize: Theme.sizeReading
                    font.weight: Theme.weightStrong
                    wrapMode: Text.Wrap
                    elide: Text.ElideNone
                    Accessible.role: Accessible.Heading
                }
                HLabel {
                    Layout.fillWidth: true
                    visible: text !== ""
                    text: frame.text
                    color: Theme.muted
                    wrapMode: Text.Wrap
                    elide: Text.ElideNone
                    lineHeight: Theme.cjk ? 1.1 : 1.25
                }
            }
        }
        ScrollArea {
            id: area

            Layout.fillWidth: true
            Layout.fillHeight: true
            // The focus ring of a child at the edge needs four pixels that clipping leaves free.
            Layout.margins: -Theme.space1
            Layout.preferredHeight: contentHeight
            visible: frame.hasBody
            implicitWidth: bodySlot.implicitWidth + 2 * Theme.space1
            contentHeight: bodySlot.implicitHeight + 2 * Theme.space1

            Slot {
                id: bodySlot

                x: Theme.space1
                y: Theme.space1
                width: area.width - 2 * Theme.space1
                height: implicitHeight
                content: frame.body
            }
        }
        RowLayout {
            Layout.topMargin: Theme.space1
            spacing: Theme.space2

            HButton {
                Layout.fillWidth: true
                Layout.maximumWidth: implicitWidth
                Layout.leftMargin: -Theme.space2
                visible: text !== ""
                text: frame.tertiaryText
                kind: HButton.Quiet
                enabled: !frame.busy
                onClicked: frame.tertiaryClicked()
            }
            Item {
                Layout.fillWidth: true
            }
            HButton {
                id: secondaryButton

                Layout.fillWidth: true
                Layout.maximumWidth: implicitWidth
                visible: text !== ""
                text: frame.secondaryText
                onClicked: frame.secondaryClicked()
            }
            HButton {
                id: primaryButton

                Layout.fillWidth: true
                Layout.maximumWidth: implicitWidth
                visible: text !== ""
                text: frame.primaryText
                kind: frame.danger ? HButton.Danger : HButton.Filled
                enabled: frame.primaryEnabled
                busy: frame.busy
                onClicked: frame.primaryClicked()
            }
        }
    }
}
