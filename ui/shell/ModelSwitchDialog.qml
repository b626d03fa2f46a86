import QtQuick
import Hearth.Controls
import Hearth.Shell.Models

/// Asks before another model, or none, cuts off answers that are being written.
HDialog {
    id: dialog

    required property ModelSwitch modelSwitch
    property bool listening: true

    title: modelSwitch.question
    text: modelSwitch.explanation
    iconName: "warning"
    iconColor: Theme.warn
    primaryText: modelSwitch.yesText

    onAccepted: modelSwitch.confirm()
    onRejected: modelSwitch.cancel()

    Connections {
        target: dialog.modelSwitch
        enabled: dialog.listening

        function onChanged(): void {
            if (dialog.modelSwitch.asking)
                dialog.open();
            else
                dialog.close();
        }
    }
}
