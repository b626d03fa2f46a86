import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Library.Models

/// One model to begin with: what it is, what it costs, and the button that gets it going.
Card {
    id: card

    required property string title
    required property string description
    required property string facts
    required property int offerState
    required property real progress
    required property string status
    required property string problem
    required property bool starter
    /// The offer that wears the filled button.
    property bool first: false

    readonly property bool downloading: offerState === StarterOffers.Downloading
    readonly property bool resting: offerState === StarterOffers.Paused || offerState === StarterOffers.Failed
    readonly property bool narrow: availableWidth < 420 * Theme.fontScale

    signal chosen
    signal paused
    signal cancelled
    signal onlineRequested

    function takeFocus(): void {
        actions.takeFocus();
    }

    highlighted: first
    leftPadding: Theme.space4 + 2
    rightPadding: Theme.space4 + 2
    Accessible.role: Accessible.Grouping
    Accessible.name: title
    Accessible.description: [description, facts, status, problem].filter(text => text !== "").join(" ")

    contentItem: ColumnLayout {
        spacing: Theme.space3

        GridLayout {
            Layout.fillWidth: true
            columns: card.narrow ? 1 : 2
            columnSpacing: Theme.space4
            rowSpacing: Theme.space3

            ColumnLayout {
                Layout.fillWidth: true
                spacing: Theme.space1

                HLabel {
                    Layout.fillWidth: true
                    text: card.title
                    font.pixelSize: Theme.sizeReading
                    font.weight: Theme.weightStrong
                    Accessible.ignored: true
                }
                HLabel {
                    Layout.fillWidth: true
                    text: card.description
                    color: Theme.muted
                    wrapMode: Text.Wrap
                    elide: Text.ElideNone
                    Accessible.ignored: true
                }
                HLabel {
                    Layout.fillWidth: true
                    text: card.facts
                    color: Theme.faint
                    font.pixelSize: Theme.sizeSmall
                    wrapMode: Text.Wrap
                    elide: Text.ElideNone
                    Accessible.ignored: true
                }
            }
            OfferActions {
                id: actions

                offerState: card.offerState
                title: card.title
                first: card.first
                starter: card.starter
                onChosen: card.chosen()
                onPaused: card.paused()
                onCancelled: card.cancelled()
                onOnlineRequested: card.onlineRequested()
            }
        }
        ProgressLine {
            Layout.fillWidth: true
            visible: card.downloading || card.resting && card.progress > 0
            value: card.progress
            status: card.status
            label: qsTr("Download of %1").arg(card.title)
            resting: card.resting
        }
        RowLayout {
            Layout.fillWidth: true
            visible: card.problem !== ""
            spacing: Theme.space2

            Icon {
                Layout.alignment: Qt.AlignTop
                name: card.offerState === StarterOffers.Offline ? "offline" : card.offerState === StarterOffers.Failed ? "error" : "info"
                size: 16
                color: problemText.color
            }
            HLabel {
                id: problemText

                Layout.fillWidth: true
                text: card.problem
                color: card.offerState === StarterOffers.Failed ? Theme.bad : Theme.muted
                wrapMode: Text.Wrap
                elide: Text.ElideNone
                Accessible.role: card.offerState === StarterOffers.Failed ? Accessible.AlertMessage : Accessible.StaticText
            }
        }
    }
}
