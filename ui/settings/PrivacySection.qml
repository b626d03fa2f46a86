import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Downloads.Models
import Hearth.Settings.Models

/// What leaves this computer: nothing but what is listed here.
SectionPage {
    id: section

    required property Settings settings
    /// Rows have `time`, `host`, `purpose` and `outcome`.
    property RequestLogModel requests: null
    readonly property int count: list.count

    // The list looks for new requests only while somebody looks at it.
    Component.onCompleted: if (requests) requests.watching = true
    Component.onDestruction: if (requests) requests.watching = false

    title: qsTr("Privacy")
    text: qsTr("Your chats and settings stay on this computer. Hearth sends no statistics and looks for no updates by itself. It connects only to look for models in Discover and to download those you choose.")

    FormRow {
        Layout.fillWidth: true
        label: qsTr("Offline")
        help: qsTr("No connection is opened at all. Downloads wait until you go online again.")

        HSwitch {
            label: qsTr("Offline")
            checked: section.settings.offline
            onToggled: section.settings.offline = checked
        }
    }
    ColumnLayout {
        Layout.fillWidth: true
        spacing: Theme.space2

        HLabel {
            text: qsTr("Connections Hearth has made")
            font.weight: Theme.weightMedium
        }
        HLabel {
            Layout.fillWidth: true
            text: section.count === 0 ? qsTr("None.") : qsTr("The latest first.")
            color: Theme.muted
            font.pixelSize: Theme.sizeSmall
        }
        Repeater {
            id: list

            model: section.requests

            RequestRow {
                Layout.fillWidth: true
            }
        }
    }
}
