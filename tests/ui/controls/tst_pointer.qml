import QtQuick
import QtTest
import Hearth.Controls

Item {
    id: page

    width: 400
    height: 300

    ListRow {
        id: row

        width: 160
        title: "A title much too long for its row"
        subtitle: "Short"
    }
    IconButton {
        id: button

        y: 100
        iconName: "copy"
        label: "Copy the answer"
        shortcutText: "Ctrl+C"
    }
    HTextField {
        id: field

        y: 150
        width: 200
        label: "Name"
        text: "words"
    }
    HMenu {
        id: menu

        HMenuItem {
            text: "Rename"
        }
    }
    HPopup {
        id: form

        x: 200
        y: 100

        contentItem: IconButton {
            id: inner

            iconName: "copy"
            label: "In the form"
        }
    }
    HSwitch {
        id: toggle

        y: 200
        label: "Offline"
    }
    Component {
        id: spy

        SignalSpy {}
    }
    SignalSpy {
        id: context

        target: row
        signalName: "contextMenuRequested"
    }

    TestCase {
        name: "Pointer"
        when: windowShown

        function cleanup(): void {
            mouseMove(page, 390, 290);
        }

        /// The text of the tip that is open, "" without one.
        function openTip(): string {
            let root = page;
            while (root.parent)
                root = root.parent;
            return search(root);
        }
        function search(item: Item): string {
            for (let i = 0; i < item.children.length; ++i) {
                const child = item.children[i];
                if (String(child).startsWith("QQuickPopupItem") && child.visible) {
                    for (let j = 0; j < child.children.length; ++j) {
                        if (child.children[j].text)
                            return child.children[j].text;
                    }
                }
                const found = search(child);
                if (found !== "")
                    return found;
            }
            return "";
        }

        /// A tip for cut words must not take the pointer away from the row.
        function test_row_stays_hovered_under_its_cut_title(): void {
            mouseMove(row, 60, 12);
            tryVerify(() => row.hovered);
            tryVerify(() => openTip() === row.title, 3000);
            verify(row.hovered);
        }
        function test_tip_names_the_icon_button_and_goes(): void {
            mouseMove(button, 10, 10);
            tryVerify(() => openTip() === "Copy the answer  Ctrl+C", 3000);
            mouseMove(page, 390, 290);
            tryVerify(() => openTip() === "", 3000);
        }
        function test_no_tip_under_a_menu(): void {
            mouseMove(button, 10, 10);
            tryVerify(() => openTip() === "Copy the answer  Ctrl+C", 3000);
            menu.popup(page, 100, 20);
            verify(button.hovered);
            tryVerify(() => openTip() === "");
            keyClick(Qt.Key_Escape);
            tryVerify(() => !menu.visible);
            mouseMove(button, 12, 12);
            tryVerify(() => openTip() === "Copy the answer  Ctrl+C", 3000);
        }
        function test_tips_in_a_form_show(): void {
            form.open();
            tryVerify(() => form.opened);
            mouseMove(inner, 5, 5);
            tryVerify(() => openTip() === "In the form", 3000);
            form.close();
            tryVerify(() => !form.visible);
        }
        function test_right_press_asks_for_the_menu(): void {
            context.clear();
            const clicked = createTemporaryObject(spy, page, { "target": row, "signalName": "clicked" });
            mouseClick(row, 20, 10, Qt.RightButton);
            compare(context.count, 1);
            compare(clicked.count, 0);
            mouseClick(row, 20, 10, Qt.LeftButton);
            compare(clicked.count, 1);
        }
        function test_right_press_opens_the_edit_menu(): void {
            field.selectAll();
            mouseClick(field, 20, 10, Qt.RightButton);
            tryVerify(() => openMenuRows() > 3);
            keyClick(Qt.Key_Escape);
            tryVerify(() => openMenuRows() === 0);
            tryVerify(() => field.activeFocus);
        }
        function openMenuRows(): int {
            let root = page;
            while (root.parent)
                root = root.parent;
            return rows(root);
        }
        function rows(item: Item): int {
            let found = /^HMenuItem_/.test(String(item)) && item.visible ? 1 : 0;
            for (let i = 0; i < item.children.length; ++i)
                found += rows(item.children[i]);
            return found;
        }
        function test_switch_by_mouse(): void {
            const before = toggle.checked;
            mouseClick(toggle);
            compare(toggle.checked, !before);
        }
    }
}
