import QtQuick

/// Something is on its way; with `value` of 0…1 it says how far.
StatePane {
    id: pane

    /// Below 0: not known.
    property real value: -1

    title: qsTr("Loading…")
    titleColor: Theme.muted
    Accessible.role: Accessible.Grouping
    Accessible.name: title
    Accessible.description: text
    picture: Ring {
        width: implicitWidth
        height: implicitHeight
        size: 32
        strokeHundredths: 10
        value: Math.max(0, pane.value)
        spinning: pane.value < 0
        label: pane.title
    }
}
