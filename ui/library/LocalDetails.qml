import QtQuick
import QtQuick.Layouts
import QtQuick.Templates as T
import Hearth.Controls
import Hearth.Library.Models

/// One model of this computer: what is known of it, and what can be done with it.
Card {
    id: card

    required property LocalModelFacts facts
    property bool inUse: false
    property bool loading: false
    /// It lies over the list and has a way back.
    property bool closable: false

    signal used
    signal unloaded
    signal shownInFolder
    signal closed

    Accessible.role: Accessible.Pane
    Accessible.name: facts.name
    Keys.onEscapePressed: event => {
        event.accepted = closable;
        if (closable)
            closed();
    }

    contentItem: ColumnLayout {
        spacing: Theme.space3

        RowLayout {
            Layout.fillWidth: true
            spacing: Theme.space2

            IconButton {
                Layout.alignment: Qt.AlignTop
                visible: card.closable
                compact: true
                iconName: "chevron-left"
                label: qsTr("Back to the list")
                onClicked: card.closed()
            }
            HLabel {
                Layout.fillWidth: true
                text: card.facts.name
                font.pixelSize: Theme.sizeReading
                font.weight: Theme.weightStrong
                wrapMode: Text.Wrap
                maximumLineCount: 3
                Accessible.role: Accessible.Heading
            }
        }
        RowLayout {
            Layout.fillWidth: true
            spacing: Theme.space2

            LocalStateBadge {
                modelState: card.facts.modelState
            }
            Badge {
                visible: card.inUse || card.loading
                text: card.inUse ? qsTr("In use") : qsTr("Loading")
                tone: Badge.Accent
            }
        }
        Flickable {
            id: flickable

            Layout.fillWidth: true
            Layout.fillHeight: true
            contentHeight: factColumn.height
            boundsBehavior: Flickable.StopAtBounds
            interactive: contentHeight > height
            clip: true
            T.ScrollBar.vertical: HScrollBar {}

            // A positioner: a layout of Qt 6.4 keeps what a repeater has deleted while it was hidden.
            Column {
                id: factColumn

                width: flickable.width
                spacing: Theme.space3

                HLabel {
                    width: parent.width
                    visible: text !== ""
                    text: card.facts.reason
                    color: card.facts.modelState === LocalModels.Incomplete ? Theme.warn : Theme.muted
                    wrapMode: Text.Wrap
                    elide: Text.ElideNone
                }
                Repeater {
                    model: card.facts

                    FactRow {
                        width: factColumn.width
                    }
                }
            }
        }
        HButton {
            Layout.fillWidth: true
            visible: card.facts.ready
            kind: card.inUse ? HButton.Plain : HButton.Filled
            busy: card.loading
            text: card.inUse ? qsTr("Unload") : qsTr("Use in chat")
            tip: card.inUse ? qsTr("Takes the model out of memory. Chats stay.") : ""
            onClicked: {
                if (card.inUse)
                    card.unloaded();
                else
                    card.used();
            }
        }
        HButton {
            Layout.fillWidth: true
            iconName: "folder"
            text: qsTr("Show in folder")
            onClicked: card.shownInFolder()
        }
    }
}
