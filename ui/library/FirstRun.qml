import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Engine.Models
import Hearth.Library.Models

/// The first page: what there is to talk to. The starter model, here or one download away, models that other programs
/// keep on this computer, and a place to drop a file.
FocusScope {
    id: page

    required property StarterOffers offers
    required property LocalModels localModels
    required property ActiveModel activeModel

    /// Why the last file that was picked or dropped cannot be used.
    property string refusal

    readonly property bool busy: activeModel.state === ActiveModel.Loading
    readonly property bool failed: activeModel.state === ActiveModel.Failed || activeModel.state === ActiveModel.NoChatTemplate
    readonly property bool nothing: !offers.looking && offers.count === 0

    signal useRequested(string path)
    signal allModelsRequested
    signal onlineRequested

    /// Uses what is here; what is not begins to be downloaded.
    function choose(row: int): void {
        const path = offers.choose(row);
        if (path !== "")
            useRequested(path);
    }
    function useFile(file: url): void {
        refusal = localModels.refusalOf(file);
        if (refusal === "")
            useRequested(localModels.addFile(file));
    }

    ScrollArea {
        id: area

        anchors.fill: parent
        contentHeight: Math.max(height, column.implicitHeight + 2 * Theme.space6)

        ColumnLayout {
            id: column

            anchors.centerIn: parent
            width: Math.min(560 * Math.min(Theme.fontScale, 1.5), area.width - 2 * Theme.space6)
            spacing: Theme.space3

            FirstRunHeader {
                Layout.fillWidth: true
                Layout.bottomMargin: Theme.space4
            }
            LoadingCard {
                Layout.fillWidth: true
                visible: page.busy || page.failed
                activeModel: page.activeModel
            }
            RowLayout {
                Layout.alignment: Qt.AlignHCenter
                Layout.fillWidth: false
                visible: page.offers.looking
                spacing: Theme.space2

                Ring {
                    size: 16
                    spinning: true
                }
                HLabel {
                    text: qsTr("Looking for models on this computer…")
                    color: Theme.muted
                }
            }
            Repeater {
                model: page.offers

                OfferCard {
                    required property int index

                    Layout.fillWidth: true
                    visible: !page.busy
                    first: index === 0
                    onChosen: page.choose(index)
                    onPaused: page.offers.pause(index)
                    onCancelled: page.offers.cancel(index)
                    onOnlineRequested: page.onlineRequested()
                    Component.onCompleted: if (first) takeFocus()
                }
            }
            EmptyState {
                Layout.fillWidth: true
                visible: page.nothing && !page.busy
                iconName: "models"
                title: qsTr("No model was found on this computer")
                text: qsTr("Open a model file that you have, or drop it here.")
            }
            HLabel {
                Layout.fillWidth: true
                visible: text !== ""
                text: page.refusal !== "" ? page.refusal : page.offers.problem
                color: page.refusal !== "" ? Theme.bad : Theme.muted
                horizontalAlignment: Text.AlignHCenter
                wrapMode: Text.Wrap
                elide: Text.ElideNone
                Accessible.role: Accessible.AlertMessage
            }
            RowLayout {
                Layout.alignment: Qt.AlignHCenter
                Layout.fillWidth: false
                Layout.maximumWidth: column.width
                visible: !page.busy
                spacing: Theme.space1

                HButton {
                    visible: page.offers.moreCount > 0
                    kind: HButton.Quiet
                    text: qsTr("%n more model(s)…", "", page.offers.moreCount)
                    onClicked: page.allModelsRequested()
                }
                HButton {
                    kind: page.nothing ? HButton.Filled : HButton.Quiet
                    text: qsTr("Open a model file…")
                    onClicked: opener.open()
                }
            }
            HLabel {
                Layout.alignment: Qt.AlignHCenter
                visible: !page.busy
                text: qsTr("or drop a model file here")
                color: Theme.faint
                font.pixelSize: Theme.sizeSmall
            }
        }
    }
    ModelDrop {
        anchors.fill: parent
        enabled: !page.busy
        onEntryOfFile: file => refusal = page.localModels.refusalOf(file)
        onDropOfFile: file => page.useFile(file)
        onDropOfMore: file => page.localModels.addFile(file)
    }
    OpenModelFile {
        id: opener

        onChosen: file => page.useFile(file)
    }
}
