pragma Singleton
import QtQuick
import Hearth.Controls

/// Colours, type, measures and motion of the whole window. The writable members are set by the program from the person's
/// settings; everything that is drawn binds to the others and follows at once.
///
/// Grounds for text are window, surface, sunken, hover, code and the soft colours: every text colour keeps 4.5 : 1 on them
/// (a test reads them all). On pressed and selection only text is used.
QtObject {
    property bool dark: false
    /// 1 is 100 %. Sizes of type, icons and controls grow with it; spaces and radii stay.
    property real fontScale: 1
    /// A locale name, such as "en" or "zh_CN".
    property string language: "en"
    property bool reducedMotion: false

    // Grounds
    readonly property color window: dark ? "#171513" : "#FAF8F5"
    readonly property color surface: dark ? "#211E1B" : "#FFFFFF"
    readonly property color sunken: dark ? "#110F0E" : "#F2EFEA"
    readonly property color hover: dark ? "#2A2622" : "#EBE7E0"
    readonly property color pressed: dark ? "#37312B" : "#DFD9D0"
    readonly property color code: dark ? "#1A1816" : "#F6F3EE"
    readonly property color selection: dark ? "#6A3F22" : "#F5CFB8"
    /// Behind a dialog, over the page.
    readonly property color scrim: dark ? "#99000000" : "#47201810"

    // Lines: `line` divides, `outline` draws what a control is made of (3 : 1)
    readonly property color line: dark ? "#37312B" : "#E3DED6"
    readonly property color outline: dark ? "#7D756A" : "#8C8479"

    // Ink
    readonly property color text: dark ? "#EFEAE3" : "#1F1B17"
    readonly property color muted: dark ? "#B3ABA0" : "#5B554D"
    readonly property color faint: dark ? "#948C81" : "#6E675E"
    /// Text and icons of what cannot be used now; exempt from the contrast rule.
    readonly property color disabled: dark ? "#6A6259" : "#A39B90"

    // The one action, activity and selection
    readonly property color accent: dark ? "#F0894A" : "#B04814"
    readonly property color accentHover: dark ? "#F59C64" : "#9A3D0F"
    readonly property color accentPressed: dark ? "#DB7638" : "#84330B"
    readonly property color accentInk: dark ? "#1B120C" : "#FFFFFF"
    readonly property color accentSoft: dark ? "#332217" : "#FBE9DD"
    readonly property color focus: accent

    // Fits, tight, does not
    readonly property color good: dark ? "#6FBF8E" : "#2A754A"
    readonly property color goodSoft: dark ? "#1E3026" : "#E2F2E8"
    readonly property color warn: dark ? "#E0B155" : "#8F5D0E"
    readonly property color warnSoft: dark ? "#352B17" : "#FAF0D9"
    readonly property color bad: dark ? "#EF7B70" : "#B3281F"
    readonly property color badSoft: dark ? "#3A1F1C" : "#FBE5E2"

    // Memory, the same four everywhere; `line` is the ground of every meter
    readonly property color weights: accent
    readonly property color chats: dark ? "#5C8FC9" : "#2F6CB3"
    readonly property color shared: dark ? "#9C7FD1" : "#7B57BE"
    readonly property color kept: dark ? "#728AA4" : "#66809C"

    // Type. The Noto CJK faces come in 400 and 700 only, so Chinese steps between those two.
    readonly property bool cjk: language.startsWith("zh") || language.startsWith("ja") || language.startsWith("ko")
    readonly property int sizeTiny: Math.round(11 * fontScale)
    readonly property int sizeSmall: Math.round(12 * fontScale)
    readonly property int sizeBody: Math.round(13 * fontScale)
    readonly property int sizeReading: Math.round(15 * fontScale)
    readonly property int sizeTitle: Math.round(20 * fontScale)
    readonly property int sizeHero: Math.round(28 * fontScale)
    readonly property int weightRegular: 400
    readonly property int weightMedium: cjk ? 400 : 500
    readonly property int weightStrong: cjk ? 700 : 600
    readonly property string familySans: FontFamilies.sans(language)
    readonly property string familyMono: FontFamilies.mono(language)
    readonly property real readingLineHeight: cjk ? 1.2 : 1.35

    // Space and shape
    readonly property int space1: 4
    readonly property int space2: 8
    readonly property int space3: 12
    readonly property int space4: 16
    readonly property int space6: 24
    readonly property int space8: 32
    readonly property int radiusSmall: 4
    readonly property int radiusControl: 6
    readonly property int radiusCard: 10
    readonly property int radiusBubble: 14

    // Measures that hold text: least heights on the 4-px grid, grown with the type
    readonly property int controlHeight: grid(Math.max(32, sizeBody * 1.5 + 12))
    readonly property int compactHeight: grid(Math.max(28, sizeSmall * 1.5 + 8))
    readonly property int tabHeight: grid(Math.max(40, sizeSmall * 1.5 + 22))
    readonly property int statusHeight: grid(Math.max(28, sizeTiny * 1.5 + 11))
    readonly property int railWidth: grid(16 + 40 * fontScale)
    readonly property int listWidth: grid(256 * (1 + (fontScale - 1) / 2))
    readonly property int readingWidth: grid(720 * fontScale)

    /// Milliseconds of a transition.
    readonly property int motion: reducedMotion ? 0 : 120

    /// A share of one in words, e.g. "43 %".
    function percent(share: real): string {
        return qsTr("%1 %").arg(Math.round(share * 100));
    }
    /// The least multiple of 4 that is not below `length`.
    function grid(length: real): int {
        return Math.ceil(length / 4) * 4;
    }
}
