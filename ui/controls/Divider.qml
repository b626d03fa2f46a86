import QtQuick

/// A hairline between groups.
Rectangle {
    property bool vertical: false

    implicitWidth: vertical ? 1 : 40
    implicitHeight: vertical ? 40 : 1
    color: Theme.line
    Accessible.role: Accessible.Separator
    Accessible.ignored: true
}
