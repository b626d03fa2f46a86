import QtQuick
import QtTest
import Hearth.Controls
import Hearth.Chat
import Hearth.Engine.Models

Item {
    id: root

    width: 900
    height: 700

    Component {
        id: placeholder

        Item {
            property bool opened: false

            function open(): void {
                opened = true;
            }
            function close(): void {
                opened = false;
            }
        }
    }
    ChatPage {
        id: page

        anchors.fill: parent
        session: stage.session
        activeModel: stage.activeModel
        registry: stage.registry
        presets: stage.presets
        storage: stage.storage
        firstRun: placeholder
        modelChooser: placeholder
    }

    TestCase {
        name: "ChatPage"
        when: windowShown

        function init(): void {
            stage.unloadModel();
            stage.setAnswer("An answer.", 0);
            stage.newChat();
            page.panelOpen = false;
        }

        function test_beginningsFillTheComposer(): void {
            const empty = findChild(page, "emptyChat");
            verify(empty.visible);
            empty.chosen("Explain ");
            compare(stage.session.composer.text, "Explain ");
        }
        function test_withoutAModelTheChoiceOpensAndTheTextWaits(): void {
            stage.session.composer.text = "hello";
            stage.session.send();
            verify(page.chooser.opened);
            verify(stage.session.waitingForModel);
            const bar = findChild(page, "modelLoading");
            verify(bar.visible);
            stage.loadModel();
            tryVerify(() => !stage.session.empty && !stage.session.writing);
            verify(!bar.visible);
        }
        function test_whatIsTypedAnywhereGoesIntoTheMessage(): void {
            stage.loadModel();
            tryVerify(() => stage.activeModel.ready);
            stage.say("hello");
            tryVerify(() => !stage.session.empty && !stage.session.writing);
            const list = findChild(page, "transcriptList");
            list.forceActiveFocus();
            tryVerify(() => list.activeFocus);
            keyClick("h");
            compare(stage.session.composer.text, "h");
            verify(!list.activeFocus);
            keyClick("i");
            compare(stage.session.composer.text, "hi");
            stage.session.composer.text = "";
            // Escape stops from anywhere too.
            stage.setAnswer(stage.repeated("word ", 500), 50);
            stage.say("peaches");
            tryVerify(() => stage.session.writing);
            list.forceActiveFocus();
            keyClick(Qt.Key_Escape);
            tryVerify(() => !stage.session.writing);
            compare(stage.session.activityText, "stopped");
        }
        function test_deletedMessageComesBack(): void {
            stage.loadModel();
            tryVerify(() => stage.activeModel.ready);
            stage.say("hello");
            tryVerify(() => !stage.session.empty && !stage.session.writing);
            tryCompare(stage.session.transcript, "messageCount", 2);
            const toasts = findChild(page, "toasts");
            const before = toasts.shownCount;
            stage.session.beginEditOfLast();
            const key = stage.session.composer.editedKey;
            stage.session.composer.cancelEdit();
            stage.session.remove(key);
            tryCompare(stage.session.transcript, "messageCount", 0);
            tryCompare(toasts, "shownCount", before + 1);
            stage.session.undo(1);
            tryCompare(stage.session.transcript, "messageCount", 2);
        }
        function test_aFullContextAsksAndASecondEnterChoosesNothing(): void {
            stage.loadModel();
            tryVerify(() => stage.activeModel.ready);
            verify(!findChild(page, "notices").visible);
            const before = stage.requestCount;
            page.focusComposer();
            stage.session.composer.takeLongText(stage.repeated("word ", 20000));
            tryVerify(() => findChild(page, "notices").visible);
            keyClick(Qt.Key_Return);
            tryVerify(() => page.contextDialog !== null && page.contextDialog.opened);
            const dialog = page.contextDialog;
            keyClick(Qt.Key_Return);
            keyClick(Qt.Key_Space);
            wait(100);
            compare(stage.requestCount, before);
            compare(stage.session.composer.attachmentTitles.length, 1);
            dialog.reject();
            tryVerify(() => !dialog.visible);
            // "Not now" has given the message up: leaving out sends nothing.
            stage.session.composer.removeAttachment(0);
            stage.session.composer.text = "half typed";
            stage.session.contextChoices.useEverything();
            wait(200);
            compare(stage.requestCount, before);
            compare(stage.session.composer.text, "half typed");
        }
        function test_aTextLongerThanAnyContextCanOnlyBeShortened(): void {
            stage.loadModel();
            tryVerify(() => stage.activeModel.ready);
            page.focusComposer();
            stage.session.composer.takeLongText(stage.repeated("word ", 200000));
            keyClick(Qt.Key_Return);
            tryVerify(() => page.contextDialog !== null && page.contextDialog.opened);
            const dialog = page.contextDialog;
            verify(stage.session.contextChoices.hopeless);
            compare(dialog.title, "This message is too long");
            compare(dialog.text, stage.session.contextChoices.explanation);
            compare(dialog.secondaryText, "Go back");
            for (const name of ["Leave out", "Sum up", "Enlarge"])
                verify(!shownButton(dialog.contentItem, name), name);
            mouseClick(shownButton(dialog.contentItem, "Go back"));
            tryVerify(() => !dialog.visible);
            verify(!stage.session.choosing);
            compare(stage.session.composer.attachmentTitles.length, 1);
        }
        function shownButton(item: Item, text: string): Item {
            if (!item.visible)
                return null;
            if (item instanceof HButton && item.text === text)
                return item;
            for (let i = 0; i < item.children.length; ++i) {
                const found = shownButton(item.children[i], text);
                if (found)
                    return found;
            }
            return null;
        }
        function test_aNewcomerIsToldOfAFileThatCannotBeOpened(): void {
            tryVerify(() => stage.activeModel.state === ActiveModel.None);
            page.newcomer = true;
            verify(page.choosesFirstModel);
            const notices = findChild(page, "notices");
            verify(!notices.visible);
            compare(page.footHeight, 0);
            page.storage = stage.brokenStorage;
            tryVerify(() => notices.visible);
            const again = shownButton(notices, "Try again");
            verify(again !== null && again.height > 0);
            verify(!findChild(page, "messageField").visible);
            page.storage = stage.storage;
            page.newcomer = false;
            verify(!notices.visible);
        }
        function test_aChoiceWaitsUntilItsChatIsSeen(): void {
            stage.loadModel();
            tryVerify(() => stage.activeModel.ready);
            page.visible = false;
            stage.session.composer.takeLongText(stage.repeated("word ", 20000));
            stage.session.send();
            tryVerify(() => stage.session.choosing);
            wait(50);
            verify(page.contextDialog === null || !page.contextDialog.visible);
            compare(stage.session.activityText, "needs a choice");
            page.visible = true;
            tryVerify(() => page.contextDialog !== null && page.contextDialog.opened);
            // Another tab, and back: nothing was given up.
            page.visible = false;
            tryVerify(() => !page.contextDialog.visible);
            verify(stage.session.choosing);
            page.visible = true;
            tryVerify(() => page.contextDialog.opened);
            page.contextDialog.reject();
            tryVerify(() => !stage.session.choosing);
            compare(stage.session.activityText, "");
        }
        /// The names of models that can be read below answers.
        function modelsTold(item) {
            let told = [];
            for (let i = 0; i < item.children.length; ++i) {
                const child = item.children[i];
                if (child.objectName === "answerModel" && child.visible && child.width > 0 && child.text !== "")
                    told.push(child.text);
                told = told.concat(modelsTold(child));
            }
            return told;
        }
        function test_anAnswerOfAnotherModelTellsWhichOne(): void {
            stage.loadModel();
            tryVerify(() => stage.activeModel.ready);
            stage.say("hello");
            tryVerify(() => !stage.session.empty && !stage.session.writing);
            wait(100);
            compare(modelsTold(page), []);
            const first = stage.activeModel.name;
            stage.activeModel.use("/models/Ember-135M-Q4.gguf");
            tryVerify(() => stage.activeModel.ready && stage.activeModel.name !== first);
            tryVerify(() => modelsTold(page).length === 1);
            compare(modelsTold(page), [first]);
        }
        function test_panelLiesOverANarrowPage(): void {
            page.panelOpen = true;
            verify(!page.panelFloats);
            root.width = 500;
            verify(page.panelFloats);
            verify(page.panelWidth <= page.width);
            root.width = 900;
        }
        function test_panelOpensAndCloses(): void {
            page.panelOpen = true;
            const panel = findChild(page, "sidePanel");
            verify(panel && panel.visible);
            panel.closed();
            verify(!page.panelOpen);
        }
    }
}
