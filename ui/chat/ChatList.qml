import QtQuick
import QtQuick.Layouts
import QtQuick.Window
import Hearth.Controls
import Hearth.Chat.Models

/// Every chat of this computer: search, pinned ones, folders, then by day.
FocusScope {
    id: pane

    required property ChatListModel chats
    required property DeletedChatsModel deletedChats
    /// The conversation that is shown beside the list; 0 for none.
    property double currentConversation: 0
    /// The keys of two actions, as people read them; the person may have changed them.
    property string newChatKeys
    property string renameKeys
    /// The chat to be renamed is not among what was found: it is renamed when all are shown again.
    property bool renamesWhenSettled: false

    signal opened(double conversationId)
    signal newChat

    function focusSearch(): void {
        search.forceActiveFocus(Qt.ShortcutFocusReason);
        search.selectAll();
    }
    /// Begins to rename the row that has the focus, else the chat that is shown.
    function renameCurrent(): void {
        const row = list.activeFocus ? list.currentIndex : chats.rowOf(currentConversation);
        const id = chats.conversationAt(row);
        if (id > 0 && id !== list.renamedConversation) {
            list.focusBefore = list.activeFocus ? null : Window.activeFocusItem;
            list.beginRename(id, chats.plainTitleAt(row));
        } else if (id === 0 && search.text !== "" && currentConversation > 0) {
            renamesWhenSettled = true;
            search.clear();
        }
    }
    /// Marks the row of the chat that is shown.
    function markCurrent(): void {
        const row = chats.rowOf(currentConversation);
        if (row >= 0 && !list.activeFocus)
            list.currentIndex = row;
    }

    implicitWidth: Theme.listWidth
    Accessible.role: Accessible.Pane
    Accessible.name: qsTr("Chats")
    onCurrentConversationChanged: markCurrent()

    Rectangle {
        anchors.fill: parent
        color: Theme.window
    }
    Rectangle {
        width: 1
        height: parent.height
        anchors.right: parent.right
        color: Theme.line
    }
    ColumnLayout {
        anchors.fill: parent
        anchors.rightMargin: 1
        spacing: Theme.space2

        RowLayout {
            Layout.fillWidth: true
            Layout.fillHeight: false
            Layout.margins: Theme.space3
            Layout.bottomMargin: 0
            spacing: Theme.space2

            SearchField {
                id: search

                Layout.fillWidth: true
                Layout.fillHeight: true
                implicitWidth: 80
                focus: true
                placeholderText: qsTr("Search chats")
                /// Enter came before the answer to what was typed: the first chat of that is opened.
                property bool opensFirst: false

                function openFirst(): void {
                    opensFirst = !pane.chats.settled;
                    if (!opensFirst && list.count > 0)
                        pane.opened(pane.chats.conversationAt(0));
                }
                onTextChanged: {
                    opensFirst = false;
                    pane.chats.searchText = text;
                }
                onActiveFocusChanged: opensFirst = false
                Keys.onDownPressed: list.forceActiveFocus(Qt.TabFocusReason)
                Keys.onReturnPressed: openFirst()
                Keys.onEnterPressed: openFirst()
            }
            IconButton {
                objectName: "newChatButton"
                filled: true
                iconName: "plus"
                label: qsTr("New chat")
                shortcutText: pane.newChatKeys
                onClicked: pane.newChat()
            }
        }
        Item {
            Layout.fillWidth: true
            Layout.fillHeight: true

            HListView {
                id: list

                objectName: "chatRows"

                /// The chat whose title is being changed; 0 for none. Rows move while one types.
                property double renamedConversation: 0
                /// What has been typed so far.
                property string typedTitle
                /// Where the person was, outside the list, when renaming began.
                property Item focusBefore: null

                function beginRename(conversationId: double, title: string): void {
                    typedTitle = title;
                    renamedConversation = conversationId;
                    const row = pane.chats.rowOf(conversationId);
                    currentIndex = row;
                    positionViewAtIndex(row, ListView.Contain);
                }
                function endRename(): void {
                    const wasHere = activeFocus;
                    renamedConversation = 0;
                    if (wasHere)
                        (focusBefore?.visible ? focusBefore : this).forceActiveFocus(Qt.OtherFocusReason);
                    focusBefore = null;
                }

                anchors.fill: parent
                leftMargin: Theme.space3
                rightMargin: Theme.space3
                bottomMargin: Theme.space3
                label: qsTr("Chats")
                model: pane.chats
                currentIndex: -1
                footer: SearchNote {
                    width: ListView.view.width - 2 * Theme.space3
                    chats: pane.chats
                }
                section.property: "section"
                section.delegate: SectionLabel {
                    required property string section

                    x: Theme.space2
                    width: ListView.view.width - 2 * Theme.space3 - Theme.space2
                    topPadding: Theme.space3
                    bottomPadding: Theme.space1 + 2
                    text: section

                    TapHandler {
                        acceptedButtons: Qt.RightButton
                        enabled: pane.chats.folders.indexOf(parent.section) >= 0
                        onTapped: menu.showForFolder(parent.section)
                    }
                }
                delegate: ChatListRow {
                    id: row

                    required property int index

                    width: ListView.view.width - 2 * Theme.space3
                    shown: conversationId === pane.currentConversation
                    renaming: list.renamedConversation !== 0 && conversationId === list.renamedConversation
                    typedTitle: renaming ? list.typedTitle : ""
                    onTitleTyped: title => list.typedTitle = title
                    onClicked: {
                        list.currentIndex = index;
                        pane.opened(conversationId);
                    }
                    onContextMenuRequested: {
                        list.currentIndex = index;
                        menu.showFor(row);
                    }
                    onRenamed: title => {
                        const renamedOne = conversationId;
                        list.endRename();
                        pane.chats.rename(renamedOne, title);
                    }
                    onRenameCancelled: list.endRename()
                }
                visible: pane.chats.error === "" || count > 0
                Keys.onDeletePressed: if (currentIndex >= 0) pane.chats.remove(pane.chats.conversationAt(currentIndex))
                Keys.onPressed: event => {
                    if (event.key === Qt.Key_F2 && currentIndex >= 0) {
                        event.accepted = true;
                        pane.renameCurrent();
                    }
                }
            }
            EmptyState {
                objectName: "noChats"
                anchors.fill: parent
                visible: !pane.chats.loading && pane.chats.count === 0 && pane.chats.error === ""
                iconName: pane.chats.searching ? "search" : "chat"
                title: !pane.chats.searching ? qsTr("No chats yet")
                                             : pane.chats.searchComplete ? qsTr("Nothing found") : qsTr("Nothing found yet")
                text: pane.chats.searching && !pane.chats.searchComplete ? qsTr("Older messages are still being searched.")
                    : pane.chats.searching ? qsTr("No title and no message contains “%1”.").arg(pane.chats.searchText.trim())
                                           : qsTr("What you write is kept here, on this computer.")
            }
            ErrorState {
                anchors.fill: parent
                visible: pane.chats.error !== "" && pane.chats.count === 0
                title: qsTr("The chats could not be read")
                text: pane.chats.error
                actions: HButton {
                    text: qsTr("Try again")
                    onClicked: pane.chats.tryAgain()
                }
            }
        }
        NoticeBar {
            Layout.fillWidth: true
            Layout.leftMargin: Theme.space3
            Layout.rightMargin: Theme.space3
            Layout.bottomMargin: Theme.space2
            visible: pane.chats.error !== "" && pane.chats.count > 0
            tone: NoticeBar.Problem
            text: pane.chats.error
            actions: HButton {
                compact: true
                text: qsTr("Try again")
                onClicked: pane.chats.tryAgain()
            }
        }
        DeletedChatsEntry {
            Layout.fillWidth: true
            Layout.leftMargin: Theme.space3
            Layout.rightMargin: Theme.space3
            Layout.bottomMargin: Theme.space2
            deletedChats: pane.deletedChats
        }
    }
    ChatListMenu {
        id: menu

        chats: pane.chats
        renameKeys: pane.renameKeys
        onRenameRequested: list.beginRename(menu.conversation, menu.plainTitle)
    }
    Connections {
        target: pane.chats

        function onSettledChanged(): void {
            if (!pane.chats.settled)
                return;
            if (search.opensFirst)
                search.openFirst();
            if (pane.renamesWhenSettled) {
                pane.renamesWhenSettled = false;
                pane.renameCurrent();
            }
        }
        function onModelReset(): void {
            pane.markCurrent();
            if (pane.chats.rowOf(list.renamedConversation) < 0)
                list.renamedConversation = 0;
        }
        function onRowsInserted(): void {
            pane.markCurrent();
        }
    }
}
