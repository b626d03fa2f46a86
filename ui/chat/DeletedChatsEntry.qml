import QtQuick
import Hearth.Controls
import Hearth.Chat.Models

/// The way to the chats that were deleted; there while there are any.
ListRow {
    id: entry

    required property DeletedChatsModel deletedChats

    objectName: "deletedChatsEntry"
    visible: deletedChats.count > 0
    iconName: "trash"
    title: qsTr("Recently deleted")
    Accessible.role: Accessible.Button
    Accessible.description: qsTr("%n chat(s)", "", deletedChats.count)
    trailing: HLabel {
        text: entry.deletedChats.count
        color: Theme.muted
        font.pixelSize: Theme.sizeSmall
        Accessible.ignored: true
    }
    onClicked: dialogLoader.show()

    Rectangle {
        y: -Theme.space2
        width: parent.width
        height: 1
        color: Theme.line
    }

    Loader {
        id: dialogLoader

        active: false

        function show(): void {
            active = true;
            (item as DeletedChatsDialog).open();
        }
        sourceComponent: DeletedChatsDialog {
            objectName: "deletedChatsDialog"
            deletedChats: entry.deletedChats
        }
    }
}
