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

    // A child of something invisible is invisible itself, so what is to be seen is worked out here.
    readonly property bool storageTold: storage.message !== ""
    readonly property bool writeFailed: storage.writeError !== ""
    readonly property bool unstored: session.saveError !== "" && !session.unsaved
    readonly property bool contextFull: session.contextEnded || session.contextMeter.overfull

    /// There is something to tell.
    readonly property bool wanted: storageTold || writeFailed || unstored || session.unsaved || contextFull

    signal contextPressed

    spacing: Theme.space2
    visible: wanted

    Late {
        Layout.fillWidth: true
        wanted: notices.storageTold
        sourceComponent: NoticeBar {
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
                    objectName: "readOnlyButton"
                    visible: notices.storage.readOnlyHelps
                    compact: true
                    kind: HButton.Quiet
                    text: qsTr("Only read")
                    onClicked: notices.storage.useReadOnly()
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
    }
    Late {
        Layout.fillWidth: true
        wanted: notices.writeFailed
        sourceComponent: NoticeBar {
            tone: NoticeBar.Problem
            text: qsTr("The answer could not be stored yet; it is tried again. %1").arg(notices.storage.writeError)
        }
    }
    Late {
        Layout.fillWidth: true
        wanted: notices.unstored
        sourceComponent: NoticeBar {
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
    }
    Late {
        Layout.fillWidth: true
        wanted: notices.session.unsaved
        sourceComponent: NoticeBar {
            text: qsTr("The newest messages of this chat are not stored. %1").arg(notices.session.saveError)
            actions: HButton {
                compact: true
                enabled: !notices.session.writing
                text: qsTr("Store now")
                onClicked: notices.session.retrySaving()
            }
        }
    }
    Late {
        Layout.fillWidth: true
        wanted: notices.contextFull
        sourceComponent: NoticeBar {
            text: notices.session.contextEnded ? qsTr("The answer ended because the model's context is full.")
                                               : qsTr("The next message does not fit: the model's context is full.")
            actions: HButton {
                compact: true
                text: qsTr("Choose what to keep")
                onClicked: notices.contextPressed()
            }
        }
    }
}
