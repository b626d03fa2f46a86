import QtQuick

/// Plain text in the interface's type. Cut text ends in "…" and shows whole in a tip.
Text {
    id: label

    property bool tipWhenCut: true

    color: enabled ? Theme.text : Theme.disabled
    font.family: Theme.familySans
    font.pixelSize: Theme.sizeBody
    textFormat: Text.PlainText
    elide: Text.ElideRight
    Accessible.role: Accessible.StaticText
    Accessible.name: text

    HoverHandler {
        id: pointer

        enabled: label.tipWhenCut && label.truncated
    }

    TipLoader {
        shown: pointer.enabled && pointer.hovered
        text: label.text
    }
}
