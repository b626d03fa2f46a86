import QtQuick
import QtQuick.Layouts
import Hearth.Controls

/// A chat in which nothing has been said: a line of welcome and a few beginnings that go into the composer.
ScrollArea {
    id: pane

    /// Empty where no model is ready.
    property string modelName

    /// The beginning of a message, to be finished by the person.
    signal chosen(string beginning)

    component Beginning: HButton {
        required property string beginning

        Layout.fillWidth: true
        kind: HButton.Plain
        onClicked: pane.chosen(beginning)
    }

    contentHeight: Math.max(height, column.implicitHeight + 2 * Theme.space2)

    ColumnLayout {
        id: column

        anchors.centerIn: parent
        width: Math.min(Theme.readingWidth, pane.width - 2 * Theme.space6)
        spacing: Theme.space2

        HLabel {
            Layout.fillWidth: true
            text: qsTr("What is on your mind?")
            font.pixelSize: Theme.sizeHero
            font.weight: Theme.weightStrong
            horizontalAlignment: Text.AlignHCenter
            wrapMode: Text.Wrap
            elide: Text.ElideNone
            Accessible.role: Accessible.Heading
        }
        HLabel {
            Layout.fillWidth: true
            Layout.bottomMargin: Theme.space4
            text: pane.modelName === "" ? qsTr("Nothing you write leaves this computer.")
                                        : qsTr("%1 answers on this computer. Nothing you write leaves it.").arg(pane.modelName)
            color: Theme.muted
            font.pixelSize: Theme.sizeReading
            horizontalAlignment: Text.AlignHCenter
            wrapMode: Text.Wrap
            elide: Text.ElideNone
        }
        GridLayout {
            id: beginnings

            readonly property real widest: Math.max(first.implicitWidth, second.implicitWidth, third.implicitWidth, fourth.implicitWidth)
            readonly property real oneRow: first.implicitWidth + second.implicitWidth + third.implicitWidth + fourth.implicitWidth + 3 * columnSpacing

            Layout.fillWidth: false
            Layout.alignment: Qt.AlignHCenter
            Layout.maximumWidth: column.width
            columns: oneRow <= column.width ? 4 : 2 * widest + columnSpacing <= column.width ? 2 : 1
            columnSpacing: Theme.space2
            rowSpacing: Theme.space2

            Beginning {
                id: first

                text: qsTr("Explain something")
                iconName: "sparkle"
                beginning: qsTr("Explain in simple words: ")
            }
            Beginning {
                id: second

                text: qsTr("Improve a text")
                iconName: "edit"
                beginning: qsTr("Improve this text and say what you changed:\n\n")
            }
            Beginning {
                id: third

                text: qsTr("Translate")
                iconName: "language"
                beginning: qsTr("Translate into English:\n\n")
            }
            Beginning {
                id: fourth

                text: qsTr("Make a plan")
                iconName: "list"
                beginning: qsTr("Make a plan, step by step, for ")
            }
        }
    }
}
