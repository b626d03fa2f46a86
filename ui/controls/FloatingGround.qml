import QtQuick

/// The ground of what floats over a page.
Rectangle {
    id: ground

    property int blur: 16

    color: Theme.surface
    radius: Theme.radiusControl + 2
    border.width: 1
    border.color: Theme.line

    Shadow {
        z: -1
        radius: ground.radius
        blur: ground.blur
    }
}
