import QtQuick
import QtQuick.Layouts
import Hearth.Controls

/// What this page is about, in two lines.
ColumnLayout {
    spacing: Theme.space2

    HLabel {
        Layout.fillWidth: true
        text: qsTr("Talk to a model on this computer")
        font.pixelSize: Theme.sizeHero
        font.weight: Theme.weightStrong
        horizontalAlignment: Text.AlignHCenter
        wrapMode: Text.Wrap
        elide: Text.ElideNone
        Accessible.role: Accessible.Heading
    }
    HLabel {
        Layout.fillWidth: true
        text: qsTr("Nothing you write leaves it. Pick a first model; you can change it at any time.")
        color: Theme.muted
        font.pixelSize: Theme.sizeReading
        horizontalAlignment: Text.AlignHCenter
        wrapMode: Text.Wrap
        elide: Text.ElideNone
    }
}
