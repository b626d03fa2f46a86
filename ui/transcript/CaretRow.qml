import QtQuick
import Hearth.Controls

/// Where the answer will begin, or go on.
TranscriptRow {
    Text {
        textFormat: Text.PlainText
        text: "▍"
        font.family: Theme.familySans
        font.pixelSize: Theme.sizeReading
        color: Theme.accent
        Accessible.role: Accessible.StaticText
        Accessible.name: qsTr("The answer is being written")
    }
}
