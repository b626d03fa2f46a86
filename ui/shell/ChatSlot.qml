import QtQuick

/// The place of one chat page. What is loaded into it reads `session` from its parent.
Loader {
    required property int index
    required property QtObject session
    property bool current: false

    anchors.fill: parent
    active: session !== null
    // A window shows its first page with itself.
    asynchronous: index > 0
    visible: current
    focus: current
    // A page that is made while the keyboard waits for it does not take the focus by itself.
    onLoaded: if (activeFocus) item.forceActiveFocus(Qt.OtherFocusReason)
}
