import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Library.Models

/// What the page is, its two views, and at the end what the present view needs.
RowLayout {
    id: header

    required property int view
    required property HubAccess hub
    property bool scanning: false
    property bool movable: true

    signal viewChosen(int view)
    signal fileWanted
    signal folderWanted
    signal refreshWanted
    signal moveWanted

    spacing: Theme.space4

    HLabel {
        text: qsTr("Models")
        font.pixelSize: Theme.sizeTitle
        font.weight: Theme.weightStrong
        Accessible.role: Accessible.Heading
    }
    HSegments {
        label: qsTr("Views of the models")
        labels: [qsTr("On this computer"), qsTr("Discover")]
        currentIndex: header.view
        onActivated: index => header.viewChosen(index)
    }
    Item {
        Layout.fillWidth: true
    }
    HLabel {
        Layout.fillWidth: true
        Layout.maximumWidth: Math.ceil(implicitWidth)
        visible: header.view === 1
        text: qsTr("Source")
        color: Theme.muted
    }
    HComboBox {
        visible: header.view === 1
        label: qsTr("Source")
        model: header.hub.names
        // A list with other names begins at its first line again.
        currentIndex: model, header.hub.current
        onActivated: index => header.hub.current = index
    }
    Ring {
        visible: header.view === 0 && header.scanning
        size: 16
        spinning: true
        label: qsTr("Looking for models")
    }
    IconButton {
        visible: header.view === 0 && !header.scanning
        iconName: "refresh"
        label: qsTr("Look for models again")
        onClicked: header.refreshWanted()
    }
    IconButton {
        id: more

        objectName: "moreOfModels"
        visible: header.view === 0
        iconName: "more"
        label: qsTr("More")
        onClicked: moreMenu.popup(more, 0, more.height + Theme.space1)

        HMenu {
            id: moreMenu

            HMenuItem {
                iconName: "folder"
                text: qsTr("Move the models to another folder…")
                enabled: header.movable
                onTriggered: header.moveWanted()
            }
        }
    }
    HButton {
        id: add

        objectName: "addModels"

        visible: header.view === 0
        iconName: "plus"
        text: qsTr("Add models")
        onClicked: addMenu.popup(add, 0, add.height + Theme.space1)

        HMenu {
            id: addMenu

            HMenuItem {
                iconName: "file"
                text: qsTr("Add a file…")
                onTriggered: header.fileWanted()
            }
            HMenuItem {
                iconName: "folder"
                text: qsTr("Add a folder…")
                onTriggered: header.folderWanted()
            }
        }
    }
}
