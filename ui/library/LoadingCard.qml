import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Engine.Models

/// The chosen model on its way into memory, or why it could not get there.
Card {
    id: card

    required property ActiveModel activeModel

    readonly property bool loading: activeModel.state === ActiveModel.Loading
    readonly property string remaining: {
        const seconds = activeModel.secondsLeft;
        return isNaN(seconds) || seconds < 1 ? "" : qsTr("about %n second(s) left", "", Math.ceil(seconds));
    }

    highlighted: true
    leftPadding: Theme.space4 + 2
    rightPadding: Theme.space4 + 2
    Accessible.role: loading ? Accessible.Grouping : Accessible.AlertMessage
    Accessible.name: heading.text

    contentItem: ColumnLayout {
        spacing: Theme.space3

        RowLayout {
            Layout.fillWidth: true
            spacing: Theme.space3

            Icon {
                visible: !card.loading
                name: "error"
                color: Theme.bad
            }
            HLabel {
                id: heading

                Layout.fillWidth: true
                text: card.loading ? qsTr("Loading %1 into memory").arg(card.activeModel.name)
                                   : qsTr("%1 could not be loaded").arg(card.activeModel.name)
                font.pixelSize: Theme.sizeReading
                font.weight: Theme.weightStrong
                Accessible.ignored: true
            }
            HButton {
                text: card.loading ? qsTr("Cancel") : qsTr("Try again")
                onClicked: {
                    if (card.loading)
                        card.activeModel.cancel();
                    else
                        card.activeModel.retry();
                }
            }
        }
        ProgressLine {
            Layout.fillWidth: true
            visible: card.loading
            value: card.activeModel.progress
            label: heading.text
            status: {
                const share = Theme.percent(card.activeModel.progress);
                return card.remaining === "" ? share : qsTr("%1 · %2", "how far, how long it takes").arg(share).arg(card.remaining);
            }
        }
        HLabel {
            Layout.fillWidth: true
            visible: !card.loading
            text: card.activeModel.errorSentence
            color: Theme.bad
            wrapMode: Text.Wrap
            elide: Text.ElideNone
        }
    }
}
