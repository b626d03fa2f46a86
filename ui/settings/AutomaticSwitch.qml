import Hearth.Controls

/// Lets Hearth choose a number.
HSwitch {
    text: qsTr("Automatic")
}
