import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Library.Models

/// Models of a hub: what was found at the left, the chosen one beside it; where there is no room for both, in its place.
FocusScope {
    id: view

    required property HubSearch search
    required property HubModelView model
    required property SpeedProbe probe

    /// Where there is room for one of the two only: the model is shown.
    property bool detailed: false

    readonly property bool narrow: width < 900 * Math.min(Theme.fontScale, 1.4)
    readonly property bool listed: !(narrow && detailed)

    signal useRequested(string path)
    signal linkRequested(string url)
    signal stepWanted(int step)

    function openRow(row: int): void {
        model.open(search.idAt(row));
        list.positionViewAtIndex(row, ListView.Contain);
        detailed = true;
    }
    function backToList(): void {
        detailed = false;
        list.forceActiveFocus(Qt.OtherFocusReason);
    }

    onVisibleChanged: if (visible) search.begin()
    Component.onCompleted: if (visible) search.begin()

    ColumnLayout {
        anchors.fill: parent
        spacing: Theme.space3

        DiscoverTools {
            id: tools

            Layout.fillWidth: true
            visible: view.listed
            focus: true
            search: view.search
            fieldWidth: listPane.wanted
            onEntered: {
                const id = view.search.addressedModel();
                view.search.refresh();
                if (id !== "") {
                    view.model.open(id);
                    view.detailed = true;
                }
            }
            onListWanted: list.forceActiveFocus(Qt.TabFocusReason)
        }
        HLabel {
            Layout.fillWidth: true
            visible: text !== "" && view.listed
            text: view.search.cacheNote
            color: Theme.warn
            font.pixelSize: Theme.sizeSmall
            wrapMode: Text.Wrap
            elide: Text.ElideNone
            Accessible.role: Accessible.AlertMessage
        }
        RowLayout {
            Layout.fillWidth: true
            Layout.fillHeight: true
            spacing: Theme.space4

            Item {
                id: listPane

                readonly property real wanted: Math.round(Math.min(view.width * 0.4, 376 * Theme.fontScale))

                Layout.fillWidth: view.narrow
                Layout.fillHeight: true
                Layout.preferredWidth: wanted
                visible: view.listed

                HubTroubleStrip {
                    id: trouble

                    width: parent.width
                    visible: view.search.state === HubSearch.Failed && list.count > 0
                    text: view.search.problem
                    step: view.search.step
                    onRetried: view.search.retry()
                    onStepWanted: step => view.stepWanted(step)
                }
                HListView {
                    id: list

                    objectName: "foundModels"
                    anchors.fill: parent
                    anchors.topMargin: trouble.visible ? trouble.height + Theme.space2 : 0
                    visible: count > 0
                    spacing: Theme.space2
                    label: qsTr("Models of the hub")
                    model: replaced ? null : view.search
                    currentIndex: -1

                    // Rows beyond the view are made ahead; those under way when an answer replaces the list are given up
                    // before it does. A list of Qt 6.4 would ask for them when they are gone. Cards are not kept for reuse
                    // then: they would show the model that they showed before.
                    property bool replaced: false
                    reuseItems: false

                    Connections {
                        target: view.search

                        function onModelAboutToBeReset(): void {
                            list.replaced = true;
                        }
                        function onModelReset(): void {
                            list.replaced = false;
                        }
                    }
                    section.property: "section"
                    section.delegate: Item {
                        required property string section

                        width: ListView.view?.width ?? 0
                        height: section === "" ? 0 : heading.implicitHeight

                        SectionLabel {
                            id: heading

                            width: parent.width
                            visible: parent.section !== ""
                            topPadding: Theme.space2
                            bottomPadding: Theme.space2
                            text: parent.section
                        }
                    }
                    onAtYEndChanged: if (atYEnd && count > 0) view.search.fetchMore()

                    delegate: HubCard {
                        required property int index
                        required property string modelId

                        // Beside the bar, not below it.
                        width: list.width - (list.contentHeight > list.height ? Theme.space3 : 0)
                        selected: view.model.modelId === modelId
                        onClicked: {
                            list.currentIndex = index;
                            view.openRow(index);
                        }
                    }
                    footer: Item {
                        width: list.width
                        height: more.visible ? more.height + Theme.space4 : further.visible ? further.height + Theme.space4 : 0

                        Ring {
                            id: more

                            anchors.centerIn: parent
                            visible: view.search.state === HubSearch.Renewing
                            size: 16
                            spinning: true
                            label: qsTr("More is on its way")
                        }
                        // Of a list that does not fill the view nobody comes to the end.
                        HButton {
                            id: further

                            anchors.centerIn: parent
                            visible: view.search.state === HubSearch.Done && view.search.hasMore
                            kind: HButton.Quiet
                            text: qsTr("Look further")
                            onClicked: view.search.fetchMore()
                        }
                    }
                }
                LoadingState {
                    anchors.fill: parent
                    visible: list.count === 0 && (view.search.state === HubSearch.Asking || view.search.state === HubSearch.Idle)
                    title: qsTr("Asking the hub…")
                }
                EmptyState {
                    anchors.fill: parent
                    visible: list.count === 0 && view.search.state === HubSearch.Done
                    iconName: "search"
                    title: view.search.hasMore ? qsTr("Nothing was found so far") : qsTr("Nothing was found")
                    text: qsTr("Try fewer words, or fewer filters.")
                    actions: [
                        HButton {
                            visible: view.search.hasMore
                            text: qsTr("Look further")
                            onClicked: view.search.fetchMore()
                        }
                    ]
                }
                HubTroublePane {
                    anchors.fill: parent
                    visible: view.search.state === HubSearch.Failed && list.count === 0
                    title: qsTr("The hub cannot be asked")
                    text: view.search.problem
                    step: view.search.step
                    onRetried: view.search.refresh()
                    onStepWanted: step => view.stepWanted(step)
                }
            }
            HubModelPage {
                Layout.fillWidth: true
                Layout.fillHeight: true
                visible: !view.narrow || view.detailed
                model: view.model
                probe: view.probe
                closable: view.narrow
                onUseRequested: path => view.useRequested(path)
                onLinkRequested: url => view.linkRequested(url)
                onStepWanted: step => view.stepWanted(step)
                onClosed: view.backToList()
            }
        }
    }
}
