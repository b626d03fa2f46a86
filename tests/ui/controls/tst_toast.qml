import QtQuick
import QtTest
import Hearth.Controls

Item {
    id: page

    property int undone: 0

    width: 800
    height: 600

    HButton {
        id: button

        text: "Page"
    }
    ToastHost {
        id: host

        lifetime: 400
    }

    TestCase {
        name: "Toast"
        when: windowShown

        function init(): void {
            page.undone = 0;
            mouseMove(page, 5, 300);
            tryCompare(host, "shownCount", 0, 3000);
            button.forceActiveFocus();
        }

        /// The action button of the newest notice.
        function actionOf(item: Item): Item {
            if (item.text === "Undo" && item.clicked !== undefined)
                return item;
            for (let i = 0; i < item.children.length; ++i) {
                const found = actionOf(item.children[i]);
                if (found)
                    return found;
            }
            return null;
        }

        function test_undo_by_mouse(): void {
            host.show("Chat deleted", "Undo", () => page.undone++);
            compare(host.shownCount, 1);
            waitForRendering(page);
            mouseClick(actionOf(host));
            compare(page.undone, 1);
            compare(host.shownCount, 0);
        }
        function test_undo_by_keyboard_and_focus_returns(): void {
            host.show("Chat deleted", "Undo", () => page.undone++);
            keyClick(Qt.Key_F6);
            verify(!button.activeFocus);
            keyClick(Qt.Key_Return);
            compare(page.undone, 1);
            compare(host.shownCount, 0);
            verify(button.activeFocus);
        }
        function test_escape_dismisses_without_undo(): void {
            host.show("Chat deleted", "Undo", () => page.undone++);
            keyClick(Qt.Key_F6);
            keyClick(Qt.Key_Escape);
            compare(host.shownCount, 0);
            compare(page.undone, 0);
            verify(button.activeFocus);
        }
        function test_goes_by_itself(): void {
            host.show("Saved", "", null);
            compare(host.shownCount, 1);
            tryCompare(host, "shownCount", 0, 2000);
        }
        function test_waits_under_the_pointer(): void {
            host.show("Chat deleted", "Undo", () => page.undone++);
            waitForRendering(page);
            const undo = actionOf(host);
            mouseMove(undo);
            wait(800);
            compare(host.shownCount, 1);
            mouseMove(page, 5, 300);
            tryCompare(host, "shownCount", 0, 2000);
        }
        function test_waits_with_the_focus(): void {
            host.show("Chat deleted", "Undo", () => page.undone++);
            keyClick(Qt.Key_F6);
            wait(800);
            compare(host.shownCount, 1);
            keyClick(Qt.Key_F6);
            verify(button.activeFocus);
            tryCompare(host, "shownCount", 0, 2000);
        }
        function test_one_notice_of_a_topic(): void {
            const key = host.showAbout("size", false, "Text size changed", "Undo", () => page.undone += 1);
            host.show("Chat deleted", "Undo", () => page.undone += 100);
            // The notices after the first take its place, and take back all that it did.
            compare(host.showAbout("size", false, "Text size changed", "Undo", () => page.undone += 10), key);
            compare(host.showAbout("size", true, "Text size: 150 %", "Undo", () => page.undone += 10), key);
            compare(host.shownCount, 2);
            compare(findChild(host, "notice").text, "Text size: 150 %");
            compare(findChild(host, "notice").iconName, "error");
            host.trigger(key);
            compare(page.undone, 1);
            compare(host.shownCount, 1);
            // Gone, it is followed by another one of its own.
            verify(host.showAbout("size", false, "Text size changed", "Undo", null) !== key);
            compare(host.shownCount, 2);
        }
        function test_one_notice_of_a_topic_that_waits(): void {
            for (let i = 0; i < 3; ++i)
                host.show("Notice " + i, "", null);
            const key = host.showAbout("size", false, "Text size changed", "Undo", () => page.undone += 1);
            compare(host.showAbout("size", false, "Text size changed", "Undo", () => page.undone += 10), key);
            compare(host.waitingCount, 1);
            host.trigger(key);
            compare(page.undone, 1);
        }
        function test_a_sentence_is_said_once(): void {
            host.show("Copied", "", null);
            host.show("Copied", "", null);
            compare(host.shownCount, 1);
            host.showError("Copied", "", null);
            compare(host.shownCount, 2);
        }
        function test_its_time_begins_anew(): void {
            host.show("Copied", "", null);
            wait(host.lifetime * 0.6);
            const again = Date.now();
            host.show("Copied", "", null);
            compare(host.shownCount, 1);
            tryCompare(host, "shownCount", 0, 10000);
            verify(Date.now() - again > host.lifetime * 0.9, "it stood for a whole life after it was told again");
        }
        function test_says_what_it_takes(): void {
            compare(host.shownHeight, 0);
            host.show("Copied", "", null);
            tryVerify(() => host.shownHeight > findChild(host, "notice").height);
            tryCompare(host, "shownCount", 0, 2000);
            compare(host.shownHeight, 0);
        }
        function test_queues(): void {
            for (let i = 0; i < 5; ++i)
                host.show("Notice " + i, "", null);
            compare(host.shownCount, 3);
            compare(host.waitingCount, 2);
            tryCompare(host, "waitingCount", 0, 3000);
            tryCompare(host, "shownCount", 0, 3000);
        }
        function test_dismissed_while_waiting(): void {
            for (let i = 0; i < 3; ++i)
                host.show("Notice " + i, "", null);
            const key = host.show("Late", "Undo", () => page.undone++);
            host.dismiss(key);
            compare(host.waitingCount, 0);
            compare(page.undone, 0);
        }
    }
}
