import QtQuick
import Hearth.Controls
import Hearth.Library.Models

/// In which state a model is that cannot be used now.
Badge {
    required property int modelState

    text: {
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
    tone: modelState === LocalModels.Ready ? Badge.Good : modelState === LocalModels.Incomplete || modelState === LocalModels.Missing ? Badge.Warn : Badge.Neutral
}
