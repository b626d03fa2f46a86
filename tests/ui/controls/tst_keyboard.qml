import QtQuick
import QtQuick.Controls
import QtTest
import Hearth.Controls

Item {
    id: page

    width: 800
    height: 600

    Column {
        id: column

        width: 300
        spacing: 8

        HButton {
            id: button

            text: "Button"
        }
        HButton {
            id: busyButton

            text: "Busy"
            busy: true
        }
        IconButton {
            id: iconButton

            iconName: "copy"
            label: "Copy"
            checkable: true
        }
        HSwitch {
            id: toggle

            label: "Switch"
        }
        HCheckBox {
            id: box

            text: "Box"
        }
        HRadio {
            id: firstRadio

            text: "One"
            checked: true
        }
        HRadio {
            id: secondRadio

            text: "Two"
        }
        Chip {
            id: chip

            text: "Chip"
            removable: true
        }
        HSegments {
            id: segments

            label: "View"
            labels: ["One", "Two", "Three"]
            onActivated: index => currentIndex = index
        }
        HComboBox {
            id: combo

            label: "Colour"
            model: ["Amber", "Blue", "Black", "Coral"]
        }
        SearchField {
            id: search

            placeholderText: "Search"
        }
        HTextArea {
            id: area

            property bool swallow: false

            label: "Notes"
            onKeyPressed: event => event.accepted = swallow && event.key === Qt.Key_Return
        }
        HSlider {
            id: slider

            label: "Temperature"
            width: 240
            from: 0
            to: 2
            stepSize: 0.1
            decimals: 1
            value: 0.7
            onMoved: number => value = number
        }
        HSpinBox {
            id: spin

            label: "Seed"
            to: 10
        }
        HListView {
            id: list

            label: "Chats"
            width: 200
            height: 120
            model: 20
            delegate: ListRow {
                required property int index

                width: 200
                title: "Row " + index
                onClicked: page.chosen = index
            }
        }
    }
    HSplitView {
        id: split

        x: 400
        width: 400
        height: 200

        Item {
            id: side

            SplitView.preferredWidth: 120
            SplitView.minimumWidth: 100
        }
        Item {
            SplitView.fillWidth: true
        }
    }
    HMenu {
        id: menu

        HMenuItem {
            id: renameItem

            text: "Rename"
        }
        HMenuItem {
            id: deleteItem

            text: "Delete"
        }
    }
    property int chosen: -1

    SignalSpy {
        id: spy
    }

    TestCase {
        name: "Keyboard"
        when: windowShown

        function listen(target: QtObject, signalName: string): void {
            spy.target = null;
            spy.signalName = signalName;
            spy.target = target;
            spy.clear();
        }

        function test_button_takes_space_and_enter(): void {
            listen(button, "clicked");
            button.forceActiveFocus(Qt.TabFocusReason);
            keyClick(Qt.Key_Space);
            keyClick(Qt.Key_Return);
            keyClick(Qt.Key_Enter);
            compare(spy.count, 3);
        }
        function test_focus_ring_only_for_the_keyboard(): void {
            button.forceActiveFocus(Qt.TabFocusReason);
            verify(button.visualFocus);
            mouseClick(iconButton);
            verify(!iconButton.visualFocus);
            iconButton.checked = false;
        }
        function test_busy_button_ignores_presses(): void {
            listen(busyButton, "clicked");
            busyButton.forceActiveFocus(Qt.TabFocusReason);
            keyClick(Qt.Key_Space);
            keyClick(Qt.Key_Return);
            mouseClick(busyButton);
            compare(spy.count, 0);
            verify(busyButton.activeFocus);
        }
        function test_icon_button_toggles(): void {
            iconButton.forceActiveFocus(Qt.TabFocusReason);
            keyClick(Qt.Key_Return);
            verify(iconButton.checked);
            keyClick(Qt.Key_Space);
            verify(!iconButton.checked);
        }
        function test_toggles_data(): var {
            return [{ "tag": "switch", "control": toggle }, { "tag": "box", "control": box }];
        }
        function test_toggles(row: var): void {
            listen(row.control, "toggled");
            row.control.forceActiveFocus(Qt.TabFocusReason);
            keyClick(Qt.Key_Space);
            verify(row.control.checked);
            keyClick(Qt.Key_Return);
            verify(!row.control.checked);
            compare(spy.count, 2);
        }
        function test_radios_exclude(): void {
            secondRadio.forceActiveFocus(Qt.TabFocusReason);
            keyClick(Qt.Key_Return);
            verify(secondRadio.checked);
            verify(!firstRadio.checked);
        }
        function test_chip_is_removed_by_delete(): void {
            listen(chip, "removeRequested");
            chip.forceActiveFocus(Qt.TabFocusReason);
            keyClick(Qt.Key_Delete);
            compare(spy.count, 1);
        }
        function test_segments_move_by_arrows_and_are_one_stop(): void {
            segments.currentIndex = 0;
            segments.forceActiveFocus(Qt.TabFocusReason);
            keyClick(Qt.Key_Right);
            compare(segments.currentIndex, 1);
            keyClick(Qt.Key_End);
            compare(segments.currentIndex, 2);
            keyClick(Qt.Key_Right);
            compare(segments.currentIndex, 2);
            keyClick(Qt.Key_Left);
            compare(segments.currentIndex, 1);
            keyClick(Qt.Key_Tab);
            verify(combo.activeFocus);
            keyClick(Qt.Key_Backtab);
            verify(segments.activeFocus);
        }
        function test_combo_box(): void {
            combo.currentIndex = 0;
            combo.forceActiveFocus(Qt.TabFocusReason);
            keyClick(Qt.Key_Down);
            compare(combo.currentIndex, 1);
            keyClick(Qt.Key_C);
            compare(combo.currentText, "Coral");
            keyClick(Qt.Key_B);
            compare(combo.currentText, "Blue");
            keyClick(Qt.Key_B);
            compare(combo.currentText, "Black");
            keyClick(Qt.Key_Return);
            tryVerify(() => combo.popup.opened);
            keyClick(Qt.Key_Down);
            keyClick(Qt.Key_Return);
            tryVerify(() => !combo.popup.visible);
            compare(combo.currentText, "Coral");
            verify(combo.activeFocus);
            keyClick(Qt.Key_Space);
            tryVerify(() => combo.popup.opened);
            keyClick(Qt.Key_Escape);
            tryVerify(() => !combo.popup.visible);
        }
        function test_search_is_emptied_by_escape(): void {
            listen(search, "cleared");
            search.forceActiveFocus();
            search.text = "word";
            keyClick(Qt.Key_Escape);
            compare(search.text, "");
            compare(spy.count, 1);
        }
        function test_text_area_offers_keys_first(): void {
            area.clear();
            area.forceActiveFocus();
            keyClick(Qt.Key_A);
            area.swallow = true;
            keyClick(Qt.Key_Return);
            compare(area.text, "a");
            area.swallow = false;
            keyClick(Qt.Key_Return);
            compare(area.text, "a\n");
        }
        function test_text_area_grows_then_scrolls(): void {
            area.minimumLines = 1;
            area.text = "one";
            const one = area.implicitHeight;
            area.text = "one\ntwo\nthree";
            const three = area.implicitHeight;
            verify(three > one);
            area.text = "line\n".repeat(200);
            verify(area.implicitHeight <= 11 * area.lineHeight + 20);
            area.minimumLines = 3;
            area.clear();
        }
        function test_tab_leaves_the_text_area(): void {
            area.forceActiveFocus();
            keyClick(Qt.Key_Tab);
            verify(!area.activeFocus);
            compare(area.text.indexOf("\t"), -1);
            keyClick(Qt.Key_Backtab);
            verify(area.activeFocus);
        }
        function test_slider(): void {
            slider.value = 0.7;
            slider.forceActiveFocus(Qt.TabFocusReason);
            keyClick(Qt.Key_Right);
            fuzzyCompare(slider.value, 0.8, 1e-6);
            keyClick(Qt.Key_End);
            fuzzyCompare(slider.value, 2, 1e-6);
            keyClick(Qt.Key_Home);
            fuzzyCompare(slider.value, 0, 1e-6);
            keyClick(Qt.Key_Tab);
            for (const key of "1.5")
                keyClick(key);
            keyClick(Qt.Key_Return);
            fuzzyCompare(slider.value, 1.5, 1e-6);
        }
        function test_slider_refuses_what_is_out_of_range(): void {
            slider.value = 0.7;
            slider.forceActiveFocus(Qt.TabFocusReason);
            keyClick(Qt.Key_Tab);
            for (const key of "9")
                keyClick(key);
            keyClick(Qt.Key_Return);
            fuzzyCompare(slider.value, 0.7, 1e-6);
            keyClick(Qt.Key_Escape);
        }
        function test_spin_box(): void {
            spin.value = 3;
            spin.forceActiveFocus(Qt.TabFocusReason);
            keyClick(Qt.Key_Up);
            compare(spin.value, 4);
            keyClick(Qt.Key_Down);
            compare(spin.value, 3);
        }
        function test_list(): void {
            list.currentIndex = -1;
            list.forceActiveFocus(Qt.TabFocusReason);
            compare(list.currentIndex, 0);
            keyClick(Qt.Key_Down);
            compare(list.currentIndex, 1);
            verify(list.currentItem.current);
            keyClick(Qt.Key_Return);
            compare(page.chosen, 1);
            keyClick(Qt.Key_End);
            compare(list.currentIndex, 19);
            keyClick(Qt.Key_Space);
            compare(page.chosen, 19);
            keyClick(Qt.Key_PageUp);
            verify(list.currentIndex < 19);
            keyClick(Qt.Key_Home);
            compare(list.currentIndex, 0);
        }
        function test_list_menu_key(): void {
            list.forceActiveFocus(Qt.TabFocusReason);
            list.currentIndex = 0;
            listen(list.currentItem, "contextMenuRequested");
            keyClick(Qt.Key_Menu);
            compare(spy.count, 1);
        }
        function test_menu(): void {
            listen(deleteItem, "triggered");
            button.forceActiveFocus();
            menu.popup(button);
            tryVerify(() => menu.opened);
            keyClick(Qt.Key_Down);
            verify(renameItem.highlighted);
            keyClick(Qt.Key_Down);
            keyClick(Qt.Key_Return);
            tryVerify(() => !menu.visible);
            compare(spy.count, 1);
            menu.popup(button);
            tryVerify(() => menu.opened);
            keyClick(Qt.Key_Escape);
            tryVerify(() => !menu.visible);
            compare(spy.count, 1);
            tryVerify(() => button.activeFocus);
        }
        function test_splitter_moves_by_arrows(): void {
            let grip = null;
            for (let i = 0; i < split.children.length; ++i) {
                if (split.children[i].step !== undefined)
                    grip = split.children[i];
            }
            verify(grip !== null);
            listen(split, "resized");
            compare(side.width, 120);
            grip.forceActiveFocus(Qt.TabFocusReason);
            keyClick(Qt.Key_Right);
            tryCompare(side, "width", 136);
            compare(spy.count, 1);
            for (let i = 0; i < 5; ++i) {
                keyClick(Qt.Key_Left);
                waitForRendering(page);
            }
            tryCompare(side, "width", 100);
            const kept = split.saveState();
            keyClick(Qt.Key_Right);
            verify(split.restoreState(kept));
            tryCompare(side, "width", 100);
        }
    }
}
