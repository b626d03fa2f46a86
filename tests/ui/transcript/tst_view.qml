import QtQuick
import QtTest
import Hearth.Controls
import Hearth.Transcript
import Hearth.Transcript.Test

/// How the view behaves: following the end, selecting, acting, and asking nothing of the outside.
Item {
    id: root

    width: 800
    height: 600

    TranscriptFixture {
        id: fixture
    }
    TranscriptFixture {
        id: other
    }
    TranscriptView {
        id: view

        anchors.fill: parent
        model: fixture.model
        focus: true
    }
    Item {
        id: elsewhere
    }
    SignalSpy {
        id: actions

        target: view
        signalName: "actionRequested"
    }
    SignalSpy {
        id: links

        target: view
        signalName: "linkActivated"
    }
    SignalSpy {
        id: inserted

        target: fixture.model
        signalName: "rowsInserted"
    }
    SignalSpy {
        id: removed

        target: fixture.model
        signalName: "rowsRemoved"
    }
    TestCase {
        name: "View"
        when: windowShown

        property ListView list

        function init() {
            list = findChild(view, "transcriptList");
            fixture.clear();
            fixture.clearClipboard();
            actions.clear();
            links.clear();
            view.selection.clear();
        }
        function row(index) {
            list.positionViewAtIndex(index, ListView.Contain);
            wait(0);
            return list.itemAtIndex(index);
        }
        function edit(index) {
            const item = row(index);
            verify(item !== null, "row " + index);
            const pending = [item];
            while (pending.length > 0) {
                const next = pending.pop();
                if (next.offsetAt !== undefined && next.readOnly !== undefined)
                    return next;
                for (let i = 0; i < next.children.length; ++i)
                    pending.push(next.children[i]);
            }
            return null;
        }
        /// A point of the view in the text of a row, before the character `offset`.
        function at(index, offset) {
            const item = edit(index);
            const box = item.positionToRectangle(offset);
            return item.mapToItem(root, box.x + 1, box.y + box.height / 2);
        }
        function fillScreen(key) {
            fixture.startAnswer(key);
            for (let i = 0; i < 60; ++i)
                fixture.write(key, "A paragraph of some words.\n\n");
            wait(50);
        }

        function test_follows_until_the_reader_leaves() {
            fixture.ask(1, "Go");
            fillScreen(2);
            tryVerify(() => list.contentHeight > 2 * list.height);
            verify(view.following);
            tryVerify(() => list.atYEnd);
            list.scrollBy(-300);
            verify(!view.following);
            const place = list.contentY;
            const seen = list.itemAt(100, place + 50).index;
            for (let i = 0; i < 30; ++i)
                fixture.write(2, "More words that come while the reader reads.\n\n");
            wait(50);
            verify(!view.following);
            compare(list.contentY, place);
            compare(list.itemAt(100, list.contentY + 50).index, seen);
            view.jumpToEnd();
            tryVerify(() => list.atYEnd);
            fixture.write(2, "And more.\n\nAnd more.\n\n");
            wait(50);
            tryVerify(() => list.atYEnd);
        }
        function test_a_long_conversation_is_built_over_several_frames() {
            const seen = {};
            const look = () => {
                seen.building = list.building;
                seen.rows = list.contentItem.children.length;
            };
            fixture.model.modelReset.connect(look);
            fixture.longHistory(400);
            tryVerify(() => !fixture.model.loading, 5000);
            fixture.model.modelReset.disconnect(look);
            verify(seen.building);
            verify(seen.rows < 10, seen.rows + " rows at once");
            tryVerify(() => !list.building);
            compare(list.height, view.height);
            compare(list.opacity, 1);
            verify(list.atYEnd);
            verify(view.following);
            verify(list.contentItem.children.length > 10);
        }
        function test_the_place_is_found_again() {
            fixture.ask(1, "Go");
            fillScreen(2);
            list.scrollBy(-300);
            const top = list.indexAt(100, list.contentY);
            const above = list.contentY - list.itemAtIndex(top).y;
            other.answer(1, "Something else.");
            view.model = other.model;
            tryVerify(() => !list.building);
            compare(list.count, 2);
            compare(edit(0).getText(0, 100), "Something else.");
            verify(view.following);
            fixture.write(2, "This came meanwhile.\n\n");
            view.model = fixture.model;
            tryVerify(() => !list.building);
            verify(!view.following);
            compare(list.indexAt(100, list.contentY), top);
            fuzzyCompare(list.contentY - list.itemAtIndex(top).y, above, 1);
            compare(edit(0).getText(0, 100), "Go");
        }
        function test_texts_are_named_for_assistive_programs() {
            fixture.ask(1, "Go");
            fixture.startAnswer(2);
            fixture.write(2, "Some **bold** words");
            wait(50);
            compare(edit(2).Accessible.name, "Some bold words");
            fixture.write(2, " and more");
            tryCompare(edit(2).Accessible, "name", "Some bold words and more");
            compare(edit(0).Accessible.name, "Go");
        }
        function test_follows_through_every_kind_of_row() {
            fixture.longHistory(400);
            tryVerify(() => !fixture.model.loading, 5000);
            fixture.ask(10001, "Go");
            fixture.startAnswer(10002);
            const text = fixture.sample("blocks_1.md").repeat(2);
            for (let i = 0; i < text.length; i += 23) {
                fixture.write(10002, text.substr(i, 23));
                wait(0);
            }
            wait(50);
            verify(view.following);
            verify(list.atYEnd);
        }
        function test_the_wheel_leaves_and_comes_back() {
            fixture.ask(1, "Go");
            fillScreen(2);
            mouseWheel(list, 400, 300, 0, 720);
            tryVerify(() => !view.following, 3000);
            tryVerify(() => !list.moving, 3000);
            verify(!view.following);
            for (let i = 0; i < 400 && !view.following; ++i) {
                mouseWheel(list, 400, 300, 0, -720);
                wait(20);
            }
            tryVerify(() => view.following, 3000);
        }
        function test_an_own_message_brings_the_end_back() {
            fixture.ask(1, "Go");
            fillScreen(2);
            fixture.stop(2);
            list.scrollBy(-500);
            verify(!view.following);
            fixture.ask(3, "Next");
            wait(50);
            verify(view.following);
            verify(list.atYEnd);
        }
        function test_streaming_touches_the_tail_alone() {
            fixture.ask(1, "Go");
            fixture.startAnswer(2);
            fixture.write(2, "First.\n\n```cpp\nint x;\n```\n\nThe tail");
            wait(50);
            const first = list.itemAtIndex(0);
            const paragraph = list.itemAtIndex(2);
            const tail = list.itemAtIndex(4);
            inserted.clear();
            removed.clear();
            for (let i = 0; i < 200; ++i) {
                fixture.write(2, " word");
                if (i % 20 === 0)
                    wait(0);
            }
            wait(20);
            compare(inserted.count + removed.count, 0);
            verify(list.itemAtIndex(0) === first);
            verify(list.itemAtIndex(2) === paragraph);
            verify(list.itemAtIndex(4) === tail);
            verify(edit(4).getText(0, 2000).startsWith("The tail word word"));
            fixture.write(2, "\n\nA new row");
            wait(20);
            compare(inserted.count, 1);
            verify(list.itemAtIndex(4) === tail);
        }
        function test_drag_selects_over_rows_and_copies() {
            fixture.ask(1, "Question");
            fixture.answer(2, "First **bold** words.\n\nSecond paragraph.");
            wait(50);
            const from = at(2, 6);
            const to = at(3, 6);
            mousePress(root, from.x, from.y);
            mouseMove(root, from.x + 10, from.y);
            mouseMove(root, to.x, to.y);
            mouseRelease(root, to.x, to.y);
            compare(view.selection.selectedText(), "bold words.\n\nSecond");
            compare(edit(2).selectedText, "bold words.");
            compare(edit(3).selectedText, "Second");
            keyClick(Qt.Key_C, Qt.ControlModifier);
            compare(fixture.clipboard(), "bold words.\n\nSecond");
            keyClick(Qt.Key_Escape);
            verify(!view.selection.hasSelection);
        }
        function test_clicks_take_words_and_blocks() {
            fixture.answer(2, "First bold words.\n\nSecond paragraph.");
            wait(50);
            const point = at(0, 8);
            mouseClick(root, point.x, point.y);
            mouseClick(root, point.x, point.y);
            compare(view.selection.selectedText(), "bold");
            mouseClick(root, point.x, point.y);
            compare(edit(0).selectedText, "First bold words.");
            const end = at(1, 6);
            wait(600);
            const begin = at(0, 6);
            mouseClick(root, begin.x, begin.y);
            mouseClick(root, end.x, end.y, Qt.LeftButton, Qt.ShiftModifier);
            compare(view.selection.selectedText(), "bold words.\n\nSecond");
            keyClick(Qt.Key_A, Qt.ControlModifier);
            compare(view.selection.selectedText(), "First bold words.\n\nSecond paragraph.");
        }
        function test_selection_outlives_scrolling_and_streaming() {
            fixture.ask(1, "Question");
            fillScreen(2);
            view.selection.begin(0, 0, 0);
            view.selection.extendTo(3, 4);
            const text = view.selection.selectedText();
            list.showBeginning();
            wait(20);
            compare(edit(0).selectedText, "Question");
            view.jumpToEnd();
            fixture.write(2, "More.\n\n");
            wait(50);
            list.showBeginning();
            wait(20);
            compare(edit(0).selectedText, "Question");
            compare(edit(3).selectedText, "A pa");
            compare(edit(4).selectedText, "");
            compare(view.selection.selectedText(), text);
        }
        function test_drag_beyond_the_edge_scrolls() {
            fixture.ask(1, "Question");
            fillScreen(2);
            list.showBeginning();
            wait(20);
            const from = at(2, 3);
            mousePress(root, from.x, from.y);
            mouseMove(root, from.x, from.y + 40);
            mouseMove(root, from.x, root.height + 80);
            tryVerify(() => list.contentY > 300, 2000);
            mouseRelease(root, from.x, root.height + 80);
            verify(view.selection.selectedText().length > 300);
        }
        function test_links_are_handed_on() {
            fixture.answer(1, "See [there](https://example.org/x) or [here](file:///etc/passwd).");
            wait(50);
            let point = at(0, 6);
            mouseClick(root, point.x, point.y);
            compare(links.count, 1);
            compare(links.signalArguments[0][0], "https://example.org/x");
            wait(600);
            point = at(0, 14);
            mouseClick(root, point.x, point.y);
            compare(links.count, 1);
        }
        /// The texts of the open menu's lines, from the top.
        function menuLines() {
            let top = root;
            while (top.parent)
                top = top.parent;
            const lines = [];
            const pending = [top];
            while (pending.length > 0) {
                const next = pending.pop();
                if (/^HMenuItem_/.test(String(next)) && next.visible)
                    lines.push(next);
                for (let i = next.children.length - 1; i >= 0; --i)
                    pending.push(next.children[i]);
            }
            return lines.sort((one, other) => one.mapToItem(top, 0, 0).y - other.mapToItem(top, 0, 0).y).map(line => line.text);
        }
        function test_links_by_keyboard() {
            fixture.ask(1, "Where?");
            fixture.answer(2, "See [there](https://example.org/x), [here](file:///etc/passwd).\n\n- [Again](https://example.org/x)\n- <mailto:a@example.org>");
            wait(50);
            list.forceActiveFocus(Qt.TabFocusReason);
            keyClick(Qt.Key_Menu);
            tryVerify(() => menuLines().length > 2);
            compare(menuLines().slice(0, 3), ["Open https://example.org/x", "Open mailto:a@example.org", "Copy"]);
            keyClick(Qt.Key_Down);
            keyClick(Qt.Key_Down);
            keyClick(Qt.Key_Return);
            tryCompare(links, "count", 1);
            compare(links.signalArguments[0][0], "mailto:a@example.org");
            tryVerify(() => menuLines().length === 0);
            // The menu of the pointer knows the link under it alone.
            const point = at(2, 6);
            mouseClick(root, point.x, point.y, Qt.RightButton);
            tryVerify(() => menuLines().length > 2);
            compare(menuLines().slice(0, 2), ["Open https://example.org/x", "Copy"]);
            keyClick(Qt.Key_Escape);
            tryVerify(() => menuLines().length === 0);
        }
        function test_a_press_on_an_action_leaves_the_focus() {
            fixture.ask(1, "Question");
            fixture.answer(2, "Answer\n\n```\ncode\n```");
            wait(100);
            elsewhere.forceActiveFocus(Qt.OtherFocusReason);
            const labels = ["Copy message", "Write another answer", "Copy code", "Wrap long lines"];
            for (const label of labels) {
                tryVerify(() => buttonNamed(label) !== null);
                const button = buttonNamed(label);
                mouseClick(button);
                verify(elsewhere.activeFocus, label);
            }
            compare(actions.count, 2);
            // With the keyboard the button has the ring, not the whole conversation.
            buttonNamed("Copy code").forceActiveFocus(Qt.TabFocusReason);
            verify(!ring().visible);
            buttonNamed("Copy code").focus = false;
            list.forceActiveFocus(Qt.TabFocusReason);
            verify(ring().visible);
            mouseClick(root, 400, 300);
            verify(list.activeFocus && !ring().visible);
            view.focus = true;
        }
        function ring() {
            for (let i = 0; i < list.children.length; ++i) {
                if (/^FocusRing_/.test(String(list.children[i])))
                    return list.children[i];
            }
            return null;
        }
        /// The last button that shows with this name.
        function buttonNamed(label) {
            let found = null;
            const pending = [list];
            while (pending.length > 0) {
                const next = pending.pop();
                if (next.label === label && next.visible && next.clicked)
                    found = found && found.mapToItem(root, 0, 0).y > next.mapToItem(root, 0, 0).y ? found : next;
                for (let i = 0; i < next.children.length; ++i)
                    pending.push(next.children[i]);
            }
            return found;
        }
        function test_actions_by_keyboard() {
            fixture.ask(1, "Question");
            fixture.answer(2, "Answer");
            fixture.versions(2, 1, 3);
            // The actions come a moment after their rows.
            tryVerify(() => buttonNamed("Edit message") !== null && buttonNamed("Write another answer") !== null);
            list.forceActiveFocus();
            const found = [];
            for (let i = 0; i < 20; ++i) {
                keyClick(Qt.Key_Tab);
                const item = root.Window.window.activeFocusItem;
                if (item === list || !item.label || found.length === 10)
                    break;
                found.push(item.label);
                keyClick(Qt.Key_Return);
            }
            compare(found, ["Copy message", "Edit message", "Branch into a new chat from here", "Delete message",
                            "Previous version", "Next version", "Copy message", "Write another answer",
                            "Branch into a new chat from here", "Delete message"]);
            const asked = [];
            for (let i = 0; i < actions.count; ++i)
                asked.push(actions.signalArguments[i][0] + actions.signalArguments[i][1]);
            compare(asked, ["copy1", "edit1", "branch1", "delete1", "version-previous2", "version-next2", "copy2",
                            "regenerate2", "branch2", "delete2"]);
            compare(fixture.clipboard(), "Answer");
        }
        function test_ways_on() {
            fixture.ask(1, "a");
            fixture.startAnswer(2);
            fixture.write(2, "b");
            fixture.stop(2);
            fixture.startAnswer(3);
            fixture.fail(3, "<b>No</b> memory");
            fixture.rule(3, 2);
            wait(50);
            for (const text of ["Continue", "Choose what to keep", "Try again"]) {
                const button = findButton(view, text);
                verify(button !== null, text);
                mouseClick(button);
            }
            const asked = [];
            for (let i = 0; i < actions.count; ++i)
                asked.push(actions.signalArguments[i][0] + actions.signalArguments[i][1]);
            compare(asked, ["continue2", "keep-what3", "regenerate3"]);
        }
        function findButton(item, text) {
            if (item.clicked !== undefined && item.text === text)
                return item;
            for (let i = 0; i < item.children.length; ++i) {
                const found = findButton(item.children[i], text);
                if (found)
                    return found;
            }
            return null;
        }
        function test_thinking_unfolds() {
            fixture.answer(1, "<think>\nHm\n</think>\nSo");
            wait(50);
            compare(list.count, 3);
            list.forceActiveFocus();
            keyClick(Qt.Key_Tab);
            keyClick(Qt.Key_Return);
            wait(20);
            compare(list.count, 4);
            compare(edit(1).getText(0, 10), "Hm");
            keyClick(Qt.Key_Space);
            wait(20);
            compare(list.count, 3);
        }
        function test_long_history_opens_at_its_end() {
            fixture.longHistory(2000);
            tryVerify(() => !fixture.model.loading, 5000);
            wait(50);
            verify(list.atYEnd);
            verify(list.contentItem.children.length < 120);
            keyClick(Qt.Key_Home);
            wait(20);
            verify(!view.following);
            keyClick(Qt.Key_End);
            wait(20);
            verify(view.following);
        }
        function test_nothing_is_fetched() {
            const server = fixture.server;
            const picture = fixture.picture;
            const evil = ["<img src=\"" + server + "/a.png\">", "<img src=" + picture + ">", "![x](" + server + "/b.png)",
                          "![x](" + picture + ")", "[![x](" + server + "/c.png)](" + server + "/d)", "![r][r]\n\n[r]: " + server + "/e.png",
                          "| a |\n|---|\n| ![x](" + server + "/f.png) ![y](" + picture + ") |", "<a href=\"" + server + "\">x</a>",
                          "<style>@import url(" + server + "/g.css)</style>", "```html\n<img src=\"" + server + "/h.png\">\n```",
                          "[x](" + picture + ")", "$\\includegraphics{" + picture + "}$", "<think>\n![x](" + server + "/i.png)\n</think>\n", server + "/j"];
            fixture.ask(1, evil.join("\n\n"));
            fixture.answer(2, evil.join("\n\n"));
            fixture.startAnswer(3);
            for (const piece of evil) {
                for (let i = 0; i < piece.length; i += 7)
                    fixture.write(3, piece.substring(i, i + 7));
                fixture.write(3, "\n\n");
                wait(5);
            }
            fixture.startAnswer(4);
            fixture.fail(4, evil.join(" "));
            for (let index = 0; index < list.count; ++index)
                row(index);
            grabImage(view);
            wait(300);
            compare(fixture.requests, 0);
            compare(fixture.fileAccesses, 0);
            fixture.accessBoth();
            verify(fixture.requests > 0);
            verify(fixture.fileAccesses > 0);
        }
    }
}
