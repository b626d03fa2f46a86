import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Library.Models
import Hearth.Settings.Models

/// Where models come from: which hub, the token for it, the way there and how fast.
ColumnLayout {
    id: group

    required property Settings settings
    required property HubAccess hub
    required property HubToken token

    spacing: Theme.space6

    HLabel {
        Layout.fillWidth: true
        Layout.topMargin: Theme.space2
        text: qsTr("Getting models")
        font.pixelSize: Theme.sizeReading
        font.weight: Theme.weightStrong
        Accessible.role: Accessible.Heading
    }
    FormRow {
        Layout.fillWidth: true
        label: qsTr("Source")
        help: qsTr("The hub that Discover searches. A mirror helps where the hub itself is slow or cannot be reached.")

        HComboBox {
            label: qsTr("Source")
            model: group.hub.names
            // A list with other names begins at its first line again.
            currentIndex: model, group.hub.current
            onActivated: index => group.hub.current = index
        }
    }
    FormRow {
        Layout.fillWidth: true
        label: qsTr("A hub of your own")
        help: address.invalid ? qsTr("This is no address of a hub. It begins with https://.")
                              : qsTr("A hub that answers as Hugging Face does. It joins the sources above.")

        HTextField {
            id: address

            invalid: group.hub.addressRefused
            Layout.preferredWidth: 260 * Theme.fontScale
            label: qsTr("A hub of your own")
            placeholderText: "https://hub.example"
            inputMethodHints: Qt.ImhUrlCharactersOnly
            text: group.settings.hubAddress
            onEditingFinished: group.settings.hubAddress = text
        }
    }
    FormRow {
        Layout.fillWidth: true
        label: qsTr("Access token for %1").arg(group.hub.name)
        help: group.token.note

        HTextField {
            id: secret

            // With its button as wide as the fields above and below.
            Layout.preferredWidth: 260 * Theme.fontScale - keep.width - Theme.space2
            visible: !group.token.given
            label: qsTr("Access token for %1").arg(group.hub.name)
            placeholderText: qsTr("Paste it here")
            echoMode: TextInput.Password
            inputMethodHints: Qt.ImhHiddenText | Qt.ImhSensitiveData | Qt.ImhNoPredictiveText
            onAccepted: if (text !== "") keep.clicked()
        }
        HButton {
            id: keep

            visible: !group.token.given
            enabled: secret.text.trim() !== "" && !group.token.busy
            text: qsTr("Keep")
            onClicked: {
                group.token.give(secret.text);
                secret.clear();
            }
        }
        HLabel {
            visible: group.token.given
            text: group.token.lasting ? qsTr("Kept") : qsTr("Until Hearth ends")
            color: group.token.lasting ? Theme.good : Theme.warn
        }
        HButton {
            visible: group.token.given
            text: qsTr("Remove")
            Accessible.name: qsTr("Remove the access token for %1").arg(group.hub.name)
            onClicked: group.token.remove()
        }
    }
    FormRow {
        Layout.fillWidth: true
        label: qsTr("Proxy")
        help: proxy.invalid ? qsTr("Write it as http://host:port or socks5://host:port.")
                            : qsTr("Empty: as the system says. This computer itself is always reached directly.")

        HTextField {
            id: proxy

            Layout.preferredWidth: 260 * Theme.fontScale
            invalid: !group.settings.isProxy(text)
            label: qsTr("Proxy")
            placeholderText: "http://proxy.example:3128"
            inputMethodHints: Qt.ImhUrlCharactersOnly
            text: group.settings.proxy
            onEditingFinished: if (!invalid) group.settings.proxy = text
        }
    }
    FormRow {
        Layout.fillWidth: true
        label: qsTr("Speed of downloads")
        help: group.settings.bandwidthUnlimited ? qsTr("As fast as the line gives.")
                                                : qsTr("At most so many megabytes a second, all downloads together.")

        HSpinBox {
            visible: !group.settings.bandwidthUnlimited
            label: qsTr("Megabytes a second")
            from: 1
            to: 100000
            value: group.settings.bandwidthMegabytes
            onValueModified: group.settings.bandwidthMegabytes = value
        }
        HSwitch {
            text: qsTr("No limit")
            label: qsTr("No limit to the speed of downloads")
            checked: group.settings.bandwidthUnlimited
            onToggled: group.settings.bandwidthUnlimited = checked
        }
    }
}
