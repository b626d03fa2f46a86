import QtQuick
import QtQuick.Templates as T
import Hearth.Controls

/// The head of what the model thought. A press opens or folds it.
TranscriptRow {
    id: row

    required property bool open
    required property bool thinking
    required property real thinkingSeconds

    readonly property string words: {
        if (thinking)
            return qsTr("Thinking…");
        const seconds = Math.round(thinkingSeconds);
        if (thinkingSeconds < 0)
            return qsTr("Thoughts");
        if (seconds < 1)
            return qsTr("Thought for a moment");
        if (seconds < 60)
            return qsTr("Thought for %1 s").arg(seconds);
        return qsTr("Thought for %1 min %2 s").arg(Math.floor(seconds / 60)).arg(seconds % 60);
    }

    T.AbstractButton {
        id: button

        width: Math.min(row.columnWidth, implicitContentWidth + Theme.space2)
        height: Math.max(Math.round(24 * Theme.fontScale), implicitContentHeight)
        focusPolicy: Qt.TabFocus
        hoverEnabled: true
        Accessible.role: Accessible.Button
        Accessible.name: row.words
        Accessible.description: row.open ? qsTr("Hide the thinking") : qsTr("Show the thinking")
        onClicked: row.context.model.setOpen(row.index, !row.open)
        onActiveFocusChanged: if (activeFocus) row.context.revealRequested(row.index)
        Keys.onReturnPressed: clicked()
        Keys.onEnterPressed: clicked()

        contentItem: Row {
            spacing: Theme.space1 + 2

            Icon {
                anchors.verticalCenter: parent.verticalCenter
                name: row.open ? "chevron-down" : "chevron-right"
                size: 13
                color: label.color
            }
            Text {
                id: label

                anchors.verticalCenter: parent.verticalCenter
                textFormat: Text.PlainText
                text: row.words
                font.family: Theme.familySans
                font.pixelSize: Theme.sizeSmall
                color: button.hovered ? Theme.text : Theme.faint
            }
        }
        background: Item {
            FocusRing {
                shown: button.visualFocus
                controlRadius: Theme.radiusSmall
            }
        }
    }
}
