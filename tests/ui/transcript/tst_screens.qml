import QtQuick
import QtTest
import Hearth.Controls
import Hearth.Transcript
import Hearth.Transcript.Test

/// Every kind of row in both themes, two sizes and two languages. With HEARTH_SHOTS set the pictures are kept.
Item {
    id: root

    width: 1000
    height: 1500

    TranscriptFixture {
        id: fixture
    }
    Rectangle {
        anchors.fill: parent
        color: Theme.window
    }
    TranscriptView {
        id: view

        anchors.fill: parent
        model: fixture.model
    }
    TestCase {
        name: "Screens"
        when: windowShown

        function init_data() {
            return [];
        }
        function cleanup() {
            Theme.dark = false;
            Theme.fontScale = 1;
            Theme.language = "en";
            fixture.clear();
        }
        function shot(name) {
            wait(120);
            const image = grabImage(root);
            verify(image.width > 0);
            if (fixture.shotFolder !== "")
                image.save(fixture.shotFolder + "/" + name + ".png");
        }
        function showBeginning() {
            wait(50);
            const list = findChild(view, "transcriptList");
            list.showBeginning();
        }
        function test_blocks_data() {
            return [
                {tag: "blocks_light_100_en", dark: false, scale: 1, language: "en", sample: "blocks_1.md"},
                {tag: "blocks_dark_100_en", dark: true, scale: 1, language: "en", sample: "blocks_1.md"},
                {tag: "blocks_light_200_en", dark: false, scale: 2, language: "en", sample: "blocks_1.md"},
                {tag: "blocks_light_100_zh", dark: false, scale: 1, language: "zh_CN", sample: "blocks_zh.md"},
                {tag: "blocks_dark_200_zh", dark: true, scale: 2, language: "zh_CN", sample: "blocks_zh.md"}
            ];
        }
        function test_blocks(data) {
            Theme.dark = data.dark;
            Theme.fontScale = data.scale;
            Theme.language = data.language;
            const chinese = data.language === "zh_CN";
            fixture.ask(1, chinese ? "块表怎样让两个对话共享同一段系统提示词？请举个简短的例子。" : "How does a block table let two chats share the same system prompt? A short example, please.");
            fixture.answer(2, fixture.sample(data.sample));
            fixture.figures(2, 210, 29, 164, 1000, 920);
            fixture.versions(2, 1, 3);
            if (!chinese)
                fixture.model.setOpen(2, true);
            showBeginning();
            shot(data.tag);
            view.jumpToEnd();
            shot(data.tag + "_end");
        }
        function test_states_data() {
            return [{tag: "states_light", dark: false}, {tag: "states_dark", dark: true}];
        }
        function test_states(data) {
            Theme.dark = data.dark;
            fixture.ask(1, "Short");
            fixture.startAnswer(2);
            fixture.write(2, "An answer that was stopped in the mid");
            fixture.stop(2);
            fixture.ask(3, "One\ntwo lines\n\nand <b>no</b> **Markdown** here, but a very long sentence that has to be wrapped somewhere.");
            fixture.startAnswer(4);
            fixture.fail(4, "The model ran out of memory: it needs 2.1 GB, 1.4 GB are free.");
            fixture.ask(5, "And?");
            fixture.startAnswer(6);
            fixture.write(6, "Half an answer");
            fixture.interrupt(6);
            fixture.rule(5, 4);
            fixture.ask(7, "Think!");
            fixture.startAnswer(8);
            fixture.write(8, "<think>\nHm");
            fixture.ask(9, "And now");
            fixture.startAnswer(10);
            fixture.ask(11, "Code?");
            fixture.startAnswer(12);
            fixture.write(12, "Here:\n\n```cpp\nint main() {");
            fixture.ask(13, "Text?");
            fixture.startAnswer(14);
            fixture.write(14, "When one of them writes into a shared block, that block is copied first");
            fixture.figures(14, 210, 29, 164, 1000, 920);
            showBeginning();
            shot(data.tag);
        }
    }
}
