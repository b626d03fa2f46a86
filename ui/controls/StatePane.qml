import QtQuick
import QtQuick.Layouts

/// A page or a panel that has nothing of its own to show: a picture, what is so, why, and what can be done.
Item {
    id: pane

    property string title
    property string text
    /// Small print below, such as a technical detail; can be selected and copied.
    property string detail
    property color titleColor: Theme.text
    /// What stands above the title.
    property alias picture: pictureSlot.data
    /// Buttons, the most important first.
    property alias actions: actionRow.data

    implicitWidth: column.implicitWidth + 2 * Theme.space6
    implicitHeight: column.implicitHeight + 2 * Theme.space6

    ScrollArea {
        anchors.fill: parent
        contentHeight: Math.max(height, column.implicitHeight + 2 * Theme.space2)

        ColumnLayout {
            id: column

            anchors.centerIn: parent
            width: Math.min(440 * Math.min(Theme.fontScale, 1.5), pane.width - 2 * Theme.space4)
            spacing: Theme.space2

            Item {
                id: pictureSlot

                Layout.alignment: Qt.AlignHCenter
                Layout.bottomMargin: Theme.space2
                implicitWidth: childrenRect.width
                implicitHeight: childrenRect.height
                visible: children.length > 0
            }
            HLabel {
                Layout.fillWidth: true
                visible: text !== ""
                text: pane.title
                color: pane.titleColor
                font.pixelSize: Theme.sizeReading
                font.weight: Theme.weightStrong
                horizontalAlignment: Text.AlignHCenter
                wrapMode: Text.Wrap
                elide: Text.ElideNone
                Accessible.role: Accessible.Heading
            }
            HLabel {
                Layout.fillWidth: true
                visible: text !== ""
                text: pane.text
                color: Theme.muted
                horizontalAlignment: Text.AlignHCenter
                wrapMode: Text.Wrap
                elide: Text.ElideNone
                lineHeight: Theme.cjk ? 1.1 : 1.25
            }
            GridLayout {
                id: actionRow

                readonly property real oneRow: {
                    let sum = 0;
                    for (let i = 0; i < children.length; ++i)
                        sum += children[i].visible ? children[i].implicitWidth + columnSpacing : 0;
                    return sum;
                }

                Layout.fillWidth: false
                Layout.alignment: Qt.AlignHCenter
                Layout.topMargin: Theme.space3
                Layout.maximumWidth: column.width
                visible: children.length > 0
                columns: oneRow > column.width ? 1 : Math.max(1, children.length)
                columnSpacing: Theme.space2
                rowSpacing: Theme.space2
                Component.onCompleted: {
                    for (let i = 0; i < children.length; ++i)
                        children[i].Layout.alignment = Qt.AlignHCenter;
                }
            }
            TextEdit {
                Layout.fillWidth: true
                Layout.topMargin: Theme.space2
                visible: text !== ""
                text: pane.detail
                textFormat: TextEdit.PlainText
                readOnly: true
                selectByMouse: true
                activeFocusOnTab: true
                wrapMode: TextEdit.Wrap
                horizontalAlignment: Text.AlignHCenter
                color: Theme.faint
                selectionColor: Theme.selection
                selectedTextColor: Theme.text
                font.family: Theme.familySans
                font.pixelSize: Theme.sizeSmall
                Accessible.role: Accessible.StaticText
                Accessible.name: text
            }
        }
    }
}
