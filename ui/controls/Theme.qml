pragma Singleton
import QtQuick

/// Colours, type, spaces and motion of the whole window. Writable members are set by the program from the person's settings.
QtObject {
    property bool dark: false
    property real fontScale: 1
    property string language: "en"
    property bool reducedMotion: false

    readonly property color window: dark ? "#171513" : "#FAF8F5"
    readonly property color surface: dark ? "#211E1B" : "#FFFFFF"
    readonly property color sunken: dark ? "#110F0E" : "#F2EFEA"
    readonly property color hover: dark ? "#2A2622" : "#EBE7E0"
    readonly property color line: dark ? "#37312B" : "#E3DED6"
    readonly property color text: dark ? "#EFEAE3" : "#1F1B17"
    readonly property color muted: dark ? "#ABA398" : "#665F56"
    readonly property color faint: dark ? "#7D756A" : "#8C8479"
    readonly property color accent: dark ? "#F0894A" : "#C04F16"
    readonly property color accentInk: dark ? "#1B120C" : "#FFFFFF"
    readonly property color accentSoft: dark ? "#3B281B" : "#FBE9DD"
    readonly property color good: dark ? "#6FBF8E" : "#2C7A4D"
    readonly property color warn: dark ? "#E0B155" : "#96620F"
    readonly property color bad: dark ? "#EF7B70" : "#B3281F"
    readonly property color focus: accent
    readonly property color weights: accent
    readonly property color chats: dark ? "#5C8FC9" : "#3D76B8"
    readonly property color shared: dark ? "#9C7FD1" : "#7B57BE"
    readonly property color kept: dark ? "#3F5B78" : "#B9CFE8"

    readonly property int sizeTiny: Math.round(11 * fontScale)
    readonly property int sizeSmall: Math.round(12 * fontScale)
    readonly property int sizeBody: Math.round(13 * fontScale)
    readonly property int sizeReading: Math.round(15 * fontScale)
    readonly property int sizeTitle: Math.round(20 * fontScale)
    readonly property int sizeHero: Math.round(28 * fontScale)
    readonly property string familySans: language.startsWith("zh") ? "Noto Sans CJK SC" : "Inter"
    readonly property string familyMono: "Noto Sans Mono"
    readonly property real readingLineHeight: language.startsWith("zh") ? 1.15 : 1.35

    readonly property int space1: 4
    readonly property int space2: 8
    readonly property int space3: 12
    readonly property int space4: 16
    readonly property int space6: 24
    readonly property int space8: 32
    readonly property int radiusControl: 6
    readonly property int radiusCard: 10
    readonly property int radiusBubble: 14
    readonly property int railWidth: 56
    readonly property int listWidth: 256
    readonly property int tabHeight: 40
    readonly property int statusHeight: 28
    readonly property int readingWidth: 720
    readonly property int motion: reducedMotion ? 0 : 120
}
