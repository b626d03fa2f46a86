import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.System.Models

/// Shows where a link of a conversation leads before anything is opened.
HDialog {
    id: dialog

    required property LinkOpener links
    property bool listening: true

    title: qsTr("Open this link?")
    text: qsTr("It leads to %1 and opens outside Hearth.").arg(links.host)
    iconName: "external-link"
    primaryText: qsTr("Open")
    wantedWidth: 520

    onAccepted: links.confirm()
    onRejected: links.cancel()

    Connections {
        target: dialog.links
        enabled: dialog.listening

        function onChanged(): void {
            if (dialog.links.asking)
                dialog.open();
            else
                dialog.close();
        }
    }

    Rectangle {
        Layout.fillWidth: true
        implicitHeight: address.implicitHeight + 2 * Theme.space2
        radius: Theme.radiusControl
        color: Theme.sunken

        TextEdit {
            id: address

            x: Theme.space3
            y: Theme.space2
            width: parent.width - 2 * Theme.space3
            text: dialog.links.target
            textFormat: TextEdit.PlainText
            readOnly: true
            selectByMouse: true
            wrapMode: TextEdit.WrapAnywhere
            color: Theme.text
            selectionColor: Theme.selection
            selectedTextColor: Theme.text
            font.family: Theme.familyMono
            font.pixelSize: Theme.sizeSmall
            Accessible.role: Accessible.StaticText
            Accessible.name: text
        }
    }
}
