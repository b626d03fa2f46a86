import QtQuick
import QtTest
import Hearth.Controls
import Hearth.Chat
import Hearth.Chat.Models

Item {
    id: root

    width: 800
    height: 400

    ComposerCard {
        id: composer

        width: 700
        y: 200
        session: stage.session
    }

    Component {
        id: spy

        SignalSpy {}
    }
    TestCase {
        name: "Composer"
        when: windowShown

        function init(): void {
            stage.setAnswer("An answer.", 0);
            stage.newChat();
            composer.takeFocus();
        }
        function area(): Item {
            return findChild(composer, "messageField").area;
        }
        function loadModel(): void {
            stage.loadModel();
            tryVerify(() => stage.activeModel.ready);
        }
        function type(words: string): void {
            for (const letter of words)
                keyClick(letter);
        }

        function test_enterSendsAndShiftEnterBreaks(): void {
            loadModel();
            const before = stage.requestCount;
            type("hi");
            keyClick(Qt.Key_Return, Qt.ShiftModifier);
            type("you");
            compare(stage.session.composer.text, "hi\nyou");
            keyClick(Qt.Key_Return);
            tryCompare(stage, "requestCount", before + 1);
            compare(stage.lastQuestion, "hi\nyou");
            tryCompare(stage.session, "writing", false);
            tryCompare(area(), "text", "");
        }
        function test_enterBreaksWhereControlEnterSends(): void {
            loadModel();
            composer.sendsWithControl = true;
            const before = stage.requestCount;
            type("hi");
            keyClick(Qt.Key_Return);
            type("you");
            keyClick(Qt.Key_Return, Qt.ShiftModifier);
            wait(20);
            compare(stage.requestCount, before);
            compare(stage.session.composer.text, "hi\nyou\n");
            keyClick(Qt.Key_Return, Qt.ControlModifier);
            tryCompare(stage, "requestCount", before + 1);
            composer.sendsWithControl = false;
        }
        function test_keypadEnterSends(): void {
            loadModel();
            const before = stage.requestCount;
            type("x");
            keyClick(Qt.Key_Enter);
            tryCompare(stage, "requestCount", before + 1);
        }
        function test_enterOfAnInputMethodIsNotOurs(): void {
            loadModel();
            const before = stage.requestCount;
            type("a");
            stage.preedit("ni");
            verify(composer.composing);
            keyClick(Qt.Key_Return);
            wait(100);
            compare(stage.requestCount, before);
            stage.commit("你");
            verify(!composer.composing);
            compare(stage.session.composer.text, "a你");
            keyClick(Qt.Key_Return);
            tryCompare(stage, "requestCount", before + 1);
            compare(stage.lastQuestion, "a你");
        }
        function test_escapeStopsTheAnswer(): void {
            loadModel();
            stage.setAnswer(stage.repeated("word ", 500), 50);
            type("go");
            keyClick(Qt.Key_Return);
            tryCompare(stage.session, "writing", true);
            type("next");
            keyClick(Qt.Key_Escape);
            tryCompare(stage.session, "writing", false);
            compare(stage.session.composer.text, "next");
        }
        function test_enterWhileAnAnswerIsWrittenKeepsTheText(): void {
            loadModel();
            stage.setAnswer(stage.repeated("word ", 500), 50);
            const before = stage.requestCount;
            type("go");
            keyClick(Qt.Key_Return);
            tryCompare(stage.session, "activity", ChatSession.Writing);
            compare(stage.requestCount, before + 1);
            type("next");
            const refused = createTemporaryObject(spy, root, { "target": stage.session, "signalName": "noticeRaised" });
            keyClick(Qt.Key_Return);
            compare(refused.count, 1);
            compare(stage.session.composer.text, "next");
            stage.session.stop();
            tryCompare(stage.session, "writing", false);
            // Nothing was kept back to be sent now.
            wait(50);
            compare(stage.requestCount, before + 1);
            compare(stage.session.composer.text, "next");
        }
        function test_upEditsTheLastMessage(): void {
            loadModel();
            type("first");
            keyClick(Qt.Key_Return);
            tryVerify(() => stage.requestCount > 0 && !stage.session.writing && !stage.session.empty);
            tryCompare(area(), "text", "");
            keyClick(Qt.Key_Up);
            verify(stage.session.composer.editing);
            compare(area().text, "first");
            keyClick(Qt.Key_Escape);
            verify(!stage.session.composer.editing);
            compare(area().text, "");
            type("x");
            keyClick(Qt.Key_Up);  // not in an empty field: the cursor's own key
            verify(!stage.session.composer.editing);
        }
        function test_aMegabyteFromTheClipboard(): void {
            stage.setClipboard(stage.repeated("0123456789 长文\n", 80000));
            // In the field the text would become an attachment as well, seconds later: it must never get there.
            const typed = createTemporaryObject(spy, root, { "target": area(), "signalName": "textChanged" });
            keyClick(Qt.Key_V, Qt.ControlModifier);
            compare(typed.count, 0);
            compare(area().text, "");
            compare(stage.session.composer.attachmentTitles.length, 1);
            compare(stage.session.composer.attachmentText(0).length, 80000 * 14);
            verify(stage.session.composer.canSend);
        }
        function test_aMegabyteFromTheMenu(): void {
            stage.setClipboard(stage.repeated("0123456789 长文\n", 80000));
            mouseClick(area(), 20, 10, Qt.RightButton);
            const menu = findChild(composer, "textActions").item;
            tryVerify(() => menu.opened);
            const typed = createTemporaryObject(spy, root, { "target": area(), "signalName": "textChanged" });
            menu.paste();
            compare(typed.count, 0);
            compare(area().text, "");
            compare(stage.session.composer.attachmentTitles.length, 1);
            stage.setClipboard("short");
            menu.paste();
            compare(area().text, "short");
            menu.close();
            tryVerify(() => !menu.visible);
        }
        function test_aShortTextFromTheClipboard(): void {
            stage.setClipboard("  a\tb <b>\n");
            keyClick(Qt.Key_V, Qt.ControlModifier);
            compare(stage.session.composer.text, "  a\tb <b>\n");
        }
        function test_tabLeavesTheField(): void {
            verify(area().activeFocus);
            keyClick(Qt.Key_Tab);
            verify(!area().activeFocus);
        }
        function test_theButtonSendsAndStops(): void {
            loadModel();
            const button = findChild(composer, "sendButton");
            verify(!button.enabled);
            stage.setAnswer(stage.repeated("word ", 500), 50);
            type("go");
            verify(button.enabled);
            mouseClick(button);
            tryCompare(stage.session, "writing", true);
            compare(button.label, "Stop");
            mouseClick(button);
            tryCompare(stage.session, "writing", false);
            compare(button.label, "Send");
            verify(area().activeFocus);
        }
        function test_beginningsGoBeforeTheText(): void {
            type("pears");
            composer.begin("Explain ");
            compare(stage.session.composer.text, "Explain pears");
            compare(area().cursorPosition, 8);
        }
    }
}
