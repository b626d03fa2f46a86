import QtQuick
import QtQuick.Layouts
import Hearth.Controls

/// One request that left this computer.
RowLayout {
    id: row

    required property string time
    required property string host
    required property string purpose
    required property string outcome

    spacing: Theme.space3
    Accessible.role: Accessible.ListItem
    Accessible.name: [time, host, purpose, outcome].join(", ")

    component Word: HLabel {
        font.pixelSize: Theme.sizeSmall
        color: Theme.muted
        Accessible.ignored: true
    }

    Word {
        text: row.time
    }
    Word {
        text: row.host
        color: Theme.text
    }
    Word {
        Layout.fillWidth: true
        text: row.purpose
        wrapMode: Text.Wrap
        elide: Text.ElideNone
    }
    Word {
        text: row.outcome
    }
}
