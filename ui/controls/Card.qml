import QtQuick
import QtQuick.Templates as T

/// A surface for what belongs together. `highlighted` frames the one that matters most, `selected` fills it as well.
T.Pane {
    id: control

    property bool highlighted: false
    property bool selected: false

    implicitWidth: contentWidth + leftPadding + rightPadding
    implicitHeight: contentHeight + topPadding + bottomPadding
    padding: Theme.space4

    background: Rectangle {
        radius: Theme.radiusCard
        color: control.selected ? Theme.accentSoft : Theme.surface
        border.width: 1
        border.color: control.highlighted || control.selected ? Theme.accent : Theme.line
    }
}
