import QtQuick
import QtQuick.Layouts
import QtQuick.Templates as T
import Hearth.Controls
import Hearth.Library.Models

/// A model of this computer: its name and place, or why it cannot be used, and its figures in columns.
T.ItemDelegate {
    id: row

    required property LocalColumns columns
    required property string name
    required property string origin
    required property string sourceName
    required property string reason
    required property bool ready
    required property int modelState
    required property bool damaged
    required property string quantization
    required property string contextText
    required property string sizeText
    required property real shareOfLargest
    property bool selected: false
    property bool inUse: false
    property bool loading: false
    /// Of loading, 0 to 1.
    property real progress: 0

    readonly property bool focused: ListView.isCurrentItem && ListView.view !== null && ListView.view.activeFocus
    readonly property string second: origin === "" ? sourceName : origin + " · " + sourceName
    readonly property string stateText: {
        if (inUse)
            return qsTr("in use");
        if (loading)
            return qsTr("loading");
        return badge.visible ? badge.text : "";
    }

    signal used

    implicitHeight: Math.max(Theme.grid(Theme.sizeBody * 1.5 + Theme.sizeSmall * 1.5 + 18), implicitContentHeight + topPadding + bottomPadding)
    leftPadding: Theme.space3
    rightPadding: Theme.space3
    topPadding: Theme.space2
    bottomPadding: Theme.space2
    hoverEnabled: true
    focusPolicy: Qt.NoFocus
    Accessible.role: Accessible.ListItem
    Accessible.name: stateText === "" ? name : name + ", " + stateText
    Accessible.description: ready ? [second, quantization, contextText, sizeText].filter(part => part !== "").join(", ") : reason
    Accessible.selectable: true
    Accessible.selected: selected
    Accessible.focusable: true
    Accessible.focused: focused
    onDoubleClicked: if (ready) used()

    contentItem: RowLayout {
        spacing: Theme.space3

        ColumnLayout {
            Layout.fillWidth: true
            spacing: 2

            // No layout: one of Qt 6.4 keeps the widths of the model that a reused row showed before.
            Item {
                Layout.fillWidth: true
                implicitHeight: Math.max(nameLabel.implicitHeight, badge.visible ? badge.implicitHeight : 0)

                HLabel {
                    id: nameLabel

                    anchors.verticalCenter: parent.verticalCenter
                    width: Math.min(Math.ceil(implicitWidth), parent.width - (badge.visible ? badge.width + Theme.space2 : 0))
                    text: row.name
                    color: row.ready ? Theme.text : Theme.muted
                    font.weight: Theme.weightMedium
                    Accessible.ignored: true
                }
                LocalStateBadge {
                    id: badge

                    anchors.verticalCenter: parent.verticalCenter
                    x: nameLabel.width + Theme.space2
                    visible: !row.ready || row.damaged
                    modelState: row.modelState
                    damaged: row.damaged
                    Accessible.ignored: true
                }
            }
            HLabel {
                Layout.fillWidth: true
                text: row.ready ? row.second : row.reason
                color: Theme.muted
                font.pixelSize: Theme.sizeSmall
                Accessible.ignored: true
            }
        }
        HLabel {
            Layout.preferredWidth: row.columns.quantization
            visible: row.columns.showsQuantization
            text: row.quantization
            color: Theme.muted
            Accessible.ignored: true
        }
        HLabel {
            Layout.preferredWidth: row.columns.context
            visible: row.columns.showsContext
            text: row.contextText
            color: Theme.muted
            horizontalAlignment: Text.AlignRight
            Accessible.ignored: true
        }
        HLabel {
            Layout.preferredWidth: row.columns.size
            text: row.sizeText
            horizontalAlignment: Text.AlignRight
            Accessible.ignored: true
        }
        MeterBar {
            Layout.preferredWidth: row.columns.bar
            visible: row.columns.showsBar
            segments: [
                { "value": row.shareOfLargest, "color": Theme.kept, "label": "" }
            ]
            Accessible.ignored: true
        }
        Item {
            Layout.preferredWidth: row.columns.mark
            implicitHeight: row.columns.mark

            Ring {
                anchors.centerIn: parent
                visible: row.loading
                size: 16
                value: row.progress
            }
            Icon {
                anchors.centerIn: parent
                visible: row.inUse
                name: "check"
                size: 18
                color: Theme.accent
            }
        }
    }

    background: Rectangle {
        radius: Theme.radiusControl
        color: row.selected ? Theme.accentSoft : row.down ? Theme.pressed : row.hovered ? Theme.hover : "transparent"

        FocusRing {
            inside: true
            shown: row.focused
        }
    }
}
