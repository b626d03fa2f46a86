import QtQuick
import QtQuick.Layouts
import QtQuick.Templates as T

/// A line of a menu.
T.MenuItem {
    id: control

    property string iconName
    property string shortcutText
    /// Destroys something.
    property bool danger: false

    readonly property color ink: !enabled ? Theme.disabled : danger ? Theme.bad : Theme.text

    implicitWidth: implicitContentWidth + leftPadding + rightPadding
    implicitHeight: Math.max(Theme.compactHeight + 2, implicitContentHeight + topPadding + bottomPadding)
    readonly property real arrowSpace: subMenu ? arrow.width : 0

    leftPadding: Theme.space2 + (mirrored ? arrowSpace : 0)
    rightPadding: Theme.space2 + (mirrored ? 0 : arrowSpace)
    topPadding: Theme.space1
    bottomPadding: Theme.space1
    hoverEnabled: true
    font.family: Theme.familySans
    font.pixelSize: Theme.sizeBody

    Accessible.role: Accessible.MenuItem
    Accessible.name: text
    Accessible.checkable: checkable
    Accessible.checked: checked
    Accessible.description: shortcutText

    contentItem: RowLayout {
        spacing: Theme.space2

        Icon {
            name: control.checkable ? (control.checked ? "check" : "") : control.iconName
            size: 16
            color: !control.enabled ? Theme.disabled : control.danger ? Theme.bad : control.checkable ? Theme.accent : Theme.muted
        }
        HLabel {
            Layout.fillWidth: true
            text: control.text
            color: control.ink
            tipWhenCut: control.highlighted
            Accessible.ignored: true
        }
        HLabel {
            Layout.leftMargin: Theme.space4
            visible: control.shortcutText !== ""
            text: control.shortcutText
            color: control.enabled ? Theme.faint : Theme.disabled
            font.pixelSize: Theme.sizeSmall
            Accessible.ignored: true
        }
    }

    arrow: Icon {
        x: control.mirrored ? Theme.space1 : control.width - width - Theme.space1
        y: (control.height - height) / 2
        visible: control.subMenu !== null
        name: "chevron-right"
        size: 14
        mirror: control.mirrored
    }

    background: Rectangle {
        radius: Theme.radiusSmall
        color: control.down ? Theme.pressed : control.highlighted && control.enabled ? Theme.hover : "transparent"
    }
}
