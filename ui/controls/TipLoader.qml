import QtQuick

/// Builds a tip for the item it lies in only while the tip is wanted and no menu or dialog lies over it: a list of a
/// thousand rows keeps none.
Loader {
    id: loader

    property bool shown: false
    property string text

    anchors.fill: parent
    active: shown && text !== "" && !OpenPopups.cover(loader)
    // Whole, so that it is found from every module and costs no JavaScript: every control has one of these.
    source: "qrc:/qt/qml/Hearth/Controls/HToolTip.qml"
    onLoaded: {
        const tip = item as HToolTip;
        tip.parent = loader;
        tip.text = Qt.binding(() => loader.text);
        tip.visible = true;
    }
}
