import QtQuick
import QtTest
import Hearth.Controls

Item {
    id: page

    width: 600
    height: 400
    LayoutMirroring.enabled: true
    LayoutMirroring.childrenInherit: true

    Column {
        width: 300
        spacing: 8

        ListRow {
            id: row

            width: 300
            title: "Title"
            iconName: "folder"
            trailing: Badge {
                id: badge

                text: "3"
            }
        }
        HSwitch {
            id: toggle

            width: 300
            text: "Words"
        }
        HCheckBox {
            id: box

            width: 300
            text: "Words"
        }
        SearchField {
            id: search

            width: 300
            text: "words"
        }
        HTextField {
            id: field

            width: 300
            iconName: "search"
        }
        HComboBox {
            id: combo

            width: 300
            label: "Choice"
            model: ["One"]
        }
        MeterBar {
            id: meter

            width: 300
            segments: [{ "value": 0.25, "color": "#000000" }]
        }
        HProgressBar {
            id: progress

            width: 300
            value: 0.25
        }
        HSegments {
            id: segments

            labels: ["One", "Two"]
            onActivated: index => currentIndex = index
        }
    }

    TestCase {
        name: "Mirrored"
        when: windowShown

        function middle(item: Item, within: Item): real {
            return item.mapToItem(within, item.width / 2, 0).x;
        }

        function test_row_ends_at_the_left(): void {
            verify(middle(badge, row) < 60);
        }
        function test_indicators_change_sides(): void {
            verify(middle(toggle.indicator, toggle) < 60);
            verify(middle(box.indicator, box) > 240);
            verify(middle(combo.indicator, combo) < 60);
        }
        function test_fields_keep_free_what_lies_over_them(): void {
            verify(field.rightPadding > field.leftPadding);
            verify(search.leftPadding > 20);
            verify(search.rightPadding > 20);
        }
        function test_meters_start_at_the_right(): void {
            const piece = meter.children[1];
            verify(middle(piece, meter) > 200, "piece at " + middle(piece, meter));
            const fill = progress.contentItem.children[0];
            verify(middle(fill, progress) > 200, "fill at " + middle(fill, progress));
        }
        function test_left_is_forward(): void {
            segments.currentIndex = 0;
            segments.forceActiveFocus(Qt.TabFocusReason);
            keyClick(Qt.Key_Left);
            compare(segments.currentIndex, 1);
            keyClick(Qt.Key_Right);
            compare(segments.currentIndex, 0);
        }
    }
}
