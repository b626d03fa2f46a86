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
        default:
            return qsTr("Cannot run");
        }
    }
    tone: modelState === LocalModels.Ready ? Badge.Good : modelState === LocalModels.Incomplete ? Badge.Warn : Badge.Neutral
}
