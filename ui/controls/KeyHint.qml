import QtQuick

/// Keys to press together, such as "Ctrl+K", drawn as caps.
Row {
    id: hint

    property string keys

    spacing: 3
    Accessible.role: Accessible.StaticText
    Accessible.name: keys

    Repeater {
        // A plus that is itself a key ends the text: "Ctrl++".
        model: hint.keys.split(/\+(?=.)/)

        Rectangle {
            required property string modelData

            implicitWidth: Math.max(implicitHeight, cap.implicitWidth + 10)
            implicitHeight: Math.max(20, cap.implicitHeight + 4)
            radius: Theme.radiusSmall
            color: Theme.surface
            border.width: 1
            border.color: Theme.line

            Text {
                id: cap

                anchors.centerIn: parent
                text: parent.modelData
                textFormat: Text.PlainText
                color: Theme.muted
                font.family: Theme.familySans
                font.pixelSize: Theme.sizeTiny
                font.weight: Theme.weightMedium
            }
        }
    }
}
