import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Library.Models

/// One quantization of a model: what it takes here, how fast it would be, and the button that gets it.
Item {
    id: row

    required property HubColumns columns
    required property string quantization
    required property string name
    required property string meaning
    required property bool recommended
    required property string sizeText
    required property int files
    required property int verdict
    required property string memoryText
    required property string shortOfText
    required property string speedText
    required property real speedShare
    required property string problem
    required property int place
    required property real progress
    required property bool preparing

    readonly property bool usable: problem === ""
    /// The one to take: not where there is no room for it.
    readonly property bool advised: recommended && usable && verdict !== HubSearch.DoesNotFit
    readonly property bool onItsWay: place === HubGroups.Downloading || place === HubGroups.Paused || place === HubGroups.Failed
    readonly property color memoryColor: [Theme.muted, Theme.text, Theme.warn, Theme.bad][verdict]
    readonly property string actionText: {
        switch (place) {
        case HubGroups.Downloading:
            return qsTr("Pause");
        case HubGroups.Paused:
            return qsTr("Resume");
        case HubGroups.Failed:
            return qsTr("Try again");
        case HubGroups.Here:
            return qsTr("Use in chat");
        default:
            return qsTr("Get");
        }
    }
    readonly property string figures: [sizeText, memoryText, speedText].filter(part => part !== "").join(" · ")

    signal acted
    /// Somebody looks at it, with the pointer or by Tab.
    signal lookedAt

    implicitHeight: column.implicitHeight + 2 * Theme.space3
    Accessible.role: Accessible.ListItem
    Accessible.name: advised ? quantization + ", " + qsTr("Recommended") : quantization
    Accessible.description: usable ? [meaning, figures, shortOfText].filter(part => part !== "").join(", ") : problem

    component Figure: HLabel {
        horizontalAlignment: Text.AlignRight
        Accessible.ignored: true
    }

    HoverHandler {
        onHoveredChanged: if (hovered) row.lookedAt()
    }
    Divider {
        width: parent.width
    }
    ColumnLayout {
        id: column

        anchors.verticalCenter: parent.verticalCenter
        width: parent.width
        spacing: Theme.space1

        RowLayout {
            Layout.fillWidth: true
            spacing: Theme.space3

            HLabel {
                Layout.preferredWidth: row.columns.folded ? -1 : row.columns.quantization
                text: row.quantization
                color: row.usable ? Theme.text : Theme.muted
                font.weight: Theme.weightStrong
                Accessible.ignored: true
            }
            Item {
                id: about

                Layout.fillWidth: true
                implicitHeight: Math.max(badge.implicitHeight, meaning.implicitHeight)

                Badge {
                    id: badge

                    anchors.verticalCenter: parent.verticalCenter
                    width: Math.min(implicitWidth, parent.width)
                    visible: row.advised
                    text: qsTr("Recommended")
                    tone: Badge.Good
                    Accessible.ignored: true
                }
                // Beside the badge only where there is room for all of it.
                HLabel {
                    id: meaning

                    anchors.verticalCenter: parent.verticalCenter
                    x: badge.visible ? badge.width + Theme.space2 : 0
                    width: parent.width - x
                    visible: row.usable && (!badge.visible || implicitWidth <= width)
                    text: row.name !== "" ? row.name : row.meaning
                    color: Theme.muted
                    font.pixelSize: Theme.sizeSmall
                    elide: row.name !== "" ? Text.ElideMiddle : Text.ElideRight
                    Accessible.ignored: true
                }
            }
            Figure {
                Layout.preferredWidth: row.columns.size
                visible: !row.columns.folded
                text: row.sizeText
                color: Theme.muted
            }
            Figure {
                Layout.preferredWidth: row.columns.memory
                visible: !row.columns.folded
                text: row.memoryText !== "" ? row.memoryText : row.usable ? "–" : ""
                color: row.memoryColor
            }
            Figure {
                Layout.preferredWidth: row.columns.speed
                visible: !row.columns.folded
                text: row.speedText !== "" ? row.speedText : row.usable ? "–" : ""
                color: row.speedText !== "" ? Theme.text : Theme.muted
            }
            Item {
                Layout.preferredWidth: row.columns.bar
                visible: row.columns.showsBar && !row.columns.folded
                implicitHeight: bar.implicitHeight

                MeterBar {
                    id: bar

                    width: parent.width
                    visible: row.speedText !== ""
                    segments: [
                        { "value": row.speedShare, "color": row.verdict === HubSearch.DoesNotFit ? Theme.bad : Theme.good, "label": "" }
                    ]
                    Accessible.ignored: true
                }
            }
            HButton {
                Layout.preferredWidth: row.columns.action
                Layout.minimumWidth: implicitWidth
                enabled: row.usable
                busy: row.preparing
                kind: row.advised && row.place === HubGroups.ToGet ? HButton.Filled : HButton.Plain
                text: row.actionText
                Accessible.name: row.actionText + ", " + row.quantization
                onActiveFocusChanged: if (activeFocus) row.lookedAt()
                onClicked: row.acted()
            }
        }
        HLabel {
            Layout.fillWidth: true
            visible: row.columns.folded && row.usable
            text: row.figures
            color: row.verdict === HubSearch.DoesNotFit ? Theme.bad : Theme.muted
            font.pixelSize: Theme.sizeSmall
            Accessible.ignored: true
        }
        HLabel {
            Layout.fillWidth: true
            visible: text !== ""
            text: row.usable ? row.shortOfText : row.problem
            color: row.usable ? Theme.bad : Theme.muted
            font.pixelSize: Theme.sizeSmall
            wrapMode: Text.Wrap
            elide: Text.ElideNone
            Accessible.ignored: true
        }
        HProgressBar {
            Layout.fillWidth: true
            visible: row.onItsWay
            value: row.progress
            color: row.place === HubGroups.Downloading ? Theme.accent : Theme.muted
            label: qsTr("Download of %1").arg(row.quantization)
        }
    }
}
