import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Downloads.Models
import Hearth.Engine.Models
import Hearth.Library.Models

/// The models on this computer, below the button that names the one in use. What is chosen goes out as a signal: the
/// owner asks first where answers are being written.
HPopup {
    id: chooser

    required property LocalModels localModels
    required property StarterOffers offers
    required property Downloads downloads
    required property ActiveModel activeModel

    property string refusal

    /// From here on a field to filter with is worth its place.
    readonly property bool many: localModels.count > 6
    readonly property bool holdsModel: activeModel.state === ActiveModel.Ready || activeModel.state === ActiveModel.NoChatTemplate

    signal useRequested(string path)
    signal unloadRequested
    signal onlineRequested

    function use(path: string): void {
        close();
        useRequested(path);
    }
    function useFile(file: url): void {
        refusal = localModels.refusalOf(file);
        if (refusal === "")
            use(localModels.addFile(file));
    }

    y: parent ? parent.height + Theme.space1 : 0
    width: Math.min(440 * Math.min(Theme.fontScale, 1.5), (parent?.Window.width ?? 440) - 2 * Theme.space4)
    padding: Theme.space2
    focus: true

    onAboutToShow: {
        refusal = "";
        search.clear();
        list.currentIndex = 0;
        localModels.refresh();
    }
    onOpened: {
        if (many)
            search.forceActiveFocus();
        else
            list.forceActiveFocus();
    }

    LocalModelFilter {
        id: shown

        models: chooser.localModels
        text: search.text
    }

    contentItem: ColumnLayout {
        spacing: Theme.space2

        RowLayout {
            Layout.fillWidth: true
            Layout.leftMargin: Theme.space3
            spacing: Theme.space1

            SectionLabel {
                Layout.fillWidth: true
                text: qsTr("Models on this computer")
            }
            Ring {
                visible: chooser.localModels.scanning
                size: 14
                spinning: true
                label: qsTr("Looking for models")
            }
            IconButton {
                visible: !chooser.localModels.scanning
                compact: true
                iconName: "refresh"
                iconSize: 16
                label: qsTr("Look for models again")
                onClicked: chooser.localModels.refresh()
            }
        }
        SearchField {
            id: search

            Layout.fillWidth: true
            Layout.leftMargin: Theme.space1
            Layout.rightMargin: Theme.space1
            visible: chooser.many
            placeholderText: qsTr("Filter by name")
            Accessible.name: placeholderText
            Keys.onDownPressed: list.forceActiveFocus()
            Keys.onReturnPressed: if (list.count === 1) (list.itemAtIndex(0) as ModelRow)?.clicked()
        }
        HListView {
            id: list

            Layout.fillWidth: true
            Layout.preferredHeight: Math.min(contentHeight, 360 * Math.min(Theme.fontScale, 1.4))
            visible: count > 0
            label: qsTr("Models on this computer")
            model: shown

            delegate: ModelRow {
                required property string path

                width: list.width
                inUse: chooser.activeModel.path === path && chooser.holdsModel
                loading: chooser.activeModel.path === path && chooser.activeModel.state === ActiveModel.Loading
                progress: chooser.activeModel.progress
                onChosen: chooser.use(path)
            }
        }
        HLabel {
            Layout.fillWidth: true
            Layout.margins: Theme.space3
            visible: list.count === 0
            text: search.text !== "" ? qsTr("No model matches “%1”.").arg(search.text)
                                     : chooser.localModels.scanned ? qsTr("No model was found on this computer yet.")
                                                                   : qsTr("Looking for models on this computer…")
            color: Theme.muted
            wrapMode: Text.Wrap
            elide: Text.ElideNone
        }
        Repeater {
            model: chooser.offers

            RowLayout {
                id: offer

                required property int index
                required property string title
                required property string facts
                required property string problem
                required property int offerState
                required property bool starter
                required property bool known

                readonly property bool isOffline: offerState === StarterOffers.Offline

                Layout.fillWidth: true
                Layout.leftMargin: Theme.space3
                Layout.rightMargin: Theme.space2
                visible: search.text === "" && starter && !known && (isOffline || offerState === StarterOffers.ToDownload)
                spacing: Theme.space2

                ColumnLayout {
                    Layout.fillWidth: true
                    spacing: 2

                    HLabel {
                        Layout.fillWidth: true
                        text: offer.title
                        font.weight: Theme.weightMedium
                    }
                    HLabel {
                        Layout.fillWidth: true
                        text: offer.isOffline ? offer.problem : offer.facts
                        color: Theme.muted
                        font.pixelSize: Theme.sizeSmall
                    }
                }
                HButton {
                    compact: true
                    text: offer.isOffline ? qsTr("Go online") : qsTr("Download")
                    Accessible.name: text + ", " + offer.title
                    onClicked: {
                        if (offer.isOffline)
                            chooser.onlineRequested();
                        else
                            chooser.offers.choose(offer.index);
                    }
                }
            }
        }
        Repeater {
            model: chooser.downloads

            DownloadRow {
                required property int index

                Layout.fillWidth: true
                Layout.leftMargin: Theme.space3
                Layout.rightMargin: Theme.space2
                visible: downloadState !== Downloads.Finished
                onPaused: chooser.downloads.pause(index)
                onResumed: chooser.downloads.resume(index)
                onCancelled: chooser.downloads.cancel(index)
            }
        }
        HLabel {
            Layout.fillWidth: true
            Layout.leftMargin: Theme.space3
            Layout.rightMargin: Theme.space3
            visible: text !== ""
            text: chooser.refusal !== "" ? chooser.refusal : chooser.localModels.problems.join("\n")
            color: chooser.refusal !== "" ? Theme.bad : Theme.muted
            font.pixelSize: Theme.sizeSmall
            wrapMode: Text.Wrap
            maximumLineCount: 4
            Accessible.role: Accessible.AlertMessage
        }
        Rectangle {
            Layout.fillWidth: true
            implicitHeight: 1
            color: Theme.line
        }
        RowLayout {
            Layout.fillWidth: true
            spacing: Theme.space1

            HButton {
                kind: HButton.Quiet
                iconName: "plus"
                text: qsTr("Add a file…")
                onClicked: opener.open()
            }
            Item {
                Layout.fillWidth: true
            }
            HButton {
                visible: chooser.holdsModel
                kind: HButton.Quiet
                text: qsTr("Unload")
                tip: qsTr("Takes the model out of memory. Chats stay.")
                onClicked: {
                    chooser.close();
                    chooser.unloadRequested();
                }
            }
        }
        OpenModelFile {
            id: opener

            onChosen: file => chooser.useFile(file)
        }
    }
}
