import QtQuick
import Hearth.Chat
import Hearth.Chat.Models
import Hearth.Library
import Hearth.Settings
import Hearth.Shell.Models

/// A window of the program with its real pages.
ShellWindow {
    id: window

    required property Program program
    /// The model that is asked about was to be used in a chat.
    property bool chatsAfterSwitch: false

    workspace: program.workspace
    shortcuts: program.shortcuts
    status: program.status
    notices: program.notices
    safeStart: program.safeStart
    palette: program.palette
    links: program.links

    pageFoot: {
        if (chatsShown)
            return (currentPage() as ChatPage)?.footHeight ?? 0;
        return modelsShown ? (modelsItem as ModelsPage)?.footHeight ?? 0 : 0;
    }
    pageSide: {
        if (chatsShown)
            return (currentPage() as ChatPage)?.sideWidth ?? 0;
        return modelsShown ? (modelsItem as ModelsPage)?.sideWidth ?? 0 : 0;
    }

    /// Opens the settings at one of their sections.
    function showSettings(section: int): void {
        windowState.page = WindowState.Settings;
        (settingsItem as SettingsPage).section = section;
    }

    onPageAction: action => {
        if (action === "searchChats") {
            (listItem as ChatList)?.focusSearch();
            return;
        }
        if (action === "renameChat") {
            (listItem as ChatList)?.renameCurrent();
            return;
        }
        const page = currentPage() as ChatPage;
        if (!page)
            return;
        if (action === "focusComposer")
            page.focusComposer();
        else if (action === "chooseModel")
            page.chooseModel();
        else if (action === "chatSettings")
            page.panelOpen = !page.panelOpen;
    }

    chatList: ChatList {
        chats: window.program.chats
        deletedChats: window.program.deletedChats
        newChatKeys: window.shortcuts.changed, window.shortcuts.shownKeys("newChat")
        renameKeys: window.shortcuts.changed, window.shortcuts.shownKeys("renameChat")
        currentConversation: {
            const session = window.windowState.currentSession as ChatSession;
            // While it is stored nowhere, the list has a name of its own for it.
            return session?.conversationId || window.program.sessions.listedId(session);
        }
        onOpened: conversationId => window.windowState.openConversation(conversationId)
        onNewChat: window.windowState.newTab()
    }
    chatPage: ChatPage {
        session: (parent as ChatSlot)?.session as ChatSession
        activeModel: window.program.activeModel
        registry: window.program.sessions
        presets: window.program.presets
        storage: window.program.storage
        sendsWithControl: window.program.settings.sendKey === "ctrl+enter"
        newcomer: window.program.settings.lastModel === ""
        firstRun: FirstRun {
            offers: window.program.offers
            localModels: window.program.localModels
            activeModel: window.program.activeModel
            onUseRequested: path => window.program.modelSwitch.use(path)
            onAllModelsRequested: window.windowState.perform("chooseModel")
            onOnlineRequested: window.program.settings.offline = false
        }
        modelChooser: ModelChooser {
            localModels: window.program.localModels
            offers: window.program.offers
            downloads: window.program.downloads
            activeModel: window.program.activeModel
            onUseRequested: path => window.program.modelSwitch.use(path)
            onUnloadRequested: window.program.modelSwitch.unload()
            onOnlineRequested: window.program.settings.offline = false
        }
        onBranched: conversationId => window.windowState.openConversationInNewTab(conversationId)
        onLinkActivated: target => window.program.links.request(target)
    }
    modelsPage: ModelsPage {
        focus: true
        localModels: window.program.localModels
        space: window.program.librarySpace
        downloads: window.program.downloads
        activeModel: window.program.activeModel
        hub: window.program.hub
        search: window.program.hubSearch
        hubModel: window.program.hubModel
        probe: window.program.speedProbe
        onLinkRequested: url => window.program.links.request(url)
        onOnlineRequested: window.program.settings.offline = false
        onTokenRequested: window.showSettings(1)
        onUseRequested: path => {
            window.program.modelSwitch.use(path);
            window.chatsAfterSwitch = window.program.modelSwitch.asking;
            if (!window.chatsAfterSwitch)
                window.windowState.page = WindowState.Chats;
        }
        onUnloadRequested: window.program.modelSwitch.unload()
        onFolderAdded: folder => window.program.settings.addModelFolder(folder.toString())
        onFolderShown: path => window.program.fileManager.show(path)
    }
    settingsPage: SettingsPage {
        settings: window.program.settings
        shortcuts: window.program.shortcuts
        about: window.program.about
        modelFolder: window.program.modelFolder
        requests: window.program.requests
        hub: window.program.hub
        token: window.program.hubToken
    }

    ModelSwitchDialog {
        modelSwitch: window.program.modelSwitch
        listening: window.isCurrent
        onAccepted: {
            if (window.chatsAfterSwitch)
                window.windowState.page = WindowState.Chats;
            window.chatsAfterSwitch = false;
        }
        onRejected: window.chatsAfterSwitch = false
    }
}
