import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Library.Models

/// How full the drive of the models is: models, other files, free.
ColumnLayout {
    id: meter

    required property LibrarySpace space

    spacing: Theme.space1

    HLabel {
        Layout.fillWidth: true
        text: meter.space.freeText === "" ? meter.space.usedText : meter.space.usedText + " · " + meter.space.freeText
        color: Theme.muted
        font.pixelSize: Theme.sizeSmall
    }
    MeterBar {
        Layout.fillWidth: true
        Layout.minimumWidth: 160
        label: qsTr("Room on the drive of the models")
        segments: [
            { "value": meter.space.usedShare, "color": Theme.weights, "label": meter.space.usedText },
            { "value": meter.space.otherShare, "color": Theme.outline, "label": qsTr("Other files") }
        ]
        visible: meter.space.freeText !== ""
    }
}
