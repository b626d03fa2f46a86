import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Library.Models

/// A model of a hub: what it is, and its files, each with what it takes here and how fast it would be.
Card {
    id: page

    required property HubModelView model
    required property SpeedProbe probe
    /// It lies over the list and has a way back.
    property bool closable: false

    signal useRequested(string path)
    signal linkRequested(string url)
    signal stepWanted(int step)
    signal closed

    padding: Theme.space4 + Theme.space1
    Accessible.role: Accessible.Pane
    Accessible.name: model.name
    Keys.onEscapePressed: event => {
        event.accepted = closable;
        if (closable)
            closed();
    }

    contentItem: Item {
        IconButton {
            visible: page.closable && page.model.state !== HubModelView.Ready
            compact: true
            iconName: "chevron-left"
            label: qsTr("Back to the list")
            onClicked: page.closed()
        }
        EmptyState {
            anchors.fill: parent
            visible: page.model.state === HubModelView.Nothing
            iconName: "models"
            title: qsTr("Choose a model")
            text: qsTr("Its files are shown here, with what they take on this computer.")
        }
        LoadingState {
            anchors.fill: parent
            visible: page.model.state === HubModelView.Asking
            title: qsTr("Asking for %1…").arg(page.model.name)
        }
        HubTroublePane {
            anchors.fill: parent
            visible: page.model.state === HubModelView.Failed
            title: qsTr("%1 cannot be shown").arg(page.model.name)
            text: page.model.problem
            step: page.model.step
            hasPage: page.model.pageUrl !== ""
            onRetried: page.model.retry()
            onStepWanted: step => {
                if (step === HubSearch.OpenPage)
                    page.linkRequested(page.model.pageUrl);
                else
                    page.stepWanted(step);
            }
        }

        ScrollArea {
            id: area

            // The bar stands in the padding, beside the buttons.
            anchors.fill: parent
            anchors.rightMargin: -Theme.space3
            visible: page.model.state === HubModelView.Ready
            contentHeight: column.implicitHeight

            ColumnLayout {
                id: column

                width: area.width - Theme.space3
                spacing: Theme.space3

                HubModelHead {
                    Layout.fillWidth: true
                    model: page.model
                    closable: page.closable
                    onClosed: page.closed()
                    onCardWanted: page.linkRequested(page.model.pageUrl)
                }
                MeasurePrompt {
                    Layout.fillWidth: true
                    visible: page.probe.state !== SpeedProbe.Unknown
                    probe: page.probe
                }
                HLabel {
                    Layout.fillWidth: true
                    visible: text !== ""
                    text: page.model.summary
                    color: Theme.muted
                    wrapMode: Text.Wrap
                    elide: Text.ElideNone
                }
                HubColumns {
                    id: columnWidths

                    room: column.width
                }
                // A positioner: a layout of Qt 6.4 keeps what a repeater has deleted while it was hidden.
                Column {
                    id: groupColumn

                    Layout.fillWidth: true

                    Repeater {
                        model: page.model.groups

                        HubGroupRow {
                            required property int index
                            required property string path

                            width: groupColumn.width
                            columns: columnWidths
                            onActed: {
                                if (place === HubGroups.Here)
                                    page.useRequested(path);
                                else if (place === HubGroups.Downloading)
                                    page.model.pause(index);
                                else
                                    page.model.get(index);
                            }
                            onLookedAt: page.model.assess(index)
                        }
                    }
                }
                HLabel {
                    Layout.fillWidth: true
                    visible: page.model.groups.count === 0
                    text: qsTr("It has no files that Hearth could run.")
                    color: Theme.muted
                    wrapMode: Text.Wrap
                    elide: Text.ElideNone
                }
            }
        }
    }
}
