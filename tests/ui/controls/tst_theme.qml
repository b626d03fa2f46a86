import QtQuick
import QtTest
import Hearth.Controls

TestCase {
    id: test

    readonly property var textColours: ["text", "muted", "faint", "accent", "good", "warn", "bad"]
    readonly property var grounds: ["window", "surface", "sunken", "hover", "code", "accentSoft"]

    name: "Theme"

    function init(): void {
        Theme.dark = false;
        Theme.fontScale = 1;
        Theme.language = "en";
        Theme.reducedMotion = false;
    }
    function cleanupTestCase(): void {
        init();
    }

    function channel(value: real): real {
        return value <= 0.03928 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
    }
    function luminance(colour: color): real {
        return 0.2126 * channel(colour.r) + 0.7152 * channel(colour.g) + 0.0722 * channel(colour.b);
    }
    /// The ratio of WCAG 2.
    function contrast(one: color, other: color): real {
        const a = luminance(one);
        const b = luminance(other);
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }

    function pairs(): var {
        const all = [];
        for (const ground of grounds)
            for (const ink of textColours)
                all.push([ink, ground, 4.5]);
        for (const tone of ["good", "warn", "bad"])
            all.push([tone, tone + "Soft", 4.5], ["text", tone + "Soft", 4.5], ["muted", tone + "Soft", 4.5]);
        all.push(["text", "pressed", 4.5], ["muted", "pressed", 4.5], ["text", "selection", 4.5]);
        for (const ground of ["accent", "accentHover", "accentPressed", "bad"])
            all.push(["accentInk", ground, 4.5]);
        for (const meter of ["weights", "chats", "shared", "kept", "accent", "good", "warn", "bad"])
            for (const ground of ["line", "window", "surface", "sunken"])
                all.push([meter, ground, 3]);
        for (const ground of ["window", "surface", "sunken"])
            all.push(["outline", ground, 3], ["focus", ground, 3]);
        return all;
    }
    function test_contrast_data(): var {
        const rows = [];
        for (const dark of [false, true])
            for (const pair of pairs())
                rows.push({ "tag": (dark ? "dark " : "light ") + pair[0] + " on " + pair[1], "dark": dark, "ink": pair[0], "ground": pair[1], "least": pair[2] });
        return rows;
    }
    function test_contrast(row: var): void {
        Theme.dark = row.dark;
        const ratio = contrast(Theme[row.ink], Theme[row.ground]);
        verify(ratio >= row.least, row.tag + ": " + ratio.toFixed(2) + " < " + row.least);
    }
    function test_contrast_knows_black_on_white(): void {
        fuzzyCompare(contrast(Qt.rgba(0, 0, 0, 1), Qt.rgba(1, 1, 1, 1)), 21, 0.01);
        verify(contrast(Qt.rgba(0.467, 0.467, 0.467, 1), Qt.rgba(1, 1, 1, 1)) < 4.5);
    }
    /// Tooltips are drawn in the other direction.
    function test_tip_contrast_data(): var {
        return [{ "tag": "light", "dark": false }, { "tag": "dark", "dark": true }];
    }
    function test_tip_contrast(row: var): void {
        Theme.dark = row.dark;
        verify(contrast(row.dark ? Theme.text : Theme.window, row.dark ? Theme.pressed : Theme.text) >= 4.5);
    }
    /// Neighbours in a memory bar must be told apart by more than a shade.
    function test_memory_colours_differ_data(): var {
        return test_tip_contrast_data();
    }
    function test_memory_colours_differ(row: var): void {
        Theme.dark = row.dark;
        const names = ["weights", "chats", "shared", "kept"];
        for (let i = 0; i < names.length; ++i) {
            for (let j = i + 1; j < names.length; ++j) {
                const a = Theme[names[i]];
                const b = Theme[names[j]];
                const distance = Math.hypot(a.r - b.r, a.g - b.g, a.b - b.b);
                verify(distance > 0.15, names[i] + " and " + names[j] + " are " + distance.toFixed(2) + " apart");
            }
        }
    }
    function test_sizes_follow_the_scale(): void {
        compare(Theme.sizeBody, 13);
        compare(Theme.controlHeight, 32);
        compare(Theme.tabHeight, 40);
        compare(Theme.statusHeight, 28);
        compare(Theme.railWidth, 56);
        compare(Theme.listWidth, 256);
        Theme.fontScale = 2;
        compare(Theme.sizeBody, 26);
        verify(Theme.controlHeight >= 26 * 1.5);
        verify(Theme.statusHeight >= 22 * 1.45);
        compare(Theme.controlHeight % 4, 0);
    }
    function test_language_picks_faces_and_weights(): void {
        compare(Theme.weightMedium, 500);
        Theme.language = "zh_CN";
        // The Noto CJK faces exist at 400 and 700 only.
        verify([400, 700].includes(Theme.weightMedium));
        verify([400, 700].includes(Theme.weightStrong));
        const simplified = Theme.familySans;
        Theme.language = "ja";
        verify(Theme.familySans !== simplified);
    }
    function test_reduced_motion(): void {
        compare(Theme.motion, 120);
        Theme.reducedMotion = true;
        compare(Theme.motion, 0);
    }
}
