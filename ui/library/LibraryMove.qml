import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Library.Models

/// The library on its way to another drive; or such a way that was cut off, to be gone on with or given up.
Card {
    id: card

    required property LocalModels localModels

    readonly property bool cutOff: !localModels.moving && localModels.unfinishedMove !== ""

    visible: localModels.moving || cutOff
    highlighted: true
    Accessible.role: Accessible.AlertMessage
    Accessible.name: line.text

    contentItem: GridLayout {
        columns: width < 440 * Theme.fontScale ? 1 : 2
        columnSpacing: Theme.space4
        rowSpacing: Theme.space2

        ColumnLayout {
            Layout.fillWidth: true
            spacing: Theme.space2

            HLabel {
                id: line

                Layout.fillWidth: true
                text: card.cutOff ? qsTr("Moving the models to “%1” was cut off. No model is lost.").arg(card.localModels.unfinishedMove)
                                  : qsTr("Moving the models. They can be used meanwhile; downloads wait until this is done.")
                wrapMode: Text.Wrap
                elide: Text.ElideNone
                Accessible.ignored: true
            }
            ProgressLine {
                objectName: "moveProgress"
                Layout.fillWidth: true
                visible: card.localModels.moving
                value: card.localModels.moveProgress
                label: line.text
                status: Math.floor(card.localModels.moveProgress * 100) + " %"
            }
        }
        RowLayout {
            Layout.alignment: Qt.AlignRight | Qt.AlignVCenter
            spacing: Theme.space2

            HButton {
                visible: card.cutOff
                text: qsTr("Go on")
                onClicked: card.localModels.goOnMoving()
            }
            HButton {
                text: card.cutOff ? qsTr("Give up") : qsTr("Cancel")
                tip: qsTr("Everything stays where it was")
                onClicked: {
                    if (card.cutOff)
                        card.localModels.giveUpMove();
                    else
                        card.localModels.cancelMove();
                }
            }
        }
    }
}
