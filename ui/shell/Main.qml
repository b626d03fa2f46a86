import QtQml
import Hearth.Controls
import Hearth.Shell.Models

/// The windows of the program: joins the shell with what its pages show.
Program {
    id: root

    readonly property list<Binding> theme: [
        Binding {
            target: Theme
            property: "dark"
            value: root.appearance.dark
        },
        Binding {
            target: Theme
            property: "fontScale"
            value: root.appearance.fontScale
        },
        Binding {
            target: Theme
            property: "reducedMotion"
            value: root.appearance.reducedMotion
        },
        Binding {
            target: Theme
            property: "language"
            value: root.appearance.language
        }
    ]

    readonly property Component programWindow: ProgramWindow {
        program: root
    }
    // Windows go by destroy() alone: of what it made itself, an Instantiator takes the context away while calls that were put
    // off (Qt.callLater) are still to come, and Qt 6.4 does not survive these.
    readonly property Instantiator windows: Instantiator {
        model: root.workspace.windows
        delegate: QtObject {
            required property WindowState windowState
            property ProgramWindow window: null

            Component.onCompleted: window = root.programWindow.createObject(root, {
                "windowState": windowState
            }) as ProgramWindow
            Component.onDestruction: window.destroy()
        }
    }
}
