import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Chat.Models

/// Every chat of this computer: search, pinned ones, folders, then by day.
FocusScope {
    id: pane

    required property ChatListModel chats
    /// The conversation that is shown beside the list; 0 for none.
    property double currentConversation: 0

    signal opened(double conversationId)
    signal newChat

    function focusSearch(): void {
        search.forceActiveFocus(Qt.ShortcutFocusReason);
        search.selectAll();
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
                shortcutText: qsTr("Ctrl+T")
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

                function beginRename(conversationId: double, title: string): void {
                    typedTitle = title;
                    renamedConversation = conversationId;
                }
                function endRename(): void {
                    const wasHere = activeFocus;
                    renamedConversation = 0;
                    if (wasHere)
                        forceActiveFocus(Qt.OtherFocusReason);
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
                        menu.showFor(conversationId, plainTitle, pinned, folder);
                    }
                    onRenamed: title => {
                        const renamedOne = conversationId;
                        list.endRename();
                        pane.chats.rename(renamedOne, title);
                    }
                    onRenameCancelled: list.endRename()
                }
                Keys.onDeletePressed: if (currentIndex >= 0) pane.chats.remove(pane.chats.conversationAt(currentIndex))
                Keys.onPressed: event => {
                    if (event.key === Qt.Key_F2 && currentIndex >= 0) {
                        event.accepted = true;
                        const row = currentItem as ChatListRow;
                        if (row)
                            beginRename(row.conversationId, row.plainTitle);
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
                visible: pane.chats.error !== ""
                title: qsTr("The chats could not be read")
                text: pane.chats.error
                actions: HButton {
                    text: qsTr("Try again")
                    onClicked: pane.chats.tryAgain()
                }
            }
        }
    }
    ChatListMenu {
        id: menu

        chats: pane.chats
        onRenameRequested: list.beginRename(menu.conversation, menu.plainTitle)
    }
    Connections {
        target: pane.chats

        function onSettledChanged(): void {
            if (pane.chats.settled && search.opensFirst)
                search.openFirst();
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
