import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Library.Models

/// What is looked for on a hub: words, and what narrows and orders the answer.
GridLayout {
    id: tools

    required property HubSearch search
    /// Of the list below, so that the field stands over it.
    required property real fieldWidth

    readonly property bool narrow: width < fieldWidth + 420 * Theme.fontScale

    signal listWanted
    signal entered

    function focusField(): void {
        field.forceActiveFocus(Qt.TabFocusReason);
    }

    columns: narrow ? 1 : 2
    columnSpacing: Theme.space4
    rowSpacing: Theme.space2

    SearchField {
        id: field

        Layout.fillWidth: true
        Layout.preferredWidth: tools.fieldWidth
        Layout.maximumWidth: tools.narrow ? -1 : tools.fieldWidth
        focus: true
        placeholderText: qsTr("Name of a model, or its address")
        text: tools.search.text
        onTextEdited: tools.search.text = text
        onCleared: tools.search.text = ""
        Keys.onDownPressed: tools.listWanted()
        Keys.onReturnPressed: tools.entered()
        Keys.onEnterPressed: tools.entered()
    }
    Flow {
        Layout.fillWidth: true
        Layout.alignment: Qt.AlignVCenter
        spacing: Theme.space2

        Chip {
            text: qsTr("Fits here")
            checkable: true
            checked: tools.search.fitsHere
            onToggled: tools.search.fitsHere = checked
        }
        ChoiceChip {
            label: qsTr("Language")
            names: tools.search.languageNames
            current: tools.search.language
            onChosen: index => tools.search.language = index
        }
        ChoiceChip {
            label: qsTr("Size")
            names: tools.search.sizeNames
            current: tools.search.size
            onChosen: index => tools.search.size = index
        }
        ChoiceChip {
            label: qsTr("Licence")
            names: tools.search.licenceNames
            current: tools.search.licence
            onChosen: index => tools.search.licence = index
        }
        ChoiceChip {
            label: qsTr("Task")
            names: tools.search.taskNames
            current: tools.search.task
            onChosen: index => tools.search.task = index
        }
        ChoiceChip {
            label: qsTr("Format")
            names: tools.search.formatNames
            current: tools.search.format
            onChosen: index => tools.search.format = index
        }
        ChoiceChip {
            label: qsTr("Order")
            names: tools.search.sortNames
            current: tools.search.sort
            onChosen: index => tools.search.sort = index
        }
    }
}
