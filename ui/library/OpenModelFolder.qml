import QtQuick
import QtQuick.Dialogs

/// Lets a person pick a folder with models. The dialog is made when it is first asked for.
Item {
    id: opener

    property string title: qsTr("A folder with models")

    signal chosen(url folder)

    function open(): void {
        dialog.active = true;
        (dialog.item as FolderDialog).open();
    }

    visible: false

    Loader {
        id: dialog

        active: false
        sourceComponent: FolderDialog {
            title: opener.title
            onAccepted: opener.chosen(selectedFolder)
        }
    }
}
