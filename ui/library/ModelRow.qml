import QtQuick
import QtQuick.Layouts
import QtQuick.Templates as T
import Hearth.Controls
import Hearth.Library.Models

/// A model of the list: name, figures, and where it cannot be used, why.
T.ItemDelegate {
    id: row

    required property string name
    required property string detail
    required property string reason
    required property bool ready
    required property bool damaged
    required property int modelState
    property bool inUse: false
    property bool loading: false
    /// Of loading, 0 to 1.
    property real progress: 0

    readonly property bool current: ListView.isCurrentItem && ListView.view !== null && ListView.view.activeFocus
    readonly property string stateText: {
        if (inUse)
            return qsTr("in use");
        if (loading)
            return qsTr("loading");
        if (damaged)
            return qsTr("damaged");
        return ready ? "" : modelState === LocalModels.Incomplete ? qsTr("incomplete") : qsTr("cannot run");
    }

    signal chosen

    implicitHeight: Math.max(Theme.controlHeight, implicitContentHeight + topPadding + bottomPadding)
    leftPadding: Theme.space3
    rightPadding: Theme.space3
    topPadding: Theme.space2
    bottomPadding: Theme.space2
    hoverEnabled: true
    focusPolicy: Qt.NoFocus
    Accessible.role: Accessible.ListItem
    Accessible.name: stateText === "" ? name : name + ", " + stateText
    Accessible.description: ready ? detail : reason
    Accessible.selectable: ready
    Accessible.selected: inUse
    onClicked: if (ready) chosen()

    contentItem: RowLayout {
        spacing: Theme.space3

        ColumnLayout {
            Layout.fillWidth: true
            spacing: 2

            HLabel {
                Layout.fillWidth: true
                text: row.name
                color: row.ready ? Theme.text : Theme.muted
                font.weight: row.inUse ? Theme.weightStrong : Theme.weightMedium
                Accessible.ignored: true
            }
            HLabel {
                Layout.fillWidth: true
                text: row.detail
                color: Theme.muted
                font.pixelSize: Theme.sizeSmall
                Accessible.ignored: true
            }
            HLabel {
                Layout.fillWidth: true
                visible: !row.ready && text !== ""
                text: row.reason
                color: Theme.muted
                font.pixelSize: Theme.sizeSmall
                wrapMode: Text.Wrap
                maximumLineCount: 5
                Accessible.ignored: true
            }
        }
        Badge {
            Layout.alignment: row.ready ? Qt.AlignVCenter : Qt.AlignTop
            visible: !row.ready || row.damaged
            text: row.damaged ? qsTr("damaged") : row.stateText
            tone: row.damaged ? Badge.Bad : row.modelState === LocalModels.Incomplete ? Badge.Warn : Badge.Neutral
            Accessible.ignored: true
        }
        Ring {
            visible: row.loading
            size: 16
            value: row.progress
        }
        Icon {
            visible: row.inUse
            name: "check"
            size: 18
            color: Theme.accent
        }
    }

    background: Rectangle {
        radius: Theme.radiusControl
        color: row.inUse ? Theme.accentSoft : row.ready && row.down ? Theme.pressed : row.ready && row.hovered ? Theme.hover : "transparent"

        FocusRing {
            inside: true
            shown: row.current
        }
    }
}
