import QtQuick
import QtTest
import Hearth.Controls

/// What is too high for its place scrolls; it never lies over what stands above it.
Item {
    id: page

    width: 600
    height: 500

    EmptyState {
        id: pane

        width: 300
        height: 500
        title: "There is nothing here"
        text: "This sentence says at some length why nothing is here, and what a person could do about that."
        actions: [
            HButton {
                text: "First"
            },
            HButton {
                id: last

                text: "Last"
            }
        ]
    }

    TestCase {
        name: "ScrollArea"
        when: windowShown

        function area(item: Item): ScrollArea {
            while (item && !(item instanceof ScrollArea))
                item = item.parent;
            return item;
        }
        function init(): void {
            pane.height = 500;
        }

        function test_whatFitsIsCentredAndStays(): void {
            const scroll = area(last);
            verify(!scroll.interactive);
            verify(scroll.contentHeight === scroll.height);
            verify(Math.abs(scroll.contentItem.children[0].y * 2 + scroll.contentItem.children[0].height - 500) <= 1);
        }
        function test_whatDoesNotFitBeginsAtTheTopAndScrolls(): void {
            pane.height = 80;
            const scroll = area(last);
            tryVerify(() => scroll.interactive && scroll.clip);
            verify(scroll.contentItem.children[0].y >= 0, "its top can be reached");
        }
        function test_whatGetsTheFocusIsBroughtIntoView(): void {
            pane.height = 80;
            const scroll = area(last);
            tryVerify(() => scroll.interactive);
            compare(scroll.contentY, 0);
            last.forceActiveFocus(Qt.TabFocusReason);
            const top = last.mapToItem(scroll, 0, 0).y;
            verify(top >= 0 && top + last.height <= scroll.height, "the button is seen whole: " + top);
        }
    }
}
