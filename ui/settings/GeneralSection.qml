import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Settings.Models

/// Language, colours, size of text and motion.
SectionPage {
    id: section

    required property Settings settings

    readonly property list<string> languages: ["system", "en", "zh_CN"]
    readonly property list<string> themes: ["system", "light", "dark"]
    readonly property list<string> sendKeys: ["enter", "ctrl+enter"]

    title: qsTr("General")
    text: qsTr("Changes take effect at once and can be undone.")

    FormRow {
        Layout.fillWidth: true
        label: qsTr("Language")
        help: qsTr("Of Hearth itself. Models answer in the language you write in.")

        HComboBox {
            Layout.preferredWidth: 180 * Theme.fontScale
            label: qsTr("Language")
            // Languages are called by their own names, whatever the present one.
            model: [qsTr("As the system"), "English", "简体中文"]
            // A list with other words begins at its first line again.
            currentIndex: model, section.languages.indexOf(section.settings.language)
            onActivated: index => section.settings.language = section.languages[index]
        }
    }
    FormRow {
        Layout.fillWidth: true
        label: qsTr("Theme")

        HSegments {
            label: qsTr("Theme")
            labels: [qsTr("As the system"), qsTr("Light"), qsTr("Dark")]
            currentIndex: section.themes.indexOf(section.settings.theme)
            onActivated: index => section.settings.theme = section.themes[index]
        }
    }
    FormRow {
        Layout.fillWidth: true
        label: qsTr("Text size")
        help: qsTr("In percent.")

        HSlider {
            label: qsTr("Text size")
            unit: qsTr(" %")
            from: 80
            to: 200
            stepSize: 5
            decimals: 0
            value: Math.round(section.settings.fontScale * 100)
            onMoved: value => section.settings.fontScale = value / 100
        }
    }
    Card {
        Layout.fillWidth: true

        contentItem: ColumnLayout {
            spacing: Theme.space2

            SectionLabel {
                text: qsTr("Preview")
            }
            HLabel {
                Layout.fillWidth: true
                text: qsTr("How do tides work? The moon pulls on the near side of the sea a little more than on the far side, so the water bulges on both.")
                font.pixelSize: Theme.sizeReading
                lineHeight: Theme.readingLineHeight
                wrapMode: Text.Wrap
                elide: Text.ElideNone
            }
            HLabel {
                Layout.fillWidth: true
                text: "print(\"2 + 2 =\", 2 + 2)"
                font.family: Theme.familyMono
            }
        }
    }
    FormRow {
        Layout.fillWidth: true
        label: qsTr("Less motion")
        help: qsTr("Nothing slides or fades. Also when the system asks for it.")

        HSwitch {
            label: qsTr("Less motion")
            checked: section.settings.reducedMotion
            onToggled: section.settings.reducedMotion = checked
        }
    }
    FormRow {
        Layout.fillWidth: true
        label: qsTr("Sending a message")
        help: qsTr("Shift+Enter starts a new line in either case.")

        HSegments {
            label: qsTr("Sending a message")
            labels: [qsTr("Enter"), qsTr("Ctrl+Enter")]
            currentIndex: section.sendKeys.indexOf(section.settings.sendKey)
            onActivated: index => section.settings.sendKey = section.sendKeys[index]
        }
    }
}
