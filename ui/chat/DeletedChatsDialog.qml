import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Chat.Models

/// The chats that can still be brought back.
HDialog {
    id: dialog

    required property DeletedChatsModel deletedChats

    wantedWidth: 560
    title: qsTr("Recently deleted")
    text: qsTr("A deleted chat is kept for %n day(s); after that it is gone for good.", "", deletedChats.keptDays)
    primaryText: qsTr("Close")
    secondaryText: ""
    onAboutToShow: deletedChats.look()

    function restore(row: DeletedChatRow): void {
        if (row === null)
            return;
        list.forceActiveFocus(Qt.OtherFocusReason);
        deletedChats.restore(row.conversationId);
    }
    function askToPurge(row: DeletedChatRow): void {
        if (row === null)
            return;
        const id = row.conversationId;
        list.forceActiveFocus(Qt.OtherFocusReason);
        question.ask(qsTr("Delete “%1” for good?").arg(row.title), qsTr("It cannot be brought back after that."),
                     qsTr("Delete for good"), () => dialog.deletedChats.purge(id));
    }

    HListView {
        id: list

        objectName: "deletedRows"
        Layout.fillWidth: true
        Layout.preferredHeight: Math.min(contentHeight, 400 * Math.min(Theme.fontScale, 1.6))
        visible: count > 0
        label: dialog.title
        model: dialog.deletedChats
        delegate: DeletedChatRow {
            required property int index

            // The scroll bar has its place beside the rows.
            width: ListView.view.width - (list.contentHeight > list.height ? Theme.space3 : 0)
            onClicked: ListView.view.currentIndex = index
            onRestoreRequested: dialog.restore(this)
            onPurgeRequested: dialog.askToPurge(this)
        }
        onVisibleChanged: {
            // The last one has gone: the focus goes on to what is left.
            if (!visible && dialog.opened)
                (dialog.contentItem as DialogFrame).focusFirst();
        }
        Keys.onReturnPressed: dialog.restore(currentItem as DeletedChatRow)
        Keys.onEnterPressed: dialog.restore(currentItem as DeletedChatRow)
        Keys.onDeletePressed: dialog.askToPurge(currentItem as DeletedChatRow)
    }
    EmptyState {
        objectName: "noDeletedChats"
        Layout.fillWidth: true
        Layout.preferredHeight: 160 * Theme.fontScale
        visible: list.count === 0 && dialog.deletedChats.error === ""
        iconName: "trash"
        title: qsTr("Nothing here")
        text: qsTr("Chats you delete are kept here for a while.")
    }
    HLabel {
        Layout.fillWidth: true
        visible: text !== ""
        text: dialog.deletedChats.error
        color: Theme.bad
        wrapMode: Text.Wrap
        elide: Text.ElideNone
    }
    ConfirmDialog {
        id: question
    }
}
