import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Shell.Models

/// The keys of every action. Choose one and press the new keys.
SectionPage {
    id: section

    required property ShortcutTable shortcuts
    /// The action whose keys are being pressed.
    property string recorded

    title: qsTr("Shortcuts")
    text: qsTr("Choose a shortcut, then press the new keys. Backspace removes it, Esc leaves it as it was.")

    ColumnLayout {
        Layout.fillWidth: true
        spacing: 2

        Repeater {
            id: rows

            model: section.shortcuts

            ShortcutRow {
                Layout.fillWidth: true
                shortcuts: section.shortcuts
                firstOfGroup: index === 0 || (rows.itemAt(index - 1) as ShortcutRow)?.group !== group
                recording: section.recorded === action
                onRecordRequested: section.recorded = action
                onRecordEnded: section.recorded = ""
            }
        }
    }
    HButton {
        enabled: section.shortcuts.changed
        iconName: "undo"
        text: qsTr("Restore default shortcuts")
        onClicked: section.shortcuts.resetAll()
    }
}
