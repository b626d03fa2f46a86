import QtQuick

/// There is nothing here yet, and what can be done about it.
StatePane {
    id: pane

    property string iconName: "chat"

    Accessible.role: Accessible.Grouping
    Accessible.name: title
    Accessible.description: text
    picture: IconTile {
        name: pane.iconName
    }
}
