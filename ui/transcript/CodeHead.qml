import QtQuick
import Hearth.Controls

/// The line above code.
Item {
    id: head

    property string language
    property bool wraps: false

    signal wrapRequested
    signal copyRequested

    height: Math.round(34 * Theme.fontScale)

    Text {
        x: Theme.space3
        anchors.verticalCenter: parent.verticalCenter
        width: buttons.x - x - Theme.space2
        textFormat: Text.PlainText
        elide: Text.ElideRight
        text: head.language === "" ? qsTr("text") : head.language
        font.family: Theme.familySans
        font.pixelSize: Theme.sizeTiny
        color: Theme.faint
    }
    Row {
        id: buttons

        anchors.right: parent.right
        anchors.rightMargin: Theme.space1
        anchors.verticalCenter: parent.verticalCenter

        IconButton {
            iconName: "wrap"
            iconSize: 14
            compact: true
            focusPolicy: Qt.TabFocus
            checkable: true
            checked: head.wraps
            label: qsTr("Wrap long lines")
            onClicked: head.wrapRequested()
        }
        CopyButton {
            label: qsTr("Copy code")
            onClicked: head.copyRequested()
        }
    }
}
