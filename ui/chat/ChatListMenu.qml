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
    property string renameKeys

    signal renameRequested

    function showFor(row: ChatListRow): void {
        conversation = row.conversationId;
        plainTitle = row.plainTitle;
        pinned = row.pinned;
        folder = row.folder;
        const menu = conversation < 0 ? unstoredMenu : chatMenu;
        // Asked for by key, the pointer may be anywhere.
        if (row.hovered)
            menu.popup();
        else
            menu.popup(row, Theme.space6, row.height);
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
            shortcutText: menus.renameKeys
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
            Instantiator {
                model: menus.folder !== "" ? [qsTr("Rename the folder…"), qsTr("Dissolve the folder")] : []
                delegate: HMenuItem {
                    required property int index
                    required property string modelData

                    text: modelData
                    iconName: index === 0 ? "edit" : "folder"
                    onTriggered: {
                        if (index === 0)
                            renameDialog.open();
                        else
                            menus.chats.removeFolder(menus.folder);
                    }
                }
                onObjectAdded: (index, item) => folderChoice.addItem(item as HMenuItem)
                onObjectRemoved: (index, item) => folderChoice.removeItem(item as HMenuItem)
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
        id: unstoredMenu

        HMenuItem {
            text: qsTr("Store now")
            iconName: "download"
            onTriggered: menus.chats.storeNow(menus.conversation)
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
        problemOf: name => menus.chats.folderNameProblem(name, menus.folder)
        onNamed: name => menus.chats.renameFolder(menus.folder, name)
    }
}
