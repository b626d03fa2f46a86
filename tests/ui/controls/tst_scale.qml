import QtQuick
import QtTest
import Hearth.Controls

Item {
    id: page

    width: 800
    height: 1200

    Column {
        id: column

        HSegments {
            labels: ["One", "Two"]
        }
        HButton {
            text: "Press"
            iconName: "copy"
        }
        Chip {
            text: "Chip"
        }
        HTextField {
            label: "Name"
        }
        HComboBox {
            label: "Choice"
            model: ["One", "Two"]
        }
        HSlider {
            label: "Share"
        }
        HSpinBox {
            label: "Number"
        }
        HSwitch {
            label: "Switch"
        }
        HCheckBox {
            text: "Check"
        }
        HRadio {
            text: "Radio"
        }
        ListRow {
            title: "Row"
            subtitle: "More"
        }
        Badge {
            text: "Badge"
        }
        IconButton {
            iconName: "copy"
        }
        SearchField {
            label: "Search"
        }
    }

    TestCase {
        name: "Scale"
        when: windowShown

        function cleanup(): void {
            Theme.fontScale = 1;
        }
        function sizes(): var {
            return Array.from(column.children).map(item => Math.round(item.implicitWidth) + " × " + Math.round(item.implicitHeight));
        }
        /// What follows the scale up follows it down again.
        function test_controls_come_back_to_their_size(): void {
            waitForRendering(page);
            const before = sizes();
            Theme.fontScale = 2;
            waitForRendering(page);
            verify(sizes().join() !== before.join());
            Theme.fontScale = 1;
            waitForRendering(page);
            const after = sizes();
            for (let i = 0; i < before.length; ++i)
                compare(after[i], before[i], String(column.children[i]));
        }
    }
}
