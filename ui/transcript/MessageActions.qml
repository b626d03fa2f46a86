import QtQuick
import Hearth.Controls

/// What can be done with a message.
Row {
    id: actions

    property bool own: false
    property bool writing: false
    property bool readOnly: false
    property bool shown: false

    signal chosen(string action)
    signal revealRequested

    component Action: IconButton {
        property string command

        iconSize: 15
        compact: true
        // A press leaves the keyboard where it was: with what is being typed.
        focusPolicy: Qt.TabFocus
        onClicked: actions.chosen(command)
        onActiveFocusChanged: if (activeFocus) actions.revealRequested()
    }

    opacity: shown || focusWithin ? 1 : 0

    readonly property bool focusWithin: copy.visualFocus || edit.visualFocus || again.visualFocus || branch.visualFocus || remove.visualFocus

    Action {
        id: copy

        command: "copy"
        iconName: "copy"
        label: qsTr("Copy message")
    }
    Action {
        id: edit

        visible: actions.own && !actions.readOnly
        command: "edit"
        iconName: "edit"
        label: qsTr("Edit message")
    }
    Action {
        id: again

        visible: !actions.own && !actions.writing && !actions.readOnly
        command: "regenerate"
        iconName: "refresh"
        label: qsTr("Write another answer")
    }
    Action {
        id: branch

        visible: !actions.writing && !actions.readOnly
        command: "branch"
        iconName: "branch"
        label: qsTr("Branch into a new chat from here")
    }
    Action {
        id: remove

        visible: !actions.writing && !actions.readOnly
        command: "delete"
        iconName: "trash"
        danger: true
        label: qsTr("Delete message")
    }
}
