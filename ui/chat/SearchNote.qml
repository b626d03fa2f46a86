import QtQuick
import Hearth.Controls
import Hearth.Chat.Models

/// Below what a search found: that it goes on, or that there is more than is shown.
Item {
    id: note

    required property ChatListModel chats

    readonly property string text: !chats.searching || chats.count === 0 ? ""
        : chats.moreFound ? qsTr("These are the newest; more chats contain it. Another word narrows it down.")
                          : chats.searchComplete ? "" : qsTr("Older messages are still being searched.")

    implicitHeight: text === "" ? 0 : label.implicitHeight + 2 * Theme.space2

    HLabel {
        id: label

        x: Theme.space2
        y: Theme.space2
        width: note.width - 2 * Theme.space2
        visible: note.text !== ""
        text: note.text
        wrapMode: Text.Wrap
        color: Theme.muted
        font.pixelSize: Theme.sizeSmall
    }
}
