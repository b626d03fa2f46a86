import QtQuick
import QtQuick.Layouts
import QtTest
import Hearth.Controls

Item {
    id: page

    property int agreed: 0

    width: 800
    height: 600

    HButton {
        id: opener

        text: "Open"
    }
    HButton {
        id: behind

        y: 50
        text: "Behind"
    }
    HDialog {
        id: rename

        title: "Rename the chat"
        text: "Its old name is forgotten."
        primaryText: "Rename"

        HTextField {
            id: field

            Layout.fillWidth: true
            label: "Name"
            text: "old"
        }
    }
    ConfirmDialog {
        id: confirm
    }
    HDialog {
        id: staying

        title: "Stay"
        closesOnPrimary: false
    }
    SignalSpy {
        id: accepted

        target: rename
        signalName: "accepted"
    }
    SignalSpy {
        id: rejected

        target: rename
        signalName: "rejected"
    }

    TestCase {
        name: "Dialog"
        when: windowShown

        function init(): void {
            accepted.clear();
            rejected.clear();
            page.agreed = 0;
            opener.forceActiveFocus(Qt.TabFocusReason);
        }
        function show(): void {
            rename.open();
            tryVerify(() => rename.opened);
        }
        function gone(): void {
            tryVerify(() => !rename.visible);
        }

        function test_first_field_has_the_focus(): void {
            show();
            verify(field.activeFocus);
            keyClick(Qt.Key_Escape);
            gone();
        }
        function test_escape_is_no_and_restores_the_focus(): void {
            show();
            keyClick(Qt.Key_Escape);
            gone();
            compare(rejected.count, 1);
            compare(accepted.count, 0);
            verify(opener.activeFocus);
        }
        function test_enter_in_a_field_is_the_default_button(): void {
            show();
            keyClick(Qt.Key_Return);
            gone();
            compare(accepted.count, 1);
            compare(rejected.count, 0);
            verify(opener.activeFocus);
        }
        function test_enter_on_cancel_is_cancel(): void {
            show();
            keyClick(Qt.Key_Tab);
            keyClick(Qt.Key_Return);
            gone();
            compare(rejected.count, 1);
            compare(accepted.count, 0);
        }
        function test_tab_stays_inside(): void {
            show();
            for (let i = 0; i < 7; ++i) {
                keyClick(Qt.Key_Tab);
                verify(!opener.activeFocus && !behind.activeFocus);
            }
            for (let i = 0; i < 7; ++i) {
                keyClick(Qt.Key_Backtab);
                verify(!opener.activeFocus && !behind.activeFocus);
            }
            keyClick(Qt.Key_Escape);
            gone();
        }
        function test_disabled_primary_does_nothing(): void {
            rename.primaryEnabled = false;
            show();
            keyClick(Qt.Key_Return);
            verify(rename.visible);
            compare(accepted.count, 0);
            rename.primaryEnabled = true;
            keyClick(Qt.Key_Escape);
            gone();
        }
        function test_busy_holds(): void {
            show();
            rename.busy = true;
            keyClick(Qt.Key_Escape);
            keyClick(Qt.Key_Return);
            wait(200);
            verify(rename.visible);
            compare(accepted.count, 0);
            rename.busy = false;
            keyClick(Qt.Key_Escape);
            gone();
        }
        function test_danger_has_the_focus_on_the_harmless_button(): void {
            confirm.ask("Delete?", "It cannot be brought back.", "Delete", () => page.agreed++);
            tryVerify(() => confirm.opened);
            keyClick(Qt.Key_Return);
            tryVerify(() => !confirm.visible);
            compare(page.agreed, 0);
        }
        function test_confirmed_action_runs_once(): void {
            confirm.ask("Delete?", "It cannot be brought back.", "Delete", () => page.agreed++);
            tryVerify(() => confirm.opened);
            keyClick(Qt.Key_Tab);
            keyClick(Qt.Key_Space);
            tryVerify(() => !confirm.visible);
            compare(page.agreed, 1);
        }
        function test_stays_open_when_told(): void {
            staying.open();
            tryVerify(() => staying.opened);
            keyClick(Qt.Key_Return);
            wait(200);
            verify(staying.visible);
            staying.close();
            tryVerify(() => !staying.visible);
        }
        function test_long_dialog_fits_the_window(): void {
            rename.text = "long ".repeat(2000);
            show();
            verify(rename.height <= page.height);
            verify(rename.width <= page.width);
            rename.text = "";
            keyClick(Qt.Key_Escape);
            gone();
        }
    }
}
