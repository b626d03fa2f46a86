import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Chat.Models

/// What to do when a conversation no longer fits what the model can read at once: three ways, each with its numbers.
HDialog {
    id: dialog

    required property ContextChoices choices

    wantedWidth: 560
    title: choices.hopeless ? qsTr("This message is too long") : qsTr("What the model sees of this chat")
    text: choices.explanation
    primaryText: ""
    primaryEnabled: false
    // The Enter that sent the message may come twice: it must choose nothing.
    initialFocus: calm
    secondaryText: choices.summarizing ? qsTr("Stop the summary") : choices.hopeless ? qsTr("Go back") : qsTr("Not now")
    onAboutToShow: choices.prepare()
    onRejected: {
        if (choices.summarizing)
            choices.cancelSummary();
        choices.dismiss();
    }

    /// Closes it with the choice still open.
    function putAway(): void {
        agreed = true;
        close();
    }

    Connections {
        target: dialog.choices

        function onSettled(): void {
            dialog.putAway();
        }
    }
    Item {
        id: calm

        objectName: "calm"
    }
    ContextChoice {
        title: qsTr("Leave out the oldest messages")
        text: dialog.choices.leaveOutText
        actionText: qsTr("Leave out")
        iconName: "cut"
        visible: text !== ""
        possible: dialog.choices.canLeaveOut && !dialog.choices.summarizing
        onChosen: dialog.choices.leaveOut()
    }
    ContextChoice {
        title: qsTr("Sum up the oldest messages")
        text: dialog.choices.summarizeText
        actionText: qsTr("Sum up")
        iconName: "sparkle"
        visible: text !== ""
        possible: dialog.choices.canSummarize
        busy: dialog.choices.summarizing
        onChosen: dialog.choices.summarize()
    }
    ContextChoice {
        title: qsTr("Enlarge the context")
        text: dialog.choices.enlargeText
        actionText: qsTr("Enlarge")
        iconName: "memory"
        visible: text !== ""
        possible: dialog.choices.canEnlarge && !dialog.choices.summarizing
        onChosen: dialog.choices.enlarge()
    }
    ContextChoice {
        title: qsTr("See everything again")
        text: qsTr("The messages that are left out now are given to the model again, as far as they fit.")
        actionText: qsTr("Undo")
        iconName: "undo"
        visible: dialog.choices.leavesOut && !dialog.choices.hopeless
        possible: !dialog.choices.summarizing
        onChosen: dialog.choices.useEverything()
    }
    HLabel {
        Layout.fillWidth: true
        visible: text !== ""
        text: dialog.choices.error
        color: Theme.bad
        wrapMode: Text.Wrap
        elide: Text.ElideNone
    }
}
