import QtQml
import QtQuick
import Hearth.Controls

/// A chip that opens a menu of choices, one of them current. The first is the usual one; with another the chip is marked.
Chip {
    id: chip

    required property list<string> names
    property int current: 0
    /// Named for assistive programs, since the chip shows the choice alone.
    property string label

    signal chosen(int index)

    text: names[current] ?? ""
    opens: true
    marked: current !== 0
    Accessible.name: label + ": " + text
    onClicked: menu.popup(chip, 0, chip.height + Theme.space1)

    HMenu {
        id: menu

        Instantiator {
            model: chip.names
            delegate: HMenuItem {
                required property int index
                required property string modelData

                text: modelData
                checkable: true
                checked: chip.current === index
                onTriggered: chip.chosen(index)
            }
            onObjectAdded: (index, object) => menu.insertItem(index, object)
            onObjectRemoved: (index, object) => menu.removeItem(object)
        }
    }
}
