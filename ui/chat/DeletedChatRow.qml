import QtQuick
import Hearth.Controls

/// A deleted chat: what it was called, how long it is kept, and the two ways on.
ListRow {
    id: row

    required property double conversationId
    required title
    required property string note

    readonly property bool isCurrent: ListView.isCurrentItem

    signal restoreRequested
    signal purgeRequested

    subtitle: note
    Keys.onReturnPressed: restoreRequested()
    Keys.onEnterPressed: restoreRequested()
    trailing: [
        // The buttons of the current row alone are stops of Tab: the arrows go from row to row.
        HButton {
            objectName: "restoreButton"
            compact: true
            text: qsTr("Restore")
            focusPolicy: row.isCurrent ? Qt.StrongFocus : Qt.ClickFocus
            Accessible.description: row.title
            onClicked: row.restoreRequested()
        },
        IconButton {
            objectName: "purgeButton"
            compact: true
            danger: true
            iconName: "trash"
            label: qsTr("Delete for good")
            shortcutText: qsTr("Del")
            focusPolicy: row.isCurrent ? Qt.StrongFocus : Qt.ClickFocus
            Accessible.description: row.title
            onClicked: row.purgeRequested()
        }
    ]
}
