import QtQuick
import QtQuick.Layouts
import Hearth.Controls

/// The frame of one section: a heading, a sentence, and rows in a column of reading width that scrolls.
ScrollArea {
    id: page

    property string title
    property string text
    default property alias rows: column.data

    contentHeight: column.implicitHeight + 2 * Theme.space8
    Accessible.role: Accessible.Pane
    Accessible.name: title

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
