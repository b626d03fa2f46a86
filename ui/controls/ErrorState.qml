import QtQuick

/// Something went wrong: a sentence, the way on, and the technical detail for those who want it.
StatePane {
    id: pane

    property string iconName: "error"

    Accessible.role: Accessible.AlertMessage
    Accessible.name: title
    Accessible.description: text
    picture: IconTile {
        name: pane.iconName
        ink: Theme.bad
        color: Theme.badSoft
        border.width: 0
    }
}
