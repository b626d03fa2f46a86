import QtQuick

/// A short remark on what it stands beside: a licence, a count, a verdict.
Rectangle {
    id: badge

    enum Tone {
        Neutral,
        Accent,
        Good,
        Warn,
        Bad
    }

    property string text
    property int tone: Badge.Neutral

    readonly property color ink: [Theme.muted, Theme.accent, Theme.good, Theme.warn, Theme.bad][tone]

    implicitWidth: Math.max(implicitHeight, words.implicitWidth + 2 * (Theme.space2 - 1))
    implicitHeight: Theme.grid(Math.max(20, words.implicitHeight + 4))
    radius: Theme.radiusSmall + 1
    color: [Theme.sunken, Theme.accentSoft, Theme.goodSoft, Theme.warnSoft, Theme.badSoft][tone]
    Accessible.role: Accessible.StaticText
    Accessible.name: text

    HLabel {
        id: words

        anchors.centerIn: parent
        width: Math.min(implicitWidth, badge.width - 2 * (Theme.space2 - 1))
        text: badge.text
        color: badge.ink
        font.pixelSize: Theme.sizeTiny
        font.weight: Theme.weightMedium
        Accessible.ignored: true
    }
}
