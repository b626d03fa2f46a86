import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Library.Models

/// What narrows and orders the list of models, and what the models take.
GridLayout {
    id: tools

    required property LibrarySpace space
    readonly property alias text: search.text
    property int show: LocalModelFilter.All
    property int order: LocalModelFilter.ByName

    readonly property bool narrow: width < 720 * Theme.fontScale

    signal listWanted

    columns: narrow ? 1 : 3
    columnSpacing: Theme.space4
    rowSpacing: Theme.space2

    SearchField {
        id: search

        Layout.fillWidth: true
        Layout.preferredWidth: 280 * Theme.fontScale
        Layout.maximumWidth: tools.narrow ? -1 : 280 * Theme.fontScale
        placeholderText: qsTr("Filter by name")
        Keys.onDownPressed: tools.listWanted()
        Keys.onReturnPressed: tools.listWanted()
    }
    Flow {
        Layout.fillWidth: true
        spacing: Theme.space2

        Repeater {
            model: [qsTr("All"), qsTr("Can be used"), qsTr("Cannot be used")]

            Chip {
                required property int index
                required property string modelData

                text: modelData
                checkable: true
                autoExclusive: true
                checked: tools.show === index
                onClicked: tools.show = index
            }
        }
        Chip {
            id: sortChip

            text: tools.order === LocalModelFilter.BySize ? qsTr("Sorted by size") : qsTr("Sorted by name")
            opens: true
            onClicked: sortMenu.popup(sortChip, 0, sortChip.height + Theme.space1)

            HMenu {
                id: sortMenu

                HMenuItem {
                    text: qsTr("By name")
                    checkable: true
                    checked: tools.order === LocalModelFilter.ByName
                    onTriggered: tools.order = LocalModelFilter.ByName
                }
                HMenuItem {
                    text: qsTr("By size")
                    checkable: true
                    checked: tools.order === LocalModelFilter.BySize
                    onTriggered: tools.order = LocalModelFilter.BySize
                }
            }
        }
    }
    SpaceMeter {
        Layout.fillWidth: tools.narrow
        space: tools.space
    }
}
