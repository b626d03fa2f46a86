import QtQuick
import QtTest
import Hearth.Controls

/// Looks through the gallery, in which every control stands in every state, at all scales and in both languages.
Item {
    id: page

    width: 2400
    height: 3000

    Loader {
        id: loader

        source: "Gallery.qml"
    }

    TestCase {
        id: test

        name: "Gallery"
        when: windowShown

        readonly property var interactive: /^(HButton|IconButton|HTextField|SearchField|HComboBox|HSwitch|HCheckBox|HRadio|HSlider|HSpinBox|Chip|Segment|ListRow|HMenuItem|HProgressBar|MeterBar|Badge|KeyHint|Toast|EmptyState|ErrorState|LoadingState|FormRow)_/

        function cleanupTestCase(): void {
            Theme.fontScale = 1;
            Theme.language = "en";
            Theme.dark = false;
        }

        function each(item: Item, visit: var): void {
            if (!item.visible)
                return;
            visit(item);
            for (let i = 0; i < item.children.length; ++i)
                each(item.children[i], visit);
        }
        function path(item: Item): string {
            let words = "";
            for (let here = item, depth = 0; here && depth < 4; here = here.parent, ++depth)
                words += String(here).split("(")[0] + " < ";
            return words;
        }

        function settings(): var {
            const rows = [];
            for (const scale of [1, 1.5, 2])
                for (const language of ["en", "zh_CN"])
                    rows.push({ "tag": language + " " + scale * 100 + " %", "scale": scale, "language": language });
            return rows;
        }
        function apply(row: var): void {
            Theme.fontScale = row.scale;
            Theme.language = row.language;
            waitForRendering(page);
        }

        function test_no_text_is_clipped_data(): var {
            return settings();
        }
        /// No text is higher than the item that holds it, and only the two titles made too long end in "…".
        function test_no_text_is_clipped(row: var): void {
            apply(row);
            let texts = 0;
            const cut = [];
            each(loader.item, item => {
                if (item.contentHeight === undefined || item.text === undefined || item.text === "" || item.font === undefined)
                    return;
                ++texts;
                verify(item.height + 0.5 >= Math.floor(item.contentHeight), path(item) + "“" + item.text + "”: " + item.height + " < " + item.contentHeight);
                if (item.truncated)
                    cut.push(item.text);
                const holder = item.parent;
                const place = item.mapToItem(holder, 0, 0);
                verify(place.y >= -1 && place.y + item.contentHeight <= holder.height + 1.5, path(item) + "“" + item.text + "” stands out of " + holder + ": " + place.y + " + " + item.contentHeight + " > " + holder.height);
            });
            verify(texts > 80, "texts found: " + texts);
            verify(cut.length <= 2, "cut: " + cut.join(" | "));
        }
        function test_every_control_has_a_name_and_a_role(): void {
            apply({ "scale": 1, "language": "en" });
            let controls = 0;
            each(loader.item, item => {
                if (!interactive.test(String(item)))
                    return;
                ++controls;
                verify(item.Accessible.name !== "" || item.Accessible.ignored, "no name: " + path(item));
                verify(item.Accessible.role !== Accessible.NoRole && item.Accessible.role !== undefined, "no role: " + path(item));
            });
            verify(controls > 60, "controls found: " + controls);
        }
        /// Whatever takes the focus by Tab has a name.
        function test_tab_reaches_only_what_has_a_name(): void {
            let item = loader.item.nextItemInFocusChain(true);
            const seen = [];
            while (item && !seen.includes(item) && seen.length < 300) {
                seen.push(item);
                let named = item;
                while (named && named.Accessible.name === "" && named !== loader.item)
                    named = named.parent;
                verify(named && named !== loader.item, "no name on " + path(item));
                item = item.nextItemInFocusChain(true);
            }
            verify(seen.length > 40, "stops: " + seen.length);
        }
        function test_targets_are_large_enough(): void {
            apply({ "scale": 1, "language": "en" });
            each(loader.item, item => {
                if (!/^(HButton|IconButton|HComboBox|HSwitch|HCheckBox|HRadio|HSpinBox|Chip|ListRow|HMenuItem)_/.test(String(item)))
                    return;
                const insideChip = /^Chip_/.test(String(item.parent?.parent ?? ""));
                verify(item.height >= (insideChip ? 22 : 28), path(item) + item.height);
            });
        }
        /// Dark and light are told apart on every control's pixels: nothing keeps a colour of its own.
        function test_theme_switches_live(): void {
            Theme.dark = false;
            waitForRendering(page);
            const light = [];
            each(loader.item, item => {
                if (item.color !== undefined && item.contentHeight !== undefined && item.text)
                    light.push([item, String(item.color)]);
            });
            Theme.dark = true;
            wait(200);
            for (const [item, before] of light)
                verify(String(item.color) !== before, "same colour in dark: " + path(item));
            Theme.dark = false;
        }
    }
}
