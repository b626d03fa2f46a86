import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Transcript
import Hearth.Chat.Models
import Hearth.Engine.Models

/// One conversation: header, messages, composer and the panel at the side. What choosing a model looks like is given by
/// the owner: `firstRun` fills an empty chat while no model was ever chosen, `modelChooser` is a popup, opened below the
/// model's button.
FocusScope {
    id: page

    required property ChatSession session
    required property ActiveModel activeModel
    required property SessionRegistry registry
    required property PresetListModel presets
    required property ChatStorage storage
    property Component firstRun: null
    property Component modelChooser: null

    property bool panelOpen: false
    /// Enter breaks the line, Ctrl+Enter sends.
    property bool sendsWithControl: false
    /// No model was chosen on this computer yet.
    property bool newcomer: false

    /// The choice of models, once it was wanted.
    property QtObject chooser: null
    /// What to keep of a chat that is too long, once it was wanted.
    readonly property ContextDialog contextDialog: contextLoader.item as ContextDialog
    readonly property bool choosesFirstModel: newcomer && firstRun !== null && activeModel.state === ActiveModel.None && session.empty
    readonly property bool modelComes: activeModel.state === ActiveModel.Loading || activeModel.state === ActiveModel.Failed || activeModel.state === ActiveModel.NoChatTemplate
    /// How high the composer, what stands on it and the page's own notices are: notices of the window stay above.
    readonly property real footHeight: notedFoot + toasts.shownHeight
    /// How much the panel takes of the messages' width.
    readonly property real sideWidth: panelOpen && !panelFloats ? panelWidth : 0
    readonly property real notedFoot: (foot.visible ? foot.height : 0) + transcript.footHeight
    readonly property real panelWidth: Math.min(320 * Math.min(Theme.fontScale, 1.5), width)
    /// Too little room for messages beside the panel: it lies over them.
    readonly property bool panelFloats: width - panelWidth < 440 * Math.min(Theme.fontScale, 1.5)

    // The first model has been chosen: what comes next is a question.
    onChoosesFirstModelChanged: if (!choosesFirstModel && visible)
        Qt.callLater(focusComposer)

    /// A chat made by branching is to be opened.
    signal branched(double conversationId)
    /// A link in an answer was pressed.
    signal linkActivated(string target)

    function chooseModel(): void {
        if (modelChooser === null)
            return;
        if (chooser === null)
            chooser = modelChooser.createObject(header.modelAnchor);
        chooser.open();
    }
    function chooseContext(): void {
        contextLoader.active = true;
        contextDialog.open();
    }
    function focusComposer(): void {
        composer.takeFocus();
    }

    /// A chat's choice is made where the chat is seen: one that came up elsewhere waits until then.
    function showChoice(): void {
        if (!visible)
            contextDialog?.putAway();
        else if (session.choosing)
            chooseContext();
    }

    /// Another chat has come into the page: what belonged to the last one goes.
    function beginAnew(): void {
        panelOpen = false;
        chooser?.close();
        contextDialog?.putAway();
        toasts.clear();
        composer.beginAnew();
        if (activeFocus)
            focusComposer();
        showChoice();
    }

    focus: true
    Keys.onEscapePressed: event => {
        if (composer.stoppable && !composer.composing)
            session.stop();
        else if (panelOpen)
            panelOpen = false;
        else
            event.accepted = false;
    }
    Keys.onPressed: event => composer.takeStray(event)
    onSessionChanged: beginAnew()
    onVisibleChanged: showChoice()

    Connections {
        target: page.session

        function onModelNeeded(): void {
            if (!page.choosesFirstModel)
                page.chooseModel();
        }
        function onContextChoiceNeeded(): void {
            if (page.visible)
                page.chooseContext();
        }
        function onBranched(conversationId: real): void {
            page.branched(conversationId);
        }
        function onUndoOffered(text: string, token: int): void {
            const session = page.session;
            toasts.show(text, qsTr("Undo"), () => session.undo(token));
        }
        function onNoticeRaised(text: string): void {
            toasts.show(text, "", null);
        }
    }
    Connections {
        target: page.presets

        function onRemoved(name: string, token: int): void {
            if (page.visible)
                toasts.show(qsTr("The preset “%1” was deleted.").arg(name), qsTr("Undo"), () => page.presets.undoRemove(token));
        }
        function onFailed(sentence: string): void {
            if (page.visible)
                toasts.showError(sentence, "", null);
        }
    }

    ColumnLayout {
        anchors.fill: parent
        anchors.rightMargin: page.sideWidth
        spacing: 0

        ChatHeader {
            id: header

            Layout.fillWidth: true
            session: page.session
            activeModel: page.activeModel
            panelOpen: page.panelOpen
            onModelPressed: page.chooseModel()
            onContextPressed: page.chooseContext()
            onPanelToggled: page.panelOpen = !page.panelOpen
        }
        Item {
            Layout.fillWidth: true
            Layout.fillHeight: true
            clip: page.choosesFirstModel && notices.wanted

            TranscriptView {
                id: transcript

                anchors.fill: parent
                visible: !page.session.empty && page.session.loadError === ""
                model: page.session.transcript
                modelInUse: page.activeModel.ready ? page.activeModel.name : ""
                onActionRequested: (action, messageKey) => page.session.act(action, messageKey)
                onLinkActivated: target => page.linkActivated(target)
            }
            Loader {
                anchors.fill: parent
                active: page.choosesFirstModel
                visible: active
                sourceComponent: page.firstRun
            }
            Late {
                anchors.fill: parent
                wanted: page.session.empty && !page.choosesFirstModel && page.session.loadError === ""
                sourceComponent: EmptyChat {
                    objectName: "emptyChat"
                    modelName: page.activeModel.ready ? page.activeModel.name : ""
                    onChosen: beginning => composer.begin(beginning)
                }
            }
            Late {
                anchors.fill: parent
                wanted: page.session.loading && slow.passed
                sourceComponent: LoadingState {
                    title: qsTr("Opening the chat…")
                }

                Timer {
                    id: slow

                    property bool passed: false

                    interval: 300
                    running: page.session.loading
                    onRunningChanged: if (running) passed = false
                    onTriggered: passed = true
                }
            }
            Late {
                anchors.fill: parent
                wanted: page.session.loadError !== ""
                sourceComponent: ErrorState {
                    title: qsTr("This chat could not be opened")
                    text: page.session.loadError
                    actions: HButton {
                        text: qsTr("Try again")
                        onClicked: page.session.reload()
                    }
                }
            }
        }
        ColumnLayout {
            id: foot

            Layout.fillWidth: true
            Layout.leftMargin: Theme.space6
            Layout.rightMargin: Theme.space6
            Layout.maximumWidth: Theme.readingWidth + 2 * Theme.space6
            Layout.alignment: Qt.AlignHCenter
            // Before the first model there is nothing to write to, but what is wrong with the file of the chats is told.
            visible: !page.choosesFirstModel || notices.wanted
            spacing: Theme.space2

            Late {
                Layout.fillWidth: true
                wanted: page.modelComes || page.session.waitingForModel
                sourceComponent: ModelLoading {
                    objectName: "modelLoading"
                    activeModel: page.activeModel
                    waiting: page.session.waitingForModel
                    onChooseRequested: page.chooseModel()
                    onStopWaiting: page.session.stop()
                }
            }
            ChatNotices {
                id: notices

                objectName: "notices"
                Layout.fillWidth: true
                session: page.session
                storage: page.storage
                Layout.bottomMargin: page.choosesFirstModel ? Theme.space4 : 0
                onContextPressed: page.chooseContext()
            }
            ComposerCard {
                id: composer

                Layout.fillWidth: true
                visible: !page.choosesFirstModel
                session: page.session
                sendsWithControl: page.sendsWithControl
                focus: true
                onPresetPressed: page.panelOpen = true
            }
            HLabel {
                Layout.fillWidth: true
                Layout.bottomMargin: Theme.space2 + 2
                visible: !page.choosesFirstModel
                text: {
                    if (page.session.composer.editing)
                        return page.sendsWithControl ? qsTr("Ctrl+Enter stores the new version · Enter starts a new line · Esc goes back")
                                                     : qsTr("Enter stores the new version · Shift+Enter starts a new line · Esc goes back");
                    return page.sendsWithControl ? qsTr("Ctrl+Enter sends · Enter starts a new line · Esc stops the answer")
                                                 : qsTr("Enter sends · Shift+Enter starts a new line · Esc stops the answer");
                }
                color: Theme.faint
                font.pixelSize: Theme.sizeTiny
                horizontalAlignment: Text.AlignHCenter
                wrapMode: Text.Wrap
                maximumLineCount: 2
            }
        }
    }
    Loader {
        anchors.top: parent.top
        anchors.bottom: parent.bottom
        anchors.right: parent.right
        width: page.panelWidth
        active: page.panelOpen
        sourceComponent: SidePanel {
            objectName: "sidePanel"
            session: page.session
            activeModel: page.activeModel
            presets: page.presets
            onModelPressed: page.chooseModel()
            onClosed: {
                page.panelOpen = false;
                page.focusComposer();
            }
        }
    }
    Loader {
        id: contextLoader

        active: false
        sourceComponent: ContextDialog {
            objectName: "contextDialog"
            choices: page.session.contextChoices
        }
    }
    ToastHost {
        id: toasts

        objectName: "toasts"

        anchors.rightMargin: page.sideWidth
        anchors.bottomMargin: page.notedFoot
    }
}
