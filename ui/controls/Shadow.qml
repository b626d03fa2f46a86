import QtQuick
import Hearth.Controls

/// The soft shadow below what floats. Fill the floating surface with it, below its own ground.
BorderImage {
    id: shadow

    property int radius: Theme.radiusCard
    property int blur: 16

    anchors.fill: parent
    anchors.margins: -blur
    anchors.topMargin: -blur + 6
    anchors.bottomMargin: -blur - 6
    border.left: radius + blur
    border.right: radius + blur
    border.top: radius + blur
    border.bottom: radius + blur
    source: ImageSource.shadow(radius, blur, Theme.dark ? 140 : 40)
}
