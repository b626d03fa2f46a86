import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Chat.Models

/// Whether answers are drawn anew each time or can be had again.
ParameterRow {
    id: row

    parameter: "seed"
    label: qsTr("Seed")
    help: row.parameters.fixedSeed ? qsTr("The same question with the same settings gives the same answer.")
                                   : qsTr("Every answer is drawn with a new random number.")

    RowLayout {
        spacing: Theme.space3

        HSwitch {
            label: qsTr("Fixed seed")
            checked: row.parameters.fixedSeed
            onToggled: {
                row.parameters.fixedSeed = checked;
                checked = Qt.binding(() => row.parameters.fixedSeed);
            }
        }
        HTextField {
            id: field

            objectName: "seedField"

            Layout.fillWidth: true
            enabled: row.parameters.fixedSeed
            label: qsTr("Seed")
            placeholderText: qsTr("Random")
            inputMethodHints: Qt.ImhDigitsOnly
            text: row.parameters.seed
            // It also ends because another chat is shown, whose seed this is not.
            onEditingFinished: {
                if (row.parameters.fixedSeed && text !== row.parameters.seed)
                    row.parameters.seed = text;
                text = Qt.binding(() => row.parameters.seed);
            }
        }
    }
}
