import QtQuick
import QtQuick.Window
import QtTest
import Hearth.Controls
import Hearth.Chat

Item {
    id: root

    width: 256
    height: 500

    ChatList {
        id: chatList

        anchors.fill: parent
        chats: stage.chats
        deletedChats: stage.deletedChats
    }
    SignalSpy {
        id: opened

        target: chatList
        signalName: "opened"
    }
    SignalSpy {
        id: newChat

        target: chatList
        signalName: "newChat"
    }

    TestCase {
        name: "ChatList"
        when: windowShown

        function initTestCase(): void {
            stage.loadModel();
            tryVerify(() => stage.activeModel.ready);
            for (const topic of ["apples", "pears", "plums"]) {
                stage.newChat();
                stage.say(topic);
                tryVerify(() => !stage.session.empty && !stage.session.writing);
            }
            tryCompare(stage.chats, "count", 3);
        }
        function init(): void {
            opened.clear();
            newChat.clear();
        }
        function list(): Item {
            return findChild(chatList, "chatRows");
        }

        function test_arrowsAndEnterOpen(): void {
            list().currentIndex = 0;
            list().forceActiveFocus(Qt.TabFocusReason);
            keyClick(Qt.Key_Down);
            compare(list().currentIndex, 1);
            keyClick(Qt.Key_Return);
            compare(opened.count, 1);
            compare(opened.signalArguments[0][0], stage.chats.conversationAt(1));
        }
        function test_f2Renames(): void {
            list().currentIndex = 1;
            list().forceActiveFocus(Qt.TabFocusReason);
            const id = stage.chats.conversationAt(1);
            keyClick(Qt.Key_F2);
            tryVerify(() => list().itemAtIndex(1).renaming);
            keyClick(Qt.Key_A, Qt.ControlModifier);
            for (const letter of "better")
                keyClick(letter);
            keyClick(Qt.Key_Return);
            tryVerify(() => list().itemAtIndex(stage.chats.rowOf(id)).plainTitle === "better");
            verify(list().activeFocus);
            keyClick(Qt.Key_F2);
            keyClick(Qt.Key_X);
            keyClick(Qt.Key_Escape);
            wait(100);
            compare(list().itemAtIndex(stage.chats.rowOf(id)).plainTitle, "better");
        }
        function test_renamingOutlivesMovingRows(): void {
            chatList.focusSearch();
            list().currentIndex = 1;
            list().forceActiveFocus(Qt.TabFocusReason);
            const id = stage.chats.conversationAt(1);
            const before = list().itemAtIndex(1).plainTitle;
            keyClick(Qt.Key_F2);
            tryVerify(() => list().itemAtIndex(1).renaming);
            keyClick("n");
            keyClick("e");
            // An answer in another chat takes that chat to the top.
            const count = stage.chats.count;
            stage.newChat();
            stage.say("peaches");
            tryCompare(stage.chats, "count", count + 1);
            tryVerify(() => stage.chats.rowOf(id) === 2 && !stage.session.writing);
            wait(150);
            compare(stage.chats.data(stage.chats.index(2, 0), Qt.DisplayRole), before);
            verify(list().itemAtIndex(2).renaming);
            keyClick("w");
            keyClick(Qt.Key_Return);
            tryVerify(() => list().itemAtIndex(stage.chats.rowOf(id)).plainTitle === "new");
            compare(opened.count, 0);
            const added = stage.chats.conversationAt(0);
            stage.chats.remove(added);
            tryCompare(stage.chats, "count", count);
        }
        function test_renamingOutlivesRowsMadeAnew(): void {
            list().currentIndex = 1;
            list().forceActiveFocus(Qt.TabFocusReason);
            const id = stage.chats.conversationAt(1);
            const before = list().itemAtIndex(1).plainTitle;
            keyClick(Qt.Key_F2);
            tryVerify(() => list().itemAtIndex(1).renaming);
            keyClick("h");
            list().model = null;
            list().model = stage.chats;
            tryVerify(() => list().itemAtIndex(1) !== null && list().itemAtIndex(1).renaming);
            compare(list().itemAtIndex(1).plainTitle, before);
            tryVerify(() => String(root.Window.activeFocusItem).startsWith("HTextField"));
            keyClick("i");
            keyClick(Qt.Key_Return);
            tryVerify(() => list().itemAtIndex(stage.chats.rowOf(id)).plainTitle === "hi");
        }
        function test_clickingElsewhereKeepsTheNewTitle(): void {
            list().currentIndex = 1;
            list().forceActiveFocus(Qt.TabFocusReason);
            const id = stage.chats.conversationAt(1);
            keyClick(Qt.Key_F2);
            tryVerify(() => list().itemAtIndex(1).renaming);
            keyClick("k");
            mouseClick(chatList, 60, 20);
            tryVerify(() => list().itemAtIndex(stage.chats.rowOf(id)).plainTitle === "k");
        }
        function test_deleteAndUndo(): void {
            list().currentIndex = 0;
            list().forceActiveFocus(Qt.TabFocusReason);
            const id = stage.chats.conversationAt(0);
            keyClick(Qt.Key_Backspace);
            wait(50);
            compare(stage.chats.count, 3);
            keyClick(Qt.Key_Delete);
            tryCompare(stage.chats, "count", 2);
            stage.chats.restore(id);
            tryCompare(stage.chats, "count", 3);
        }
        function test_deletedChatsComeBackOrGoForGood(): void {
            const entry = findChild(chatList, "deletedChatsEntry");
            verify(!entry.visible);
            const kept = stage.chats.conversationAt(1);
            stage.newChat();
            stage.say("cherries");
            tryVerify(() => stage.chats.count === 4 && !stage.session.writing);
            const gone = stage.session.conversationId;
            stage.newChat();
            stage.chats.remove(kept);
            tryCompare(stage.deletedChats, "count", 1);
            stage.chats.remove(gone);
            tryCompare(stage.deletedChats, "count", 2);
            verify(entry.visible);
            // By keys alone: Tab goes from the list to the entry.
            list().forceActiveFocus(Qt.TabFocusReason);
            keyClick(Qt.Key_Tab);
            verify(entry.activeFocus);
            keyClick(Qt.Key_Return);
            const dialog = findChild(chatList, "deletedChatsDialog");
            tryVerify(() => dialog.opened);
            const rows = findDeletedRows();
            tryCompare(rows, "count", 2);
            verify(rows.activeFocus);
            // Deleting for good asks, and No keeps it.
            keyClick(Qt.Key_Delete);
            tryVerify(() => asked() !== null);
            keyClick(Qt.Key_Escape);
            tryVerify(() => asked() === null);
            compare(stage.deletedChats.count, 2);
            tryVerify(() => rows.activeFocus);
            // Both may have been deleted in the same millisecond.
            keyClick(rows.currentItem.conversationId === kept ? Qt.Key_Home : Qt.Key_Down);
            compare(rows.currentItem.conversationId, kept);
            keyClick(Qt.Key_Return);
            tryCompare(stage.deletedChats, "count", 1);
            tryVerify(() => stage.chats.rowOf(kept) >= 0);
            tryVerify(() => rows.activeFocus);
            mouseClick(findChild(rows.itemAtIndex(0), "purgeButton"));
            tryVerify(() => asked() !== null);
            mouseClick(buttonCalled(asked(), "Delete for good"));
            tryCompare(stage.deletedChats, "count", 0);
            tryVerify(() => !rows.visible);
            const last = root.Window.activeFocusItem;
            verify(last instanceof HButton && last.text === "Close", "the focus is on the way out");
            keyClick(Qt.Key_Return);
            tryVerify(() => !dialog.visible);
            verify(!entry.visible);
            compare(stage.chats.count, 3);
            compare(stage.chats.rowOf(gone), -1);
        }
        function findDeletedRows(): Item {
            return below(root.Window.contentItem, item => item.objectName === "deletedRows");
        }
        /// What a question shows, while one is open over the dialog.
        function asked(): Item {
            return below(root.Window.contentItem, item => item instanceof DialogFrame && item.danger);
        }
        function buttonCalled(item: Item, text: string): Item {
            return below(item, child => child instanceof HButton && child.text === text);
        }
        function below(item: Item, matches: var): Item {
            if (!item.visible)
                return null;
            if (matches(item))
                return item;
            for (let i = 0; i < item.children.length; ++i) {
                const found = below(item.children[i], matches);
                if (found)
                    return found;
            }
            return null;
        }
        function test_anAnswerInAnotherChatIsMarked(): void {
            const id = stage.session.conversationId;
            const row = () => list().itemAtIndex(stage.chats.rowOf(id));
            stage.session.visible = false;
            stage.say("more");
            tryVerify(() => row().newAnswer);
            compare(row().Accessible.description, "new answer");
            tryVerify(() => findChild(row(), "dot").visible);
            compare(findChild(row(), "dot").color, Theme.good);
            stage.session.visible = true;
            tryVerify(() => !row().newAnswer);
            tryVerify(() => !findChild(row(), "dot").visible);
        }
        function test_renameBeginsFromAnywhere(): void {
            const id = stage.chats.conversationAt(2);
            chatList.currentConversation = id;
            chatList.focusSearch();
            chatList.renameCurrent();
            tryVerify(() => list().itemAtIndex(2).renaming);
            tryVerify(() => String(root.Window.activeFocusItem).startsWith("HTextField"));
            for (const letter of "melons")
                keyClick(letter);
            keyClick(Qt.Key_Return);
            tryVerify(() => list().itemAtIndex(stage.chats.rowOf(id)).plainTitle === "melons");
            verify(!list().activeFocus, "the focus is where it was");
            // Not among what was found, it is shown first.
            chatList.focusSearch();
            for (const letter of "zzz")
                keyClick(letter);
            tryVerify(() => stage.chats.searching && stage.chats.count === 0);
            chatList.renameCurrent();
            tryVerify(() => !stage.chats.searching && stage.chats.rowOf(id) >= 0);
            tryVerify(() => list().itemAtIndex(stage.chats.rowOf(id))?.renaming ?? false);
            keyClick(Qt.Key_Escape);
            chatList.currentConversation = 0;
        }
        function test_foldersByKeyboard(): void {
            const id = stage.chats.conversationAt(1);
            stage.chats.moveToFolder(id, "Fruit");
            tryVerify(() => stage.chats.folders.length === 1);
            tryVerify(() => list().itemAtIndex(stage.chats.rowOf(id))?.folder === "Fruit");
            list().currentIndex = stage.chats.rowOf(id);
            list().forceActiveFocus(Qt.TabFocusReason);
            openFolderMenu();
            goTo("Rename the folder…");
            keyClick(Qt.Key_Return);
            tryVerify(() => below(root.Window.contentItem, item => item instanceof DialogFrame) !== null);
            tryVerify(() => String(root.Window.activeFocusItem).startsWith("HTextField"));
            for (const letter of "Figs")
                keyClick(letter);
            keyClick(Qt.Key_Return);
            tryVerify(() => stage.chats.folders[0] === "Figs");
            tryVerify(() => list().itemAtIndex(stage.chats.rowOf(id))?.folder === "Figs");
            list().currentIndex = stage.chats.rowOf(id);
            list().forceActiveFocus(Qt.TabFocusReason);
            openFolderMenu();
            goTo("Dissolve the folder");
            keyClick(Qt.Key_Return);
            tryVerify(() => stage.chats.folders.length === 0);
            compare(stage.chats.count, 3);
            tryVerify(() => menuItem("Move to folder") === null);
        }
        /// From the list with the focus on a row: its menu, there "Move to folder".
        function openFolderMenu(): void {
            keyClick(Qt.Key_Menu);
            tryVerify(() => menuItem("Move to folder") !== null);
            goTo("Move to folder");
            keyClick(Qt.Key_Right);
            tryVerify(() => menuItem("Dissolve the folder") !== null);
        }
        function goTo(text: string): void {
            const item = menuItem(text);
            for (let step = 0; step < 10 && !item.highlighted; ++step)
                keyClick(Qt.Key_Down);
            verify(item.highlighted, text);
        }
        function menuItem(text: string): Item {
            return below(root.Window.contentItem, item => item instanceof HMenuItem && item.text === text);
        }
        function test_search(): void {
            chatList.focusSearch();
            for (const letter of "plum")
                keyClick(letter);
            tryVerify(() => stage.chats.searching && stage.chats.count === 1);
            keyClick(Qt.Key_Return);
            compare(opened.count, 1);
            keyClick(Qt.Key_Escape);
            tryVerify(() => !stage.chats.searching && stage.chats.count === 3);
        }
        function test_enterWaitsForWhatWasTyped(): void {
            chatList.focusSearch();
            const pears = stage.chats.conversationAt(0);
            stage.chats.rename(pears, "quinces");
            tryVerify(() => list().itemAtIndex(0).plainTitle === "quinces");
            const others = stage.chats.conversationAt(2);
            const wanted = list().itemAtIndex(2).plainTitle;
            for (const letter of wanted)
                keyClick(letter);
            keyClick(Qt.Key_Enter);
            tryCompare(opened, "count", 1);
            compare(opened.signalArguments[0][0], others);
            keyClick(Qt.Key_Escape);
            tryVerify(() => !stage.chats.searching && stage.chats.count === 3);
            wait(100);
            compare(opened.count, 1);
        }
        function test_plusMakesAChat(): void {
            mouseClick(findChild(chatList, "newChatButton"));
            compare(newChat.count, 1);
        }
        function test_clickOpens(): void {
            mouseClick(list().itemAtIndex(2));
            compare(opened.count, 1);
            compare(opened.signalArguments[0][0], stage.chats.conversationAt(2));
        }
    }
}
