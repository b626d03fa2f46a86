import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Chat.Models

/// A long text in full, in pieces so that a megabyte opens at once.
HDialog {
    id: dialog

    property Composer composer: null
    property int attachment: -1

    wantedWidth: 720
    primaryText: qsTr("Close")
    secondaryText: ""

    function show(from: Composer, index: int): void {
        composer = from;
        attachment = index;
        title = from.attachmentTitles[index];
        pieces.model = from.attachmentPieces(index);
        open();
    }

    onClosed: pieces.model = []

    HListView {
        id: pieces

        Layout.fillWidth: true
        Layout.preferredHeight: 420
        label: dialog.title
        spacing: 0
        reuseItems: true
        delegate: Text {
            required property string modelData

            width: ListView.view.width - Theme.space3
            text: modelData
            textFormat: Text.PlainText
            wrapMode: Text.Wrap
            color: Theme.text
            font.family: Theme.familySans
            font.pixelSize: Theme.sizeBody
            lineHeight: Theme.cjk ? 1.1 : 1.25
            Accessible.role: Accessible.StaticText
            Accessible.name: text
        }
    }
}
