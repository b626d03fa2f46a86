import QtQuick
import Hearth.Controls

/// What the columns of the list of models are.
Item {
    id: heading

    required property LocalColumns columns

    implicitHeight: name.implicitHeight

    component Column: HLabel {
        color: Theme.faint
        font.pixelSize: Theme.sizeTiny
        font.weight: Theme.weightMedium
    }

    Column {
        id: name

        width: heading.width - figures.width - Theme.space3
        text: qsTr("Name")
    }
    Row {
        id: figures

        anchors.right: parent.right
        spacing: Theme.space3

        Column {
            width: heading.columns.quantization
            visible: heading.columns.showsQuantization
            text: qsTr("Quantization")
        }
        Column {
            width: heading.columns.context
            visible: heading.columns.showsContext
            text: qsTr("Context")
            horizontalAlignment: Text.AlignRight
        }
        Column {
            width: heading.columns.size
            text: qsTr("Size")
            horizontalAlignment: Text.AlignRight
        }
        Item {
            width: heading.columns.bar
            height: 1
            visible: heading.columns.showsBar
        }
        Item {
            width: heading.columns.mark
            height: 1
        }
    }
}
