import QtQuick
import Hearth.Controls
import Hearth.Library.Models

/// Why a hub did not answer, and the button for what can be done about it.
ErrorState {
    id: pane

    required property int step
    /// The model has a page, where a person may have to accept something before a token helps.
    property bool hasPage: false

    signal retried
    signal stepWanted(int step)

    iconName: step === HubSearch.GoOnline ? "offline" : "error"
    actions: [
        HButton {
            visible: pane.step > HubSearch.TryAgain
            kind: HButton.Filled
            text: {
                switch (pane.step) {
                case HubSearch.GoOnline:
                    return qsTr("Go online");
                case HubSearch.GiveToken:
                    return qsTr("Access token…");
                default:
                    return qsTr("Open the model's page");
                }
            }
            onClicked: pane.stepWanted(pane.step)
        },
        HButton {
            visible: pane.hasPage && pane.step === HubSearch.GiveToken
            iconName: "external-link"
            text: qsTr("Open the model's page")
            onClicked: pane.stepWanted(HubSearch.OpenPage)
        },
        HButton {
            visible: pane.step !== HubSearch.NoStep && pane.step !== HubSearch.GoOnline
            text: qsTr("Try again")
            onClicked: pane.retried()
        }
    ]
}
