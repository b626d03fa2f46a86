import QtQuick
import Hearth.Controls

/// ‹ 2/3 › between the versions of a message.
Row {
    id: versions

    property int versionIndex: 0
    property int versionCount: 1

    signal chosen(string action)
    signal revealRequested

    IconButton {
        iconName: "chevron-left"
        iconSize: 14
        compact: true
        focusPolicy: Qt.TabFocus
        enabled: versions.enabled && versions.versionIndex > 0
        label: qsTr("Previous version")
        onClicked: versions.chosen("version-previous")
        onActiveFocusChanged: if (activeFocus) versions.revealRequested()
    }
    Text {
        height: Theme.compactHeight
        verticalAlignment: Text.AlignVCenter
        textFormat: Text.PlainText
        text: qsTr("%1/%2").arg(versions.versionIndex + 1).arg(versions.versionCount)
        font.family: Theme.familySans
        font.pixelSize: Theme.sizeTiny
        color: Theme.muted
        Accessible.role: Accessible.StaticText
        Accessible.name: qsTr("Version %1 of %2").arg(versions.versionIndex + 1).arg(versions.versionCount)
    }
    IconButton {
        iconName: "chevron-right"
        iconSize: 14
        compact: true
        focusPolicy: Qt.TabFocus
        enabled: versions.enabled && versions.versionIndex + 1 < versions.versionCount
        label: qsTr("Next version")
        onClicked: versions.chosen("version-next")
        onActiveFocusChanged: if (activeFocus) versions.revealRequested()
    }
}
