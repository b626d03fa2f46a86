import QtQuick

/// A field to search with: Esc or the cross empties it.
HTextField {
    id: control

    signal cleared

    iconName: "search"
    trailingSpace: clearButton.visible ? clearButton.width - Theme.space1 : 0
    inputMethodHints: Qt.ImhNoPredictiveText
    Accessible.searchEdit: true

    function reset(): void {
        clear();
        cleared();
    }

    // An empty field lets Esc through, to close what it lies in.
    Keys.onEscapePressed: event => {
        event.accepted = length > 0;
        if (event.accepted)
            reset();
    }

    IconButton {
        id: clearButton

        x: control.mirrored ? (control.height - height) / 2 : control.width - width - (control.height - height) / 2
        anchors.verticalCenter: parent.verticalCenter
        visible: control.length > 0 && !control.readOnly
        compact: true
        iconName: "close"
        iconSize: 14
        label: qsTr("Clear the search")
        focusPolicy: Qt.NoFocus
        onClicked: control.reset()
    }
}
