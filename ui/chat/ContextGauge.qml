import QtQuick
import QtQuick.Layouts
import QtQuick.Templates as T
import Hearth.Controls
import Hearth.Chat.Models

/// How full the context is; opens what can be done about it.
T.Button {
    id: control

    required property ContextMeter meter

    /// Only the bar, where there is little room.
    property bool terse: false

    readonly property color ink: meter.overfull ? Theme.bad : meter.fraction > 0.85 ? Theme.warn : Theme.accent

    implicitWidth: implicitContentWidth + leftPadding + rightPadding
    implicitHeight: Math.max(Theme.compactHeight, implicitContentHeight + topPadding + bottomPadding)
    leftPadding: Theme.space2
    rightPadding: Theme.space2
    topPadding: Theme.space1
    bottomPadding: Theme.space1
    hoverEnabled: true
    Accessible.role: Accessible.Button
    Accessible.name: qsTr("Context: %1").arg(meter.text)
    Accessible.description: meter.description
    Keys.onReturnPressed: clicked()
    Keys.onEnterPressed: clicked()

    contentItem: RowLayout {
        spacing: Theme.space2

        HLabel {
            visible: !control.terse
            text: qsTr("Context")
            color: Theme.muted
            font.pixelSize: Theme.sizeSmall
            Accessible.ignored: true
        }
        Rectangle {
            Layout.preferredWidth: control.terse ? 64 : 96
            Layout.preferredHeight: 6
            radius: 3
            color: Theme.line

            Rectangle {
                width: Math.max(control.meter.fraction > 0 ? 2 : 0, Math.round(control.meter.fraction * parent.width))
                height: parent.height
                radius: 3
                color: control.ink
            }
        }
        HLabel {
            // As wide as when it is full, so that nothing moves while it counts.
            Layout.preferredWidth: Math.ceil(widest.advanceWidth)
            visible: !control.terse
            text: control.meter.text
            color: control.meter.overfull ? Theme.bad : Theme.muted
            font.pixelSize: Theme.sizeSmall
            horizontalAlignment: Text.AlignRight
            elide: Text.ElideNone
            Accessible.ignored: true
        }
    }

    background: Rectangle {
        radius: Theme.radiusControl
        color: control.down ? Theme.pressed : control.hovered ? Theme.hover : "transparent"

        FocusRing {
            shown: control.visualFocus
        }
    }

    TextMetrics {
        id: widest

        font.family: Theme.familySans
        font.pixelSize: Theme.sizeSmall
        text: control.meter.text.replace(/^[^/]*/, "88.8k ")
    }
    TipLoader {
        shown: (control.hovered || control.visualFocus) && !control.down
        text: control.meter.description
    }
}
