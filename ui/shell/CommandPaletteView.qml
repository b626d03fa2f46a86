import QtQuick
import QtQuick.Layouts
import QtQuick.Templates as T
import Hearth.Controls
import Hearth.Shell.Models

/// Everything by a few letters: type, arrows choose, Enter does it, Esc leaves.
T.Popup {
    id: popup

    required property CommandPalette palette
    readonly property FocusReturn focusReturn: FocusReturn {}

    parent: T.Overlay.overlay
    x: parent ? Math.round((parent.width - width) / 2) : 0
    y: parent ? Math.round(Math.min(96, parent.height / 10)) : 0
    width: parent ? Math.min(600 * Math.min(Theme.fontScale, 1.5), parent.width - 2 * Theme.space4) : 600
    implicitHeight: contentItem.implicitHeight + topPadding + bottomPadding
    padding: Theme.space2
    modal: true
    focus: true
    closePolicy: T.Popup.CloseOnEscape | T.Popup.CloseOnPressOutside

    /// Where the pointer was seen last, in the window; nothing is chosen by a list that opens or scrolls under it.
    property point pointer
    property bool pointerSeen: false

    onAboutToShow: {
        pointerSeen = false;
        focusReturn.remember(parent);
        palette.open();
        field.clear();
        list.currentIndex = 0;
    }
    onOpened: field.forceActiveFocus(Qt.PopupFocusReason)
    onClosed: focusReturn.restore(parent)

    function take(row: int): void {
        close();
        palette.choose(row);
    }
    function step(by: int): void {
        if (list.count > 0)
            list.currentIndex = (list.currentIndex + by + list.count) % list.count;
        list.positionViewAtIndex(list.currentIndex, ListView.Contain);
    }

    function pointAt(row: int, place: point): void {
        const moved = pointerSeen && (place.x !== pointer.x || place.y !== pointer.y);
        pointerSeen = true;
        pointer = place;
        if (moved)
            list.currentIndex = row;
    }

    Connections {
        target: popup.palette

        function onCountChanged(): void {
            list.currentIndex = list.count > 0 ? 0 : -1;
            list.positionViewAtBeginning();
        }
    }

    contentItem: ColumnLayout {
        spacing: Theme.space1

        SearchField {
            id: field

            Layout.fillWidth: true
            placeholderText: qsTr("Find a chat, a model or something to do")
            onTextChanged: popup.palette.query = text
            Keys.onDownPressed: popup.step(1)
            Keys.onUpPressed: popup.step(-1)
            Keys.onPressed: event => {
                event.accepted = event.key === Qt.Key_PageDown || event.key === Qt.Key_PageUp;
                if (event.accepted)
                    popup.step(event.key === Qt.Key_PageDown ? Math.min(8, list.count - 1 - list.currentIndex) : -Math.min(8, list.currentIndex));
            }
            // An input method's Enter chooses its candidate; that one never arrives here.
            onAccepted: popup.take(list.currentIndex)
        }
        ListView {
            id: list

            Layout.fillWidth: true
            Layout.preferredHeight: Math.min(contentHeight, 400 * Theme.fontScale, (popup.parent?.height ?? 700) - 200)
            visible: count > 0
            clip: true
            model: popup.palette
            boundsBehavior: Flickable.StopAtBounds
            highlightMoveDuration: 0
            Accessible.role: Accessible.List
            Accessible.name: qsTr("Results")
            T.ScrollBar.vertical: HScrollBar {}

            section.property: "section"
            section.delegate: SectionLabel {
                required property string section

                width: ListView.view?.width ?? 0
                leftPadding: Theme.space2
                topPadding: Theme.space2
                bottomPadding: Theme.space1
                text: section
            }

            delegate: ListRow {
                id: row

                required property int index
                required property int kind
                required property string shownKeys
                required title
                required subtitle

                width: ListView.view?.width ?? 0
                focusPolicy: Qt.NoFocus
                iconName: ["chevron-right", "chat", "models"][kind]
                selected: ListView.isCurrentItem
                onClicked: popup.take(index)

                HoverHandler {
                    onPointChanged: if (hovered) popup.pointAt(row.index, point.scenePosition)
                }
                trailing: KeyHint {
                    visible: row.shownKeys !== ""
                    keys: row.shownKeys
                }
            }
        }
        HLabel {
            Layout.fillWidth: true
            Layout.margins: Theme.space3
            visible: list.count === 0
            text: qsTr("Nothing fits “%1”.").arg(field.text)
            color: Theme.muted
            wrapMode: Text.Wrap
            elide: Text.ElideNone
        }
    }

    background: FloatingGround {
        radius: Theme.radiusBubble
        blur: 28
    }
    T.Overlay.modal: Rectangle {
        color: Theme.scrim
    }
    enter: Transition {
        NumberAnimation {
            property: "opacity"
            from: 0
            to: 1
            duration: Theme.motion
        }
    }
}
