import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Chat.Models

/// What stands between the person and the next message, above the composer: what could not be stored, a context that is
/// full, the state of the file of the chats.
ColumnLayout {
    id: notices

    required property ChatSession session
    required property ChatStorage storage

    signal contextPressed

    spacing: Theme.space2
    visible: storageBar.visible || writeBar.visible || saveBar.visible || unsavedBar.visible || contextBar.visible

    NoticeBar {
        id: storageBar

        Layout.fillWidth: true
        visible: notices.storage.message !== ""
        tone: notices.storage.state === ChatStorage.Failed ? NoticeBar.Problem : NoticeBar.Warning
        text: notices.storage.message
        actions: [
            HButton {
                visible: notices.storage.state === ChatStorage.Failed
                compact: true
                text: qsTr("Try again")
                onClicked: notices.storage.retry()
            },
            HButton {
                visible: notices.storage.state === ChatStorage.Failed
                compact: true
                kind: HButton.Quiet
                text: qsTr("Go on without storing")
                onClicked: notices.storage.useMemory()
            },
            IconButton {
                visible: notices.storage.state !== ChatStorage.Failed
                compact: true
                iconName: "close"
                iconSize: 14
                label: qsTr("Dismiss")
                onClicked: notices.storage.dismissMessage()
            }
        ]
    }
    NoticeBar {
        id: writeBar

        Layout.fillWidth: true
        visible: notices.storage.writeError !== ""
        tone: NoticeBar.Problem
        text: qsTr("The answer could not be stored yet; it is tried again. %1").arg(notices.storage.writeError)
    }
    NoticeBar {
        id: saveBar

        Layout.fillWidth: true
        visible: notices.session.saveError !== "" && !notices.session.unsaved
        tone: NoticeBar.Problem
        text: qsTr("Your message could not be stored. %1").arg(notices.session.saveError)
        actions: [
            HButton {
                compact: true
                text: qsTr("Try again")
                onClicked: notices.session.retrySaving()
            },
            HButton {
                compact: true
                kind: HButton.Quiet
                text: qsTr("Go on without storing")
                onClicked: notices.session.goOnUnsaved()
            }
        ]
    }
    NoticeBar {
        id: unsavedBar

        Layout.fillWidth: true
        visible: notices.session.unsaved
        text: qsTr("The newest messages of this chat are not stored. %1").arg(notices.session.saveError)
        actions: HButton {
            compact: true
            enabled: !notices.session.writing
            text: qsTr("Store now")
            onClicked: notices.session.retrySaving()
        }
    }
    NoticeBar {
        id: contextBar

        Layout.fillWidth: true
        visible: notices.session.contextEnded || notices.session.contextMeter.overfull
        text: notices.session.contextEnded ? qsTr("The answer ended because the model's context is full.")
                                           : qsTr("The next message does not fit: the model's context is full.")
        actions: HButton {
            compact: true
            text: qsTr("Choose what to keep")
            onClicked: notices.contextPressed()
        }
    }
}
