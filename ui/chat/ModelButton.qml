import QtQml
import QtQuick
import QtQuick.Layouts
import QtQuick.Templates as T
import Hearth.Controls
import Hearth.Engine.Models

/// Which model answers, and whether it can; opens the choice of models.
T.Button {
    id: control

    required property ActiveModel activeModel

    /// Only the name, where there is little room.
    property bool terse: false

    readonly property bool chosen: activeModel.state !== ActiveModel.None
    readonly property bool broken: activeModel.state === ActiveModel.Failed || activeModel.state === ActiveModel.NoChatTemplate
    readonly property string stateText: {
        switch (activeModel.state) {
        case ActiveModel.Loading:
            return qsTr("loading %1 %").arg(Math.floor(activeModel.progress * 100));
        case ActiveModel.Failed:
            return qsTr("could not be loaded");
        case ActiveModel.NoChatTemplate:
            return qsTr("cannot chat");
        default:
            return activeModel.ready ? Qt.locale().formattedDataSize(activeModel.weightBytes, 1, Locale.DataSizeSIFormat) : "";
        }
    }

    implicitWidth: implicitContentWidth + leftPadding + rightPadding
    implicitHeight: Math.max(Theme.controlHeight, implicitContentHeight + topPadding + bottomPadding)
    leftPadding: Theme.space2 + 2
    rightPadding: Theme.space2 + 2
    topPadding: Theme.space1
    bottomPadding: Theme.space1
    hoverEnabled: true
    text: chosen ? activeModel.name : qsTr("Choose a model")
    Accessible.role: Accessible.ButtonMenu
    Accessible.name: chosen ? qsTr("Model: %1").arg(text) : text
    Accessible.description: stateText
    Keys.onReturnPressed: clicked()
    Keys.onEnterPressed: clicked()

    contentItem: RowLayout {
        spacing: Theme.space2

        Rectangle {
            visible: control.chosen && control.activeModel.state !== ActiveModel.Loading
            implicitWidth: 8
            implicitHeight: 8
            radius: 4
            color: control.broken ? Theme.bad : Theme.good
        }
        Ring {
            visible: control.activeModel.state === ActiveModel.Loading
            size: 14
            value: control.activeModel.progress
        }
        HLabel {
            Layout.fillWidth: true
            // The name keeps its room; what it is shrinks first.
            Layout.minimumWidth: Math.min(implicitWidth, control.availableWidth - 40 * Theme.fontScale)
            text: control.text
            font.weight: Theme.weightStrong
            Accessible.ignored: true
        }
        HLabel {
            Layout.fillWidth: true
            Layout.minimumWidth: 0
            Layout.maximumWidth: Math.min(Math.ceil(implicitWidth), 260 * Theme.fontScale)
            visible: control.chosen && text !== "" && !control.terse
            text: control.stateText
            color: control.broken ? Theme.bad : Theme.muted
            font.pixelSize: Theme.sizeSmall
            Accessible.ignored: true
        }
        Icon {
            name: "chevron-down"
            size: 14
        }
    }

    background: Rectangle {
        radius: Theme.radiusControl
        color: control.down ? Theme.pressed : control.hovered ? Theme.hover : Theme.surface
        border.width: 1
        border.color: Theme.line

        FocusRing {
            shown: control.visualFocus
        }
    }
}
