import QtQuick
import Hearth.Controls
import Hearth.Library.Models

/// In which state a model is that cannot be used now.
Badge {
    required property int modelState
    /// A check has found that its files are not as they should be.
    property bool damaged: false

    text: {
        if (damaged)
            return qsTr("Damaged");
        switch (modelState) {
        case LocalModels.Ready:
            return qsTr("Ready");
        case LocalModels.Incomplete:
            return qsTr("Incomplete");
        case LocalModels.Offline:
            return qsTr("Drive not here");
        case LocalModels.Missing:
            return qsTr("Missing");
        default:
            return qsTr("Cannot run");
        }
    }
    tone: damaged ? Badge.Bad : modelState === LocalModels.Ready ? Badge.Good : modelState === LocalModels.Incomplete || modelState === LocalModels.Missing ? Badge.Warn : Badge.Neutral
}
