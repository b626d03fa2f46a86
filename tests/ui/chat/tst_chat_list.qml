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
