import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Downloads.Models
import Hearth.Engine.Models
import Hearth.Library.Models

/// The models: those on this computer and those there are to get, and below, while there are any, the downloads.
FocusScope {
    id: page

    required property LocalModels localModels
    required property LibrarySpace space
    required property Downloads downloads
    required property ActiveModel activeModel
    required property HubAccess hub
    required property HubSearch search
    required property HubModelView hubModel
    required property SpeedProbe probe

    property int view: 0
    /// How high the downloads and the buttons of the model on show are: notices stay above.
    readonly property real footHeight: (drawer.visible ? drawer.height + Theme.space4 : 0) + (view === 0 ? local.actionsHeight : 0)
    /// How wide the details of the chosen model are, with their buttons.
    readonly property real sideWidth: view === 0 && local.detailsWidth > 0 ? local.detailsWidth + Theme.space6 : 0

    signal useRequested(string path)
    signal unloadRequested
    signal folderAdded(url folder)
    signal folderShown(string path)
    signal linkRequested(string url)
    signal onlineRequested
    signal tokenRequested

    /// What a failure offers to do about it.
    function takeStep(step: int): void {
        if (step === HubSearch.GoOnline)
            onlineRequested();
        else
            tokenRequested();
    }

    /// Takes a file that was picked or dropped into the list; why not, where it cannot be one.
    function addFile(file: url): void {
        view = 0;
        local.refusal = localModels.refusalOf(file);
        if (local.refusal === "")
            local.choose(localModels.addFile(file));
    }
    /// The same for what comes with it: a refusal stays to be read.
    function addMore(file: url): void {
        const refusal = localModels.refusalOf(file);
        if (refusal !== "")
            local.refusal = refusal;
        else
            localModels.addFile(file);
    }

    Rectangle {
        anchors.fill: parent
        color: Theme.window
    }

    ColumnLayout {
        anchors.fill: parent
        anchors.margins: Theme.space6
        anchors.bottomMargin: Theme.space4
        spacing: Theme.space4

        ModelsHeader {
            Layout.fillWidth: true
            view: page.view
            scanning: page.localModels.scanning
            hub: page.hub
            movable: !page.localModels.moving && page.localModels.unfinishedMove === ""
            onMoveWanted: moveOpener.open()
            onViewChosen: view => page.view = view
            onFileWanted: opener.open()
            onFolderWanted: folderOpener.open()
            onRefreshWanted: page.localModels.refresh()
        }
        LocalView {
            id: local

            Layout.fillWidth: true
            Layout.fillHeight: true
            focus: page.view === 0
            visible: page.view === 0
            localModels: page.localModels
            space: page.space
            activeModel: page.activeModel
            onUseRequested: path => page.useRequested(path)
            onUnloadRequested: page.unloadRequested()
            onDiscoverWanted: page.view = 1
            onFileWanted: opener.open()
            onFolderWanted: folderOpener.open()
            onFolderShown: path => page.folderShown(path)
        }
        DiscoverView {
            Layout.fillWidth: true
            Layout.fillHeight: true
            focus: page.view === 1
            visible: page.view === 1
            search: page.search
            model: page.hubModel
            probe: page.probe
            onUseRequested: path => page.useRequested(path)
            onLinkRequested: url => page.linkRequested(url)
            onStepWanted: step => page.takeStep(step)
        }
        DownloadsDrawer {
            id: drawer

            Layout.fillWidth: true
            downloads: page.downloads
            most: page.height * 0.34
            onUseRequested: path => page.useRequested(path)
        }
    }

    ModelDrop {
        anchors.fill: parent
        text: qsTr("Drop it to add this model")
        onEntryOfFile: file => refusal = page.localModels.refusalOf(file)
        onDropOfFile: file => page.addFile(file)
        onDropOfMore: file => page.addMore(file)
    }
    OpenModelFile {
        id: opener

        onChosen: file => page.addFile(file)
    }
    OpenModelFolder {
        id: moveOpener

        title: qsTr("An empty folder for the models")
        onChosen: folder => page.localModels.moveLibrary(folder)
    }
    OpenModelFolder {
        id: folderOpener

        onChosen: folder => page.folderAdded(folder)
    }
}
