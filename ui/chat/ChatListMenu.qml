import QtQuick
import Hearth.Controls
import Hearth.Chat.Models

/// What can be done with a chat, or with a folder, of the list.
Item {
    id: menus

    required property ChatListModel chats

    property double conversation: 0
    property string plainTitle
    property bool pinned: false
    property string folder

    signal renameRequested

    function showFor(conversationId: double, title: string, isPinned: bool, inFolder: string): void {
        conversation = conversationId;
        plainTitle = title;
        pinned = isPinned;
        folder = inFolder;
        chatMenu.popup();
    }
    function showForFolder(name: string): void {
        folder = name;
        folderMenu.popup();
    }

    HMenu {
        id: chatMenu

        HMenuItem {
            text: qsTr("Rename")
            iconName: "edit"
            shortcutText: qsTr("F2")
            onTriggered: menus.renameRequested()
        }
        HMenuItem {
            text: menus.pinned ? qsTr("Unpin") : qsTr("Pin")
            iconName: "pin"
            onTriggered: menus.chats.setPinned(menus.conversation, !menus.pinned)
        }
        HMenu {
            id: folderChoice

            title: qsTr("Move to folder")

            HMenuItem {
                text: qsTr("No folder")
                checkable: true
                checked: menus.folder === ""
                onTriggered: menus.chats.moveToFolder(menus.conversation, "")
            }
            Instantiator {
                model: menus.chats.folders
                delegate: HMenuItem {
                    required property string modelData

                    text: modelData
                    checkable: true
                    checked: menus.folder === modelData
                    onTriggered: menus.chats.moveToFolder(menus.conversation, modelData)
                }
                onObjectAdded: (index, item) => folderChoice.insertItem(index + 1, item as HMenuItem)
                onObjectRemoved: (index, item) => folderChoice.removeItem(item as HMenuItem)
            }
            HMenuSeparator {}
            HMenuItem {
                text: qsTr("New folder…")
                iconName: "plus"
                onTriggered: folderDialog.open()
            }
        }
        HMenuSeparator {}
        HMenuItem {
            text: qsTr("Delete")
            iconName: "trash"
            shortcutText: qsTr("Del")
            danger: true
            onTriggered: menus.chats.remove(menus.conversation)
        }
    }
    HMenu {
        id: folderMenu

        HMenuItem {
            text: qsTr("Rename the folder…")
            iconName: "edit"
            onTriggered: renameDialog.open()
        }
        HMenuItem {
            text: qsTr("Dissolve the folder")
            iconName: "folder"
            onTriggered: menus.chats.removeFolder(menus.folder)
        }
    }
    NameDialog {
        id: folderDialog

        title: qsTr("New folder")
        text: qsTr("“%1” goes into it.").arg(menus.plainTitle)
        label: qsTr("Name of the folder")
        primaryText: qsTr("Create")
        onNamed: name => menus.chats.moveToFolder(menus.conversation, name)
    }
    NameDialog {
        id: renameDialog

        title: qsTr("Rename the folder")
        label: qsTr("Name of the folder")
        primaryText: qsTr("Rename")
        startName: menus.folder
        onNamed: name => menus.chats.renameFolder(menus.folder, name)
    }
}
