import QtQml
import Hearth.Controls

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

    readonly property Instantiator windows: Instantiator {
        model: root.workspace.windows
        delegate: ProgramWindow {
            program: root
        }
    }
}
