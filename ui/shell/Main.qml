import QtQuick
import QtQml
import Hearth.Chat
import Hearth.Chat.Models
import Hearth.Controls
import Hearth.Engine.Models
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
        delegate: ProgramWindow {
            program: root
        }
    }
}
