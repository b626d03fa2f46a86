import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Library.Models

/// The buttons of an offer, by its state.
RowLayout {
    id: actions

    required property int offerState
    required property string title
    required property bool first
    required property bool starter

    readonly property bool downloading: offerState === StarterOffers.Downloading
    readonly property bool unfinished: offerState === StarterOffers.Paused || offerState === StarterOffers.Failed

    signal chosen
    signal paused
    signal cancelled
    signal onlineRequested

    /// Gives the focus to the button that goes on.
    function takeFocus(): void {
        main.forceActiveFocus();
    }

    spacing: Theme.space2

    IconButton {
        visible: actions.downloading
        iconName: "pause"
        label: qsTr("Pause the download of %1").arg(actions.title)
        onClicked: actions.paused()
    }
    IconButton {
        visible: actions.downloading || actions.unfinished
        iconName: "close"
        label: qsTr("Cancel the download of %1 and remove what has come").arg(actions.title)
        onClicked: actions.cancelled()
    }
    HButton {
        id: main

        visible: !actions.downloading
        large: true
        kind: actions.first ? HButton.Filled : HButton.Plain
        text: {
            switch (actions.offerState) {
            case StarterOffers.ToDownload:
                return qsTr("Download");
            case StarterOffers.Paused:
                return qsTr("Resume");
            case StarterOffers.Failed:
                return qsTr("Try again");
            case StarterOffers.Offline:
                return qsTr("Go online");
            default:
                return actions.starter ? qsTr("Start with this") : qsTr("Use");
            }
        }
        Accessible.name: text + ", " + actions.title
        onClicked: {
            if (actions.offerState === StarterOffers.Offline)
                actions.onlineRequested();
            else
                actions.chosen();
        }
    }
}
