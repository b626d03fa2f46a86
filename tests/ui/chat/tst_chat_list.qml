import QtQuick
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
