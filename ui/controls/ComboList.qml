import QtQuick
import QtQuick.Templates as T

/// The open list of a combo box.
ListView {
    id: list

    property int chosenIndex: -1
    property T.ComboBox owner: null

    function textAt(index: int): string {
        return owner ? owner.textAt(index) : "";
    }

    implicitHeight: contentHeight
    boundsBehavior: Flickable.StopAtBounds
    highlightMoveDuration: 0
    clip: true
    Accessible.role: Accessible.List
    T.ScrollBar.vertical: HScrollBar {}
}
