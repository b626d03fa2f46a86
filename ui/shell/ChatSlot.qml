import QtQuick

/// The place of one chat page. What is loaded into it reads `session` from its parent.
Loader {
    required property int index
    required property QtObject session
    required property bool warm
    property bool current: false

    anchors.fill: parent
    active: warm && session !== null
    visible: current
    focus: current
}
