import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Library.Models

/// What a model of a hub is: name, maker, licence, context, a paragraph of its own words, and the way to its page.
ColumnLayout {
    id: head

    required property HubModelView model
    property bool closable: false

    signal closed
    signal cardWanted

    spacing: Theme.space2

    RowLayout {
        Layout.fillWidth: true
        spacing: Theme.space3

        IconButton {
            visible: head.closable
            compact: true
            iconName: "chevron-left"
            label: qsTr("Back to the list")
            onClicked: head.closed()
        }
        HLabel {
            Layout.fillWidth: true
            text: head.model.name
            font.pixelSize: Theme.sizeTitle
            font.weight: Theme.weightStrong
            Accessible.role: Accessible.Heading
        }
        HButton {
            iconName: "external-link"
            text: qsTr("Model card")
            tip: head.model.pageUrl
            onClicked: head.cardWanted()
        }
    }
    Flow {
        id: tags

        // Words of two scripts are not equally high.
        readonly property real rowHeight: Math.max(licence.implicitHeight, context.implicitHeight, signIn.implicitHeight)

        Layout.fillWidth: true
        spacing: Theme.space2

        HLabel {
            height: tags.rowHeight
            text: head.model.author
            color: Theme.muted
            verticalAlignment: Text.AlignVCenter
        }
        Badge {
            id: licence

            height: tags.rowHeight
            visible: head.model.licence !== ""
            text: head.model.licence
        }
        Badge {
            id: context

            height: tags.rowHeight
            visible: head.model.context !== ""
            text: head.model.context
        }
        Badge {
            id: signIn

            height: tags.rowHeight
            visible: head.model.gated
            text: qsTr("Asks for a sign-in")
            tone: Badge.Warn
        }
    }
    HLabel {
        Layout.fillWidth: true
        visible: text !== ""
        text: head.model.description !== "" ? head.model.description : head.model.line
        color: Theme.muted
        wrapMode: Text.Wrap
        maximumLineCount: 3
    }
    HLabel {
        Layout.fillWidth: true
        visible: text !== ""
        text: head.model.note
        color: Theme.warn
        font.pixelSize: Theme.sizeSmall
        wrapMode: Text.Wrap
        elide: Text.ElideNone
    }
}
