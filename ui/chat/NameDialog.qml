import QtQuick
import QtQuick.Layouts
import Hearth.Controls

/// Asks for one name.
HDialog {
    id: dialog

    property string label
    property string startName
    /// Says what is wrong with a name, or nothing.
    property var problemOf: null

    readonly property string problem: problemOf !== null ? problemOf(field.text) : ""

    signal named(string name)

    primaryEnabled: field.text.trim() !== "" && problem === ""
    initialFocus: field
    onAboutToShow: {
        field.text = startName;
        field.selectAll();
    }
    onAccepted: named(field.text.trim())

    HTextField {
        id: field

        Layout.fillWidth: true
        label: dialog.label
        invalid: text !== "" && dialog.problem !== ""
        maximumLength: 200
        Keys.onReturnPressed: dialog.accept()
        Keys.onEnterPressed: dialog.accept()
    }
    HLabel {
        Layout.fillWidth: true
        visible: field.invalid
        text: dialog.problem
        color: Theme.bad
        font.pixelSize: Theme.sizeSmall
        wrapMode: Text.Wrap
        elide: Text.ElideNone
    }
}
