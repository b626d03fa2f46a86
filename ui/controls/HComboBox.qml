import QtQuick
import QtQuick.Templates as T

/// One choice of a list. Arrows change it closed as well as open; typing a first letter jumps to it.
T.ComboBox {
    id: control

    property string label
    property bool invalid: false

    /// Of the longest entry, so that choosing does not move what stands beside.
    readonly property real widestText: {
        let widest = 0;
        for (let i = 0; i < count; ++i)
            widest = Math.max(widest, metrics.advanceWidth(textAt(i)));
        return Math.ceil(widest) + 1;
    }

    implicitWidth: Math.max(96, Math.min(widestText, 320 * Theme.fontScale) + leftPadding + rightPadding)
    implicitHeight: Math.max(Theme.controlHeight, implicitContentHeight + topPadding + bottomPadding)
    leftPadding: mirrored ? indicator.width + 2 * Theme.space2 : Theme.space2 + 2
    rightPadding: mirrored ? Theme.space2 + 2 : indicator.width + 2 * Theme.space2
    topPadding: Theme.space1
    bottomPadding: Theme.space1
    hoverEnabled: true
    font.family: Theme.familySans
    font.pixelSize: Theme.sizeBody
    Accessible.role: Accessible.ComboBox
    Accessible.name: label
    Accessible.description: displayText

    /// The next entry whose text starts with `letter`.
    function jumpTo(letter: string): bool {
        for (let step = 1; step <= count; ++step) {
            const index = (Math.max(0, popup.visible ? highlightedIndex : currentIndex) + step) % count;
            if (textAt(index).toLowerCase().startsWith(letter)) {
                currentIndex = index;
                activated(index);
                return true;
            }
        }
        return false;
    }

    // The template closes the list when Enter is let go, so a closed list opens then and not at the press.
    property bool enterDown: false

    Keys.onReleased: event => {
        event.accepted = enterDown && (event.key === Qt.Key_Return || event.key === Qt.Key_Enter);
        if (event.accepted) {
            enterDown = false;
            popup.open();
        }
    }
    Keys.onPressed: event => {
        if (event.key === Qt.Key_Return || event.key === Qt.Key_Enter) {
            enterDown = !popup.visible;
            event.accepted = enterDown;
            return;
        }
        const plain = (event.modifiers & ~Qt.ShiftModifier) === Qt.NoModifier;
        if (!editable && plain && event.text.trim() !== "")
            event.accepted = jumpTo(event.text.toLowerCase());
    }

    FontMetrics {
        id: metrics

        font: control.font
    }

    contentItem: HLabel {
        text: control.displayText
        color: control.enabled ? Theme.text : Theme.disabled
        verticalAlignment: Text.AlignVCenter
        Accessible.ignored: true
    }

    indicator: Icon {
        x: control.mirrored ? Theme.space2 : control.width - width - Theme.space2
        y: (control.height - height) / 2
        name: "chevron-down"
        size: 14
        color: control.enabled ? Theme.muted : Theme.disabled
    }

    background: Rectangle {
        radius: Theme.radiusControl
        color: !control.enabled ? Theme.window : control.down || control.pressed ? Theme.pressed : control.hovered ? Theme.hover : Theme.surface
        border.width: 1
        border.color: control.invalid ? Theme.bad : control.hovered ? Theme.outline : Theme.line

        Behavior on color {
            ColorAnimation {
                duration: Theme.motion
            }
        }
        FocusRing {
            shown: control.visualFocus && !control.popup.visible
        }
    }

    delegate: ComboRow {
        required property int index

        width: ListView.view?.width ?? 0
        text: ListView.view ? (ListView.view as ComboList).textAt(index) : ""
        chosen: ListView.view ? (ListView.view as ComboList).chosenIndex === index : false
        highlighted: ListView.isCurrentItem
    }

    popup: HPopup {
        y: control.height + Theme.space1
        implicitWidth: Math.max(control.width, Math.min(360 * Theme.fontScale, control.widestText * 1.06 + 14 * Theme.fontScale + 44))
        implicitHeight: Math.min(implicitContentHeight + topPadding + bottomPadding, 320 * Theme.fontScale)
        padding: Theme.space1

        contentItem: ComboList {
            model: control.delegateModel
            currentIndex: control.highlightedIndex
            chosenIndex: control.currentIndex
            owner: control
        }
    }
}
