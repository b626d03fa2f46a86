import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Chat.Models
import Hearth.Engine.Models

/// Above the messages: which model answers, how full its context is, and the switch of the side panel.
Item {
    id: header

    required property ChatSession session
    required property ActiveModel activeModel
    required property bool panelOpen
    /// What the choice of models opens below.
    readonly property Item modelAnchor: modelButton
    readonly property bool narrow: width < 560 * Theme.fontScale

    signal modelPressed
    signal contextPressed
    signal panelToggled

    implicitHeight: Theme.grid(Math.max(48, modelButton.implicitHeight + Theme.space4))

    RowLayout {
        anchors.fill: parent
        anchors.leftMargin: Theme.space4 + Theme.space1
        anchors.rightMargin: Theme.space3
        spacing: Theme.space3

        ModelButton {
            id: modelButton

            Layout.fillWidth: true
            Layout.maximumWidth: implicitWidth
            activeModel: header.activeModel
            terse: header.narrow
            onClicked: header.modelPressed()
        }
        Item {
            Layout.fillWidth: true
        }
        ContextGauge {
            meter: header.session.contextMeter
            terse: header.narrow
            visible: meter.known
            onClicked: header.contextPressed()
        }
        IconButton {
            iconName: "panel-right"
            label: header.panelOpen ? qsTr("Hide the settings of this chat") : qsTr("Settings of this chat")
            checkable: true
            checked: header.panelOpen
            onClicked: {
                checked = Qt.binding(() => header.panelOpen);
                header.panelToggled();
            }
        }
    }
}
