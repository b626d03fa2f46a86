import QtQuick
import QtQuick.Dialogs

/// Lets a person pick a model file. The dialog is made when it is first asked for.
Item {
    id: opener

    signal chosen(url file)

    function open(): void {
        dialog.active = true;
        (dialog.item as FileDialog).open();
    }

    visible: false

    Loader {
        id: dialog

        active: false
        sourceComponent: FileDialog {
            title: qsTr("Open a model file")
            nameFilters: [qsTr("Model files (*.gguf *.safetensors)"), qsTr("All files (*)")]
            onAccepted: opener.chosen(selectedFile)
        }
    }
}
