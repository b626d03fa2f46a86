import QtQuick
import Hearth.Controls

/// What an answer cost, in one quiet line, or in two where one is too short. Figures that are not known (negative) are left
/// out.
Flow {
    id: figures

    /// The model that wrote it, where that is to be told.
    property string modelName
    property real firstTokenSeconds: -1
    property real tokensPerSecond: -1
    property int tokens: -1
    property int cachedPercent: -1

    readonly property bool hasFigures: modelName !== "" || firstTokenSeconds >= 0 || tokensPerSecond >= 0 || tokens >= 0 || cachedPercent > 0

    /// In the form of all other numbers; they change with the language.
    function number(value: real, decimals: int): string {
        return Theme.language === "" ? "" : Number(value).toLocaleString(Qt.locale(), "f", decimals);
    }

    width: Math.min(parent?.width ?? 0, (name.visible ? name.width + spacing : 0) + first.taken + speed.taken + count.taken + cache.taken)
    spacing: 10

    component Figure: Text {
        /// Of the width of the row.
        readonly property real taken: visible ? implicitWidth + figures.spacing : 0

        height: Theme.compactHeight
        verticalAlignment: Text.AlignVCenter
        visible: text !== ""
        textFormat: Text.PlainText
        font.family: Theme.familySans
        font.pixelSize: Theme.sizeTiny
        color: Theme.faint
    }

    Figure {
        id: name

        objectName: "answerModel"
        // The name gives way to the figures.
        readonly property real room: (figures.parent?.width ?? 0) - first.taken - speed.taken - count.taken - cache.taken
        width: Math.max(0, Math.min(implicitWidth, 220 * Theme.fontScale, room))
        visible: text !== "" && width >= Math.min(implicitWidth, 60 * Theme.fontScale)
        elide: Text.ElideMiddle
        text: figures.modelName
        Accessible.name: qsTr("Written by %1").arg(figures.modelName)
    }
    Figure {
        id: first

        text: figures.firstTokenSeconds >= 0 ? qsTr("%1 s to first token").arg(figures.number(figures.firstTokenSeconds, figures.firstTokenSeconds < 10 ? 2 : 0)) : ""
    }
    Figure {
        id: speed

        text: figures.tokensPerSecond >= 0 ? qsTr("%1 tokens/s").arg(figures.number(figures.tokensPerSecond, figures.tokensPerSecond < 10 ? 1 : 0)) : ""
    }
    Figure {
        id: count

        text: figures.tokens >= 0 ? qsTr("%n token(s)", "", figures.tokens) : ""
    }
    Figure {
        id: cache

        text: figures.cachedPercent > 0 ? qsTr("%1 % of the prompt from cache").arg(figures.cachedPercent) : ""
        color: Theme.good
    }
}
