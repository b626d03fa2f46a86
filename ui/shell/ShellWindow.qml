import QtQuick
import QtQuick.Layouts
import QtQuick.Templates as T
import QtQuick.Window
import Hearth.Controls
import Hearth.Shell.Models
import Hearth.System.Models

/// One window: the rail, the page, the tab strip over the chats and the status line. What a page is made of comes from
/// outside as components, so that the shell knows no feature.
Window {
    id: root

    required property Workspace workspace
    required property WindowState windowState
    required property ShortcutTable shortcuts
    required property StatusLine status
    required property Notices notices
    required property SafeStart safeStart
    required property CommandPalette palette
    required property LinkOpener links

    /// The list of chats at the left of the Chats page.
    required property Component chatList
    /// A chat page; its parent is a ChatSlot.
    required property Component chatPage
    required property Component modelsPage
    required property Component settingsPage

    /// What the page itself carries out: searchChats, renameChat, focusComposer, chooseModel, chatSettings.
    signal pageAction(action: string)

    readonly property Item listItem: listLoader.item as Item
    /// Null while another page is shown.
    readonly property Item settingsItem: settingsLoader.item as Item
    /// Of all windows the one that has the focus, or had it last: what concerns the whole program shows here.
    readonly property bool isCurrent: workspace.currentWindow === windowState
    readonly property bool chatsShown: windowState.page === WindowState.Chats
    readonly property bool modelsShown: windowState.page === WindowState.Models
    readonly property Item modelsItem: modelsLoader.item as Item
    /// How much of the page's foot a notice must not cover.
    property real pageFoot: 0
    /// And of its right side.
    property real pageSide: 0

    width: windowState.geometry.width
    height: windowState.geometry.height
    minimumWidth: 640
    minimumHeight: 480
    color: Theme.window
    title: {
        switch (windowState.page) {
        case WindowState.Models:
            return qsTr("Models – Hearth");
        case WindowState.Settings:
            return qsTr("Settings – Hearth");
        default:
            return qsTr("%1 – Hearth").arg(windowState.title);
        }
    }
    visible: false

    Component.onCompleted: {
        x = windowState.geometry.x;
        y = windowState.geometry.y;
        if (windowState.maximized)
            showMaximized();
        else
            show();
        Qt.callLater(focusPage);
    }

    function rememberPlace(): void {
        if (visibility === Window.Windowed)
            windowState.geometry = Qt.rect(x, y, width, height);
        if (visibility === Window.Windowed || visibility === Window.Maximized)
            windowState.maximized = visibility === Window.Maximized;
        windowState.exposed = visible && visibility !== Window.Minimized;
    }
    onXChanged: Qt.callLater(rememberPlace)
    onYChanged: Qt.callLater(rememberPlace)
    onWidthChanged: Qt.callLater(rememberPlace)
    onHeightChanged: Qt.callLater(rememberPlace)
    onVisibilityChanged: Qt.callLater(rememberPlace)
    onActiveChanged: if (active) workspace.setCurrentWindow(windowState)

    function comeForward(): void {
        if (visibility === Window.Minimized)
            showNormal();
        raise();
        requestActivate();
    }
    /// The chat page on show; null while it is being made.
    function currentPage(): Item {
        return pages.currentPage;
    }
    function notify(topic: string, problem: bool, text: string, actionText: string, action: var): void {
        toasts.showAbout(topic, problem, text, actionText, action);
    }
    function focusPage(): void {
        if (chatsShown)
            focusOn(pages.currentPage ?? pages);
        else
            focusOn(modelsShown ? modelsLoader : settingsLoader);
    }
    function focusOn(item: Item): void {
        // One that was hidden while it had the focus believes that it has it still.
        if (item?.focus && !item.activeFocus)
            item.focus = false;
        item?.forceActiveFocus(Qt.OtherFocusReason);
    }
    /// What had the focus has gone: what is typed next is meant for the page.
    readonly property bool focusIsNowhere: active && !T.Overlay.overlay.visible && (activeFocusItem === null || activeFocusItem === contentItem || !activeFocusItem.visible)

    Timer {
        // A popup that closes gives the focus back in this time.
        interval: 2 * Theme.motion + 100
        running: root.focusIsNowhere
        onTriggered: root.focusPage()
    }
    function perform(action: string): void {
        switch (action) {
        case "commandPalette":
            paletteLoader.show();
            break;
        case "fullScreen":
            if (visibility === Window.FullScreen)
                showNormal();
            else
                showFullScreen();
            break;
        case "closeWindow":
            close();
            break;
        case "quit":
            askToQuit();
            break;
        case "searchChats":
        case "renameChat":
            windowState.page = WindowState.Chats;
            windowState.listVisible = true;
            pageAction(action);
            break;
        default:
            windowState.page = WindowState.Chats;
            pageAction(action);
        }
    }
    /// Ends the program, after a question where something would be lost or answers would be cut off.
    function askToQuit(): void {
        const unstored = workspace.unstoredCount();
        if (unstored > 0) {
            question.ask(qsTr("Quit without storing?"),
                         qsTr("%n chat(s) hold messages that could not be stored. They are lost when Hearth ends. Make room on the drive and store them first.", "", unstored),
                         qsTr("Quit and lose them"), () => workspace.quit());
            return;
        }
        const writing = workspace.writingCount();
        if (writing === 0) {
            workspace.quit();
            return;
        }
        question.ask(qsTr("Quit while chats are writing?"),
                     qsTr("%n chat(s) have not finished. What is written so far is kept, and you can continue it later.", "", writing),
                     qsTr("Stop and quit"), () => workspace.quit());
    }
    onClosing: close => {
        close.accepted = false;
        if (workspace.windowCount === 1)
            askToQuit();
        else
            windowState.close();
    }

    Connections {
        target: root.windowState

        function onRaiseRequested(): void {
            root.comeForward();
        }
        function onActionRequested(action: string): void {
            root.perform(action);
        }
        function onCurrentChanged(): void {
            // After a press on a tab the strip keeps the focus, for the arrows.
            if (root.active && !strip.activeFocus)
                Qt.callLater(root.focusPage);
        }
        function onPageChanged(): void {
            Qt.callLater(root.focusPage);
        }
    }
    Connections {
        target: root.notices
        enabled: root.isCurrent

        function onRaised(text: string, actionText: string, problem: bool, key: int, topic: string): void {
            root.notify(topic, problem, text, actionText, () => root.notices.act(key));
        }
    }
    Connections {
        target: root.palette
        enabled: root.isCurrent

        function onActionChosen(action: string): void {
            root.windowState.perform(action);
        }
        function onChatChosen(conversationId: real): void {
            root.windowState.openConversation(conversationId);
        }
    }
    Connections {
        target: root.links
        enabled: root.isCurrent

        function onRefused(sentence: string): void {
            root.notify("", false, sentence, "", null);
        }
    }

    ActionShortcuts {
        shortcuts: root.shortcuts
        onTriggered: action => root.windowState.perform(action)
    }

    RowLayout {
        anchors.fill: parent
        spacing: 0

        Rail {
            Layout.fillHeight: true
            windowState: root.windowState
            shortcuts: root.shortcuts
            onSearchRequested: paletteLoader.show()
        }
        ColumnLayout {
            Layout.fillWidth: true
            Layout.fillHeight: true
            spacing: 0

            NoticeBar {
                Layout.fillWidth: true
                visible: root.safeStart.shown
                text: root.safeStart.text
                actionText: root.safeStart.loadText
                onActionTriggered: root.safeStart.load()
                onDismissed: root.safeStart.dismiss()
            }
            RowLayout {
                Layout.fillWidth: true
                Layout.fillHeight: true
                visible: root.chatsShown
                spacing: 0

                Loader {
                    id: listLoader

                    Layout.fillHeight: true
                    Layout.preferredWidth: Theme.listWidth
                    visible: active
                    active: root.windowState.listVisible
                    sourceComponent: root.chatList
                }
                ColumnLayout {
                    Layout.fillWidth: true
                    Layout.fillHeight: true
                    spacing: 0

                    TabStrip {
                        id: strip

                        Layout.fillWidth: true
                        windowState: root.windowState
                        workspace: root.workspace
                        shortcuts: root.shortcuts
                        onMenuRequested: (index, place) => menuLoader.show(index, place)
                    }
                    PageStack {
                        id: pages

                        Layout.fillWidth: true
                        Layout.fillHeight: true
                        windowState: root.windowState
                        chatPage: root.chatPage
                    }
                }
            }
            Loader {
                id: modelsLoader

                /// Once shown it stays, with what was searched for and chosen.
                property bool wanted: root.modelsShown
                onWantedChanged: active = active || wanted

                Layout.fillWidth: true
                Layout.fillHeight: true
                visible: root.modelsShown
                active: false
                sourceComponent: root.modelsPage
            }
            Loader {
                id: settingsLoader

                Layout.fillWidth: true
                Layout.fillHeight: true
                visible: active
                active: root.windowState.page === WindowState.Settings
                sourceComponent: root.settingsPage
            }
            StatusBar {
                Layout.fillWidth: true
                status: root.status
                onModelChosen: root.windowState.perform("chooseModel")
                onOfflineChosen: root.windowState.page = WindowState.Settings
                onDownloadsChosen: root.windowState.page = WindowState.Models
            }
        }
    }

    Item {
        anchors.fill: parent
        anchors.leftMargin: Theme.railWidth + (listLoader.visible && root.chatsShown ? listLoader.width : 0)
        anchors.rightMargin: root.pageSide
        anchors.bottomMargin: Theme.statusHeight
        z: 100

        ToastHost {
            id: toasts

            objectName: "windowToasts"
            anchors.bottomMargin: root.pageFoot
        }
    }
    ConfirmDialog {
        id: question

        danger: false
    }
    LinkDialog {
        links: root.links
        listening: root.isCurrent
    }
    // Built when they are first wanted: a window opens quicker without them.
    Loader {
        id: paletteLoader

        active: false

        function show(): void {
            active = true;
            (item as CommandPaletteView).open();
        }
        sourceComponent: CommandPaletteView {
            palette: root.palette
        }
    }
    Loader {
        id: menuLoader

        objectName: "tabMenu"

        active: false

        function show(index: int, place: point): void {
            active = true;
            (item as TabMenu).openFor(index, strip, place);
        }
        sourceComponent: TabMenu {
            windowState: root.windowState
            workspace: root.workspace
            shortcuts: root.shortcuts
        }
    }
}
