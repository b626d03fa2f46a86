import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Engine.Models

/// How the model comes along: loading with a way to give up, a failure with the ways on, or a message that waits for one.
/// Its owner shows it while one of these is so.
NoticeBar {
    id: bar

    required property ActiveModel activeModel
    /// A message is sent as soon as there is a model.
    required property bool waiting

    readonly property bool loading: activeModel.state === ActiveModel.Loading
    readonly property bool failed: activeModel.state === ActiveModel.Failed || activeModel.state === ActiveModel.NoChatTemplate
    readonly property string remaining: {
        const seconds = activeModel.secondsLeft;
        return isNaN(seconds) || seconds < 1 ? "" : qsTr("about %n second(s) left", "", Math.ceil(seconds));
    }

    signal chooseRequested
    signal stopWaiting

    tone: failed ? NoticeBar.Problem : NoticeBar.Info
    text: {
        if (failed)
            return activeModel.errorSentence;
        if (!loading)
            return qsTr("Your message is sent as soon as a model is ready.");
        const progress = qsTr("Loading %1, %2 %").arg(activeModel.name).arg(Math.floor(activeModel.progress * 100));
        const line = remaining === "" ? progress : progress + " · " + remaining;
        return waiting ? line + "\n" + qsTr("Your message is sent as soon as it is ready.") : line;
    }
    actions: [
        HButton {
            visible: bar.failed && bar.activeModel.state === ActiveModel.Failed
            compact: true
            text: qsTr("Try again")
            onClicked: bar.activeModel.retry()
        },
        HButton {
            visible: !bar.loading
            compact: true
            text: bar.failed ? qsTr("Choose another model") : qsTr("Choose a model")
            onClicked: bar.chooseRequested()
        },
        HButton {
            visible: bar.loading
            compact: true
            text: qsTr("Cancel loading")
            onClicked: bar.activeModel.cancel()
        },
        HButton {
            visible: bar.waiting && !bar.loading
            compact: true
            kind: HButton.Quiet
            text: qsTr("Do not send")
            onClicked: bar.stopWaiting()
        }
    ]

    HProgressBar {
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.bottom: parent.bottom
        anchors.leftMargin: Theme.radiusCard
        anchors.rightMargin: Theme.radiusCard
        visible: bar.loading
        height: 3
        value: bar.activeModel.progress
        label: qsTr("Loading the model")
    }
}
