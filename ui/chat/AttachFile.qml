import QtQuick
import QtQuick.Dialogs
import Hearth.Chat.Models

/// Asks for text files and attaches them.
FileDialog {
    property Composer composer: null

    title: qsTr("Attach text files")
    fileMode: FileDialog.OpenFiles
    nameFilters: [qsTr("Text files (*.txt *.md *.csv *.json *.xml *.html *.py *.cpp *.h *.js *.log)"), qsTr("All files (*)")]
    onAccepted: {
        for (const file of selectedFiles)
            composer.attachFile(file);
    }
}
