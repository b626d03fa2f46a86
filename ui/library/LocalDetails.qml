import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Library.Models

/// One model of this computer: what is known of it, and what can be done with it.
Card {
    id: card

    /// Of the buttons below the facts.
    readonly property real actionsHeight: height - topPadding - area.y - area.height

    required property LocalModelFacts facts
    property bool inUse: false
    property bool loading: false
    /// It lies over the list and has a way back.
    property bool closable: false

    /// Its files can be read now.
    readonly property bool present: facts.modelState !== LocalModels.Offline && facts.modelState !== LocalModels.Missing

    /// Its files are not all as they should be.
    readonly property bool broken: facts.damaged || facts.modelState === LocalModels.Incomplete || facts.modelState === LocalModels.Missing

    /// Removing it puts its files into the trash.
    readonly property bool trashes: facts.own && present

    signal used
    signal unloaded
    signal shownInFolder
    signal lookedForAgain
    signal verified
    signal downloadedAgain
    signal verifyCancelled
    signal removed
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
                damaged: card.facts.damaged
            }
            Badge {
                visible: card.inUse || card.loading
                text: card.inUse ? qsTr("In use") : qsTr("Loading")
                tone: Badge.Accent
            }
        }
        ScrollArea {
            id: area

            Layout.fillWidth: true
            Layout.fillHeight: true
            contentHeight: factColumn.height

            // A positioner: a layout of Qt 6.4 keeps what a repeater has deleted while it was hidden.
            Column {
                id: factColumn

                width: area.width - Theme.space3
                spacing: Theme.space3

                HLabel {
                    width: parent.width
                    visible: text !== ""
                    text: card.facts.reason
                    color: card.facts.modelState === LocalModels.Incomplete || card.facts.modelState === LocalModels.Missing ? Theme.warn : Theme.muted
                    wrapMode: Text.Wrap
                    elide: Text.ElideNone
                }
                HLabel {
                    width: parent.width
                    visible: text !== "" && !card.facts.verifying
                    text: card.facts.verdictText
                    color: card.facts.damaged ? Theme.bad : Theme.good
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
            visible: card.broken && card.facts.sourceKnown
            kind: HButton.Filled
            text: qsTr("Download again")
            tip: qsTr("Fetches the files that are not as they should be, from where they came")
            onClicked: card.downloadedAgain()
        }
        HButton {
            Layout.fillWidth: true
            visible: card.facts.ready
            kind: card.inUse || card.facts.damaged ? HButton.Plain : HButton.Filled
            busy: card.loading
            text: card.inUse ? qsTr("Unload") : card.facts.damaged ? qsTr("Use anyway…") : qsTr("Use in chat")
            tip: card.inUse ? qsTr("Takes the model out of memory. Chats stay.") : ""
            onClicked: {
                if (card.inUse)
                    card.unloaded();
                else
                    card.used();
            }
        }
        ProgressLine {
            Layout.fillWidth: true
            visible: card.facts.verifying
            value: card.facts.verifyProgress
            label: qsTr("Checking the files of %1").arg(card.facts.name)
            status: qsTr("Checking its files… %1 %").arg(Math.floor(card.facts.verifyProgress * 100))
        }
        GridLayout {
            Layout.fillWidth: true
            columns: width < 260 * Theme.fontScale ? 1 : 2
            columnSpacing: Theme.space2
            rowSpacing: Theme.space2

            HButton {
                Layout.fillWidth: true
                visible: card.present
                text: card.facts.verifying ? qsTr("Stop checking") : qsTr("Check files")
                tip: qsTr("Reads every file and compares it with what it should be")
                onClicked: {
                    if (card.facts.verifying)
                        card.verifyCancelled();
                    else
                        card.verified();
                }
            }
            HButton {
                Layout.fillWidth: true
                visible: card.present
                text: qsTr("Show in folder")
                onClicked: card.shownInFolder()
            }
            HButton {
                Layout.fillWidth: true
                Layout.columnSpan: parent.columns
                visible: !card.present
                text: qsTr("Look again")
                onClicked: card.lookedForAgain()
            }
            HButton {
                Layout.fillWidth: true
                Layout.columnSpan: parent.columns
                enabled: !card.inUse && !card.loading
                text: card.trashes ? qsTr("Move to the trash") : qsTr("Take off this list")
                tip: card.inUse ? qsTr("It is in use: unload it first") : card.trashes || !card.present ? "" : qsTr("Its files stay where they are")
                onClicked: card.removed()
            }
        }
    }
}
