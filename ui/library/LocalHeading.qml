import QtQuick
import QtQuick.Layouts
import Hearth.Controls

/// What the columns of the list of models are.
RowLayout {
    id: heading

    required property LocalColumns columns

    spacing: Theme.space3

    component Column: HLabel {
        color: Theme.faint
        font.pixelSize: Theme.sizeTiny
        font.weight: Theme.weightMedium
    }

    Column {
        Layout.fillWidth: true
        text: qsTr("Name")
    }
    Column {
        Layout.preferredWidth: heading.columns.quantization
        visible: heading.columns.showsQuantization
        text: qsTr("Quantization")
    }
    Column {
        Layout.preferredWidth: heading.columns.context
        visible: heading.columns.showsContext
        text: qsTr("Context")
        horizontalAlignment: Text.AlignRight
    }
    Column {
        Layout.preferredWidth: heading.columns.size
        text: qsTr("Size")
        horizontalAlignment: Text.AlignRight
    }
    Item {
        Layout.preferredWidth: heading.columns.bar
        visible: heading.columns.showsBar
    }
    Item {
        Layout.preferredWidth: heading.columns.mark
    }
}
