import QtQuick
import QtQml
import Hearth.Shell.Models

/// The keys of every action, for one window.
Item {
    id: root

    required property ShortcutTable shortcuts
    property bool active: true

    signal triggered(action: string)

    Instantiator {
        model: root.shortcuts
        delegate: Shortcut {
            required property string action
            required property list<string> keys

            sequences: keys
            enabled: root.active && keys.length > 0
            onActivated: root.triggered(action)
        }
    }
}
