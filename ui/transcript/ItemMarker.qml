import QtQuick
import Hearth.Controls

/// The bullet, number or box before an item of a list.
Item {
    id: marker

    property string text
    /// TaskState: 0 is no task, 2 a done one.
    property int task: 0
    property font font
    /// Of the text beside it.
    property real textBaseline: 0
    property color ink: Theme.text

    height: label.y + label.height
    Accessible.ignored: true

    Text {
        id: label

        anchors.right: parent.right
        y: marker.textBaseline - baselineOffset
        visible: marker.task === 0
        textFormat: Text.PlainText
        text: marker.text
        font: marker.font
        color: marker.text === "•" ? Theme.faint : Theme.muted
    }
    Rectangle {
        anchors.right: parent.right
        y: Math.round(marker.textBaseline - height + 2 * Theme.fontScale)
        visible: marker.task > 0
        width: Math.round(14 * Theme.fontScale)
        height: width
        radius: 3
        color: marker.task === 2 ? Theme.accent : "transparent"
        border.color: marker.task === 2 ? Theme.accent : Theme.outline

        Icon {
            anchors.centerIn: parent
            visible: marker.task === 2
            name: "check"
            size: 11
            color: Theme.accentInk
        }
    }
}
