import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Engine.Models
import Hearth.Library.Models

/// The models on this computer: a list with columns, and the chosen one in detail beside it; where there is no room for
/// both, in its place.
FocusScope {
    id: view

    required property LocalModels localModels
    required property LibrarySpace space
    required property ActiveModel activeModel

    /// Why the last file that was picked or dropped cannot be used.
    property string refusal
    /// The chosen model's file.
    property string chosen
    /// The model that was removed here last: what comes of it is this view's to ask about.
    property string removing
    /// Where there is room for one of the two only: the details are shown.
    property bool detailed: false
    /// Of the pane at the side; 0 without one.
    readonly property real detailsWidth: details.visible && !narrow ? details.width : 0
    /// Of its buttons, where it is all there is.
    readonly property real actionsHeight: details.visible && narrow ? details.actionsHeight : 0

    readonly property bool narrow: width < 860 * Math.min(Theme.fontScale, 1.5)
    readonly property bool holdsModel: activeModel.state === ActiveModel.Ready || activeModel.state === ActiveModel.NoChatTemplate

    signal useRequested(string path)
    signal unloadRequested
    signal discoverWanted
    signal fileWanted
    signal folderWanted
    signal folderShown(string path)

    function choose(path: string): void {
        chosen = path;
        detailed = true;
    }
    function removeChosen(): void {
        removing = chosenFacts.modelId;
        // Not on the same button of the model that comes in its place.
        list.forceActiveFocus(Qt.OtherFocusReason);
        localModels.remove(removing);
    }
    function backToList(): void {
        detailed = false;
        list.forceActiveFocus(Qt.OtherFocusReason);
    }

    LocalModelFilter {
        id: shown

        models: view.localModels
        text: tools.text
        show: tools.show
        order: tools.order
    }
    LocalModelFacts {
        id: chosenFacts

        models: view.localModels
        path: view.chosen
    }
    // The first of the list stands open: the details are never empty while there is one.
    function chooseFirst(): void {
        if (!chosenFacts.found && shown.count > 0)
            chosen = shown.pathAt(0);
    }
    Connections {
        target: view.localModels

        function onTrashRefused(id: string, name: string, sentence: string): void {
            if (id === view.removing)
                question.ask(qsTr("Delete “%1” for good?").arg(name),
                             qsTr("%1 Its files would be deleted at once and could not be brought back.").arg(sentence),
                             qsTr("Delete for good"), () => view.localModels.removeForGood(id));
        }
    }
    ConfirmDialog {
        id: question
    }
    Connections {
        target: chosenFacts

        function onChanged(): void {
            Qt.callLater(view.chooseFirst);
        }
    }
    Connections {
        target: shown

        function onCountChanged(): void {
            Qt.callLater(view.chooseFirst);
        }
    }

    ColumnLayout {
        anchors.fill: parent
        spacing: Theme.space3

        LocalTools {
            id: tools

            Layout.fillWidth: true
            visible: view.localModels.count > 0 && !(view.narrow && view.detailed)
            space: view.space
            onListWanted: list.forceActiveFocus(Qt.TabFocusReason)
        }
        LibraryMove {
            Layout.fillWidth: true
            localModels: view.localModels
        }
        HLabel {
            Layout.fillWidth: true
            visible: text !== ""
            text: view.localModels.notice
            color: Theme.warn
            wrapMode: Text.Wrap
            elide: Text.ElideNone
            Accessible.role: Accessible.AlertMessage
        }
        HLabel {
            Layout.fillWidth: true
            visible: text !== ""
            text: view.refusal !== "" ? view.refusal : view.localModels.problems.join("\n")
            color: view.refusal !== "" ? Theme.bad : Theme.muted
            wrapMode: Text.Wrap
            elide: Text.ElideNone
            Accessible.role: Accessible.AlertMessage
        }
        RowLayout {
            Layout.fillWidth: true
            Layout.fillHeight: true
            visible: view.localModels.count > 0
            spacing: Theme.space4

            Card {
                Layout.fillWidth: true
                Layout.fillHeight: true
                visible: !(view.narrow && view.detailed)
                padding: Theme.space2

                contentItem: ColumnLayout {
                    spacing: Theme.space1

                    LocalColumns {
                        id: columnWidths

                        room: list.width
                    }
                    LocalHeading {
                        Layout.fillWidth: true
                        Layout.leftMargin: Theme.space3
                        Layout.rightMargin: Theme.space3
                        Layout.topMargin: Theme.space1
                        columns: columnWidths
                    }
                    Divider {
                        Layout.fillWidth: true
                    }
                    HListView {
                        id: list

                        Layout.fillWidth: true
                        Layout.fillHeight: true
                        focus: true
                        label: qsTr("Models on this computer")
                        model: shown
                        currentIndex: shown.count, shown.rowOf(view.chosen)
                        Keys.onReturnPressed: if (chosenFacts.ready) view.useRequested(view.chosen)
                        Keys.onEnterPressed: if (chosenFacts.ready) view.useRequested(view.chosen)
                        Keys.onDeletePressed: if (chosenFacts.found && view.activeModel.path !== view.chosen) view.removeChosen()
                        // Arrows choose; the details follow.
                        onCurrentIndexChanged: if (activeFocus && currentIndex >= 0) view.chosen = shown.pathAt(currentIndex)

                        delegate: LocalRow {
                            required property int index
                            required property string path

                            width: list.width
                            columns: columnWidths
                            selected: view.chosen === path
                            inUse: view.activeModel.path === path && view.holdsModel
                            loading: view.activeModel.path === path && view.activeModel.state === ActiveModel.Loading
                            progress: view.activeModel.progress
                            onClicked: view.choose(path)
                            onUsed: view.useRequested(path)
                        }
                    }
                    HLabel {
                        Layout.fillWidth: true
                        Layout.fillHeight: true
                        visible: shown.count === 0
                        text: tools.text !== "" ? qsTr("No model matches “%1”.").arg(tools.text) : qsTr("No model is like that.")
                        color: Theme.muted
                        horizontalAlignment: Text.AlignHCenter
                        verticalAlignment: Text.AlignVCenter
                        wrapMode: Text.Wrap
                        elide: Text.ElideNone
                    }
                }
            }
            LocalDetails {
                id: details

                Layout.fillWidth: view.narrow
                Layout.fillHeight: true
                Layout.preferredWidth: Math.min(view.width * 0.4, 344 * Theme.fontScale)
                visible: chosenFacts.found && (!view.narrow || view.detailed)
                facts: chosenFacts
                inUse: view.holdsModel && view.activeModel.path === chosenFacts.path
                loading: view.activeModel.state === ActiveModel.Loading && view.activeModel.path === chosenFacts.path
                closable: view.narrow
                onUsed: view.useRequested(chosenFacts.path)
                onUnloaded: view.unloadRequested()
                onShownInFolder: view.folderShown(chosenFacts.path)
                onLookedForAgain: view.localModels.refresh()
                onVerified: view.localModels.verify(chosenFacts.modelId)
                onDownloadedAgain: view.localModels.downloadAgain(chosenFacts.modelId)
                onVerifyCancelled: view.localModels.cancelVerify(chosenFacts.modelId)
                onRemoved: view.removeChosen()
                onClosed: view.backToList()
            }
        }
        EmptyState {
            Layout.fillWidth: true
            Layout.fillHeight: true
            visible: view.localModels.count === 0 && view.localModels.scanned && !view.localModels.scanning
            iconName: "models"
            title: qsTr("No model was found on this computer")
            text: qsTr("Get one from Discover, add a file or a folder that you have, or drop a file here.")
            actions: [
                HButton {
                    kind: HButton.Filled
                    iconName: "search"
                    text: qsTr("Discover models")
                    onClicked: view.discoverWanted()
                },
                HButton {
                    iconName: "file"
                    text: qsTr("Add a file…")
                    onClicked: view.fileWanted()
                },
                HButton {
                    iconName: "folder"
                    text: qsTr("Add a folder…")
                    onClicked: view.folderWanted()
                }
            ]
        }
        LoadingState {
            Layout.fillWidth: true
            Layout.fillHeight: true
            visible: view.localModels.count === 0 && (!view.localModels.scanned || view.localModels.scanning)
            title: qsTr("Looking for models on this computer…")
        }
    }
}
