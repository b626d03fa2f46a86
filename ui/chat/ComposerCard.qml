import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Chat.Models

/// Where a message is written: the text, what is attached to it, and the button that sends it or stops the answer.
FocusScope {
    id: card

    required property ChatSession session
    /// Enter breaks the line, Ctrl+Enter sends.
    property bool sendsWithControl: false

    readonly property Composer composer: session.composer
    readonly property bool composing: area.preeditText !== "" || area.inputMethodComposing
    /// Escape has something to stop.
    readonly property bool stoppable: session.writing || session.waitingForModel

    signal presetPressed

    function takeFocus(): void {
        area.forceActiveFocus(Qt.OtherFocusReason);
    }
    /// Another chat's composer has come.
    function beginAnew(): void {
        (attachmentDialog.item as AttachmentDialog)?.close();
        showText();
    }
    /// Puts the beginning of a message before what is written already.
    function begin(beginning: string): void {
        area.insert(0, beginning);
        area.cursorPosition = beginning.length;
        takeFocus();
    }
    /// What is typed where nothing takes it is meant for the message.
    function takeStray(event: KeyEvent): void {
        const foreign = event.modifiers & (Qt.ControlModifier | Qt.AltModifier | Qt.MetaModifier);
        const letter = event.text.length > 0 && event.text > " " && event.text !== "\x7f";
        event.accepted = visible && letter && !foreign && !area.readOnly;
        if (event.accepted) {
            takeFocus();
            area.insert(area.cursorPosition, event.text);
        }
    }
    /// Whether a press of Enter means "send".
    function sends(modifiers: int): bool {
        if (modifiers & (Qt.ShiftModifier | Qt.AltModifier))
            return false;
        return !sendsWithControl || (modifiers & Qt.ControlModifier) !== 0;
    }
    /// Enter means "send" unless an input method is at work or a line break is wanted.
    function handleKey(event: KeyEvent): void {
        const enter = event.key === Qt.Key_Return || event.key === Qt.Key_Enter;
        if (composing) {
            // The input method's own; it does not even break the line.
            event.accepted = enter;
            return;
        }
        if (enter && sends(event.modifiers)) {
            event.accepted = true;
            if (!event.isAutoRepeat)
                session.send();
        } else if (event.key === Qt.Key_Escape && composer.editing) {
            event.accepted = true;
            composer.cancelEdit();
        } else if (event.key === Qt.Key_Escape && stoppable) {
            event.accepted = true;
            session.stop();
        } else if (event.key === Qt.Key_Up && area.length === 0 && !composer.editing && event.modifiers === Qt.NoModifier) {
            event.accepted = true;
            session.beginEditOfLast();
        }
    }
    /// The composer's text came from elsewhere: a draft, an edit, a message that was sent.
    function showText(): void {
        if (area.text !== composer.text) {
            area.text = composer.text;
            area.cursorPosition = area.length;
        }
    }

    implicitHeight: column.implicitHeight + Theme.space3 + Theme.space2 + 2
    Accessible.role: Accessible.Grouping
    Accessible.name: qsTr("Message")

    onComposerChanged: showText()

    Connections {
        target: card.composer

        function onTextChanged(): void {
            card.showText();
        }
        function onEditingChanged(): void {
            if (card.composer.editing)
                card.takeFocus();
        }
    }
    Rectangle {
        anchors.fill: parent
        radius: Theme.radiusBubble + 2
        color: Theme.surface
        border.width: 1
        border.color: area.activeFocus ? Theme.focus : Theme.line
    }
    DropArea {
        id: drop

        anchors.fill: parent
        keys: ["text/uri-list"]
        onDropped: event => {
            event.accept(Qt.CopyAction);
            for (const url of event.urls)
                card.composer.attachFile(url);
        }
    }
    Rectangle {
        anchors.fill: parent
        visible: drop.containsDrag
        radius: Theme.radiusBubble + 2
        color: Theme.accentSoft
        border.width: 2
        border.color: Theme.accent
        z: 1

        HLabel {
            anchors.centerIn: parent
            text: qsTr("Drop text files here to attach them")
        }
    }
    ColumnLayout {
        id: column

        anchors.fill: parent
        anchors.topMargin: Theme.space3
        anchors.bottomMargin: Theme.space2 + 2
        anchors.leftMargin: Theme.space3
        anchors.rightMargin: Theme.space3
        spacing: Theme.space2

        RowLayout {
            Layout.fillWidth: true
            Layout.leftMargin: Theme.space1
            visible: card.composer.editing
            spacing: Theme.space2

            Icon {
                name: "edit"
                size: 14
                color: Theme.accent
            }
            HLabel {
                Layout.fillWidth: true
                text: qsTr("You are changing a message. The old version and its answer are kept.")
                color: Theme.muted
                font.pixelSize: Theme.sizeSmall
                wrapMode: Text.Wrap
                elide: Text.ElideNone
            }
            HButton {
                compact: true
                kind: HButton.Quiet
                text: qsTr("Cancel")
                onClicked: card.composer.cancelEdit()
            }
        }
        HTextArea {
            id: area

            objectName: "messageField"

            Layout.fillWidth: true
            Layout.leftMargin: Theme.space1
            focus: true
            framed: false
            minimumLines: 1
            maximumLines: 10
            font.pixelSize: Theme.sizeReading
            readOnly: card.composer.busy
            label: qsTr("Message")
            placeholderText: card.session.empty ? qsTr("Write a message") : qsTr("Write a reply")
            onTextChanged: {
                if (length > card.composer.longestTypedText && card.composer.takeLongText(text))
                    area.clear();
                card.composer.text = text;
            }
            takesPaste: marked => card.composer.takeClipboard(marked)
            onKeyPressed: event => card.handleKey(event)
        }
        Flow {
            Layout.fillWidth: true
            visible: card.composer.attachmentTitles.length > 0
            spacing: Theme.space1 + 2

            Repeater {
                model: card.composer.attachmentTitles

                Chip {
                    required property int index
                    required property string modelData

                    width: Math.min(implicitWidth, parent.width)
                    text: modelData
                    iconName: "file"
                    removable: true
                    onClicked: attachmentDialog.show(index)
                    onRemoveRequested: card.composer.removeAttachment(index)
                }
            }
        }
        RowLayout {
            Layout.fillWidth: true
            spacing: Theme.space2

            IconButton {
                compact: true
                iconName: "attach"
                label: qsTr("Attach a text file")
                enabled: !card.composer.busy
                onClicked: fileDialog.ask()
            }
            Chip {
                Layout.maximumWidth: 200 * Theme.fontScale
                visible: text !== ""
                text: card.session.parameters.presetName
                onClicked: card.presetPressed()
            }
            Item {
                Layout.fillWidth: true
            }
            HLabel {
                text: card.session.contextMeter.draftText
                color: card.session.contextMeter.overfull ? Theme.bad : Theme.faint
                font.pixelSize: Theme.sizeTiny
            }
            IconButton {
                id: sendButton

                objectName: "sendButton"

                readonly property bool stops: card.stoppable && !card.composer.editing

                filled: true
                round: true
                iconName: stops ? "stop" : card.composer.editing ? "check" : "arrow-up"
                iconSize: 18
                label: stops ? qsTr("Stop") : card.composer.editing ? qsTr("Store the new version") : qsTr("Send")
                shortcutText: stops ? qsTr("Esc") : card.sendsWithControl ? qsTr("Ctrl+Enter") : qsTr("Enter")
                enabled: stops || card.composer.canSend
                onClicked: {
                    if (stops)
                        card.session.stop();
                    else
                        card.session.send();
                    card.takeFocus();
                }
            }
        }
    }
    Loader {
        id: attachmentDialog

        function show(index: int): void {
            active = true;
            (item as AttachmentDialog).show(card.composer, index);
        }
        active: false
        sourceComponent: AttachmentDialog {}
    }
    Loader {
        id: fileDialog

        function ask(): void {
            setSource("AttachFile.qml");
            item.composer = card.composer;
            item.open();
        }
    }
}
