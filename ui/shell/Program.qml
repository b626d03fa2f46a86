import QtQml
import Hearth.Chat.Models
import Hearth.Downloads.Models
import Hearth.Engine.Models
import Hearth.Library.Models
import Hearth.Settings.Models
import Hearth.Shell.Models
import Hearth.System.Models

/// What the windows of the program share; their root hands it down.
QtObject {
    required property Workspace workspace
    required property ShortcutTable shortcuts
    required property StatusLine status
    required property Notices notices
    required property SafeStart safeStart
    required property CommandPalette palette
    required property LinkOpener links
    required property FileManager fileManager
    required property Appearance appearance
    required property Settings settings
    required property About about
    required property ActiveModel activeModel
    required property SessionRegistry sessions
    required property ChatStorage storage
    required property ChatListModel chats
    required property DeletedChatsModel deletedChats
    required property PresetListModel presets
    required property ModelSwitch modelSwitch
    required property LocalModels localModels
    required property LibrarySpace librarySpace
    required property HubAccess hub
    required property HubToken hubToken
    required property HubSearch hubSearch
    required property HubModelView hubModel
    required property SpeedProbe speedProbe
    required property StarterOffers offers
    required property Downloads downloads
    required property RequestLogModel requests
    required property string modelFolder
}
