import QtQuick
import QtQuick.Layouts
import QtQuick.Templates as T
import Hearth.Controls

/// The frame of one section: a heading, a sentence, and rows in a column of reading width that scrolls.
Flickable {
    id: page

    property string title
    property string text
    default property alias rows: column.data

    contentWidth: width
    contentHeight: column.implicitHeight + 2 * Theme.space8
    boundsBehavior: Flickable.StopAtBounds
    clip: true
    Accessible.role: Accessible.Pane
    Accessible.name: title
    T.ScrollBar.vertical: HScrollBar {}

    // What gets the focus by Tab is scrolled into view.
    readonly property Item focused: Window.activeFocusItem
    onFocusedChanged: {
        if (!focused || !visible)
            return;
        for (let item = focused; item; item = item.parent) {
            if (item === column) {
                const top = focused.mapToItem(page.contentItem, 0, 0).y;
                if (top < contentY + Theme.space4)
                    contentY = Math.max(0, top - Theme.space8);
                else if (top + focused.height > contentY + height - Theme.space4)
                    contentY = Math.min(Math.max(0, contentHeight - height), top + focused.height - height + Theme.space8);
                return;
            }
        }
    }

    ColumnLayout {
        id: column

        anchors.horizontalCenter: parent.horizontalCenter
        y: Theme.space8
        width: Math.min(Theme.readingWidth, page.width - 2 * Theme.space6)
        spacing: Theme.space6

        ColumnLayout {
            Layout.fillWidth: true
            spacing: Theme.space1

            HLabel {
                Layout.fillWidth: true
                text: page.title
                font.pixelSize: Theme.sizeTitle
                font.weight: Theme.weightStrong
                Accessible.role: Accessible.Heading
            }
            HLabel {
                Layout.fillWidth: true
                visible: text !== ""
                text: page.text
                color: Theme.muted
                wrapMode: Text.Wrap
                elide: Text.ElideNone
            }
        }
    }
}
