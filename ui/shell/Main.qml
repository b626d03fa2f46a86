import QtQuick
import QtQml
import Hearth.Chat
import Hearth.Chat.Models
import Hearth.Controls
import Hearth.Engine.Models
import Hearth.Library
import Hearth.Library.Models
import Hearth.Settings
import Hearth.Settings.Models
import Hearth.Shell.Models
import Hearth.System.Models

/// The windows of the program: joins the shell with what its pages show.
QtObject {
    id: root

    required property Workspace workspace
    required property ShortcutTable shortcuts
    required property StatusLine status
    required property Notices notices
    required property SafeStart safeStart
    required property CommandPalette palette
    required property LinkOpener links
    required property Appearance appearance
    required property Settings settings
    required property About about
    required property ActiveModel activeModel
    required property SessionRegistry sessions
    required property ChatStorage storage
    required property ChatListModel chats
    required property PresetListModel presets
    required property ModelSwitch modelSwitch
    required property LocalModels localModels
    required property StarterOffers offers
    required property Downloads downloads
    required property RequestLogModel requests
    required property string modelFolder

    readonly property list<Binding> theme: [
        Binding {
            target: Theme
            property: "dark"
            value: root.appearance.dark
        },
        Binding {
            target: Theme
            property: "fontScale"
            value: root.appearance.fontScale
        },
        Binding {
            target: Theme
            property: "reducedMotion"
            value: root.appearance.reducedMotion
        },
        Binding {
            target: Theme
            property: "language"
            value: root.appearance.language
        }
    ]

    readonly property Instantiator windows: Instantiator {
        model: root.workspace.windows
        delegate: ShellWindow {
            id: window

            workspace: root.workspace
            shortcuts: root.shortcuts
            status: root.status
            notices: root.notices
            safeStart: root.safeStart
            palette: root.palette
            links: root.links

            onPageAction: action => {
                if (action === "searchChats") {
                    (listItem as ChatList)?.focusSearch();
                    return;
                }
                const page = currentPage as ChatPage;
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
                chats: root.chats
                currentConversation: (window.windowState.currentSession as ChatSession)?.conversationId ?? 0
                onOpened: conversationId => window.windowState.openConversation(conversationId)
                onNewChat: window.windowState.newTab()
            }
            chatPage: ChatPage {
                session: (parent as ChatSlot)?.session as ChatSession
                activeModel: root.activeModel
                registry: root.sessions
                presets: root.presets
                storage: root.storage
                newcomer: root.settings.lastModel === ""
                firstRun: FirstRun {
                    offers: root.offers
                    localModels: root.localModels
                    activeModel: root.activeModel
                    onUseRequested: path => root.modelSwitch.use(path)
                    onAllModelsRequested: window.windowState.perform("chooseModel")
                    onOnlineRequested: root.settings.offline = false
                }
                modelChooser: ModelChooser {
                    localModels: root.localModels
                    offers: root.offers
                    downloads: root.downloads
                    activeModel: root.activeModel
                    onUseRequested: path => root.modelSwitch.use(path)
                    onUnloadRequested: root.modelSwitch.unload()
                    onOnlineRequested: root.settings.offline = false
                }
                onBranched: conversationId => window.windowState.openConversationInNewTab(conversationId)
                onLinkActivated: target => root.links.request(target)
            }
            settingsPage: SettingsPage {
                settings: root.settings
                shortcuts: root.shortcuts
                about: root.about
                modelFolder: root.modelFolder
                requests: root.requests
            }

            ModelSwitchDialog {
                modelSwitch: root.modelSwitch
                listening: window.isCurrent
            }
        }
    }
}
