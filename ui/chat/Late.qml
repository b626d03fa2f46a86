import QtQuick

/// The place of something that most chats never show: made when it is first wanted, then kept. A page is made quicker
/// without it, and every object less shortens the moments in which JavaScript collects its garbage.
Loader {
    id: place

    property bool wanted: false

    active: false
    visible: wanted
    onWantedChanged: {
        if (wanted)
            active = true;
    }
    Component.onCompleted: {
        if (wanted)
            active = true;
    }
}
