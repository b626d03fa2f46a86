import QtQuick
import QtQuick.Layouts

/// Icon, text and activity of a button in one row, centred; the text gives way first.
Item {
    id: content

    property string iconName
    property string text
    property color color: Theme.text
    property int fontWeight: Theme.weightMedium
    property int fontSize: Theme.sizeBody
    property bool busy: false
    /// The icon stands after the text.
    property bool trailing: false

    implicitWidth: row.implicitWidth
    implicitHeight: row.implicitHeight

    RowLayout {
        id: row

        anchors.verticalCenter: parent.verticalCenter
        anchors.horizontalCenter: parent.horizontalCenter
        width: Math.min(implicitWidth, parent.width)
        spacing: Theme.space2
        layoutDirection: content.trailing ? Qt.RightToLeft : Qt.LeftToRight

        Icon {
            visible: content.iconName !== "" && !content.busy
            name: content.iconName
            size: 16
            color: content.color
        }
        Ring {
            visible: content.busy
            size: 16
            spinning: content.busy
            color: content.color
            trackColor: "transparent"
        }
        HLabel {
            Layout.fillWidth: true
            visible: content.text !== ""
            text: content.text
            color: content.color
            font.weight: content.fontWeight
            font.pixelSize: content.fontSize
            Accessible.ignored: true
        }
    }
}
