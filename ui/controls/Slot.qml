import QtQuick

/// A place for an item that is declared elsewhere: the item moves in and gives the place its size.
Item {
    id: slot

    property Item content: null

    implicitWidth: content?.implicitWidth ?? 0
    implicitHeight: content?.implicitHeight ?? 0
    onContentChanged: if (content) {
        content.parent = slot;
        content.anchors.fill = slot;
    }
}
