import QtQuick
import QtQuick.Templates as T

/// A line between groups of a menu.
T.MenuSeparator {
    implicitWidth: 1
    implicitHeight: 2 * Theme.space1 + 1
    topPadding: Theme.space1
    bottomPadding: Theme.space1
    Accessible.role: Accessible.Separator

    contentItem: Rectangle {
        implicitHeight: 1
        color: Theme.line
    }
}
