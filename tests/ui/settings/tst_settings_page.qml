import QtQuick
import QtTest
import Hearth.Controls
import Hearth.Settings
import Hearth.Tests

Item {
    id: root

    width: 1000
    height: 760

    ShellFixture {
        id: fixture
    }
    SettingsPage {
        id: page

        anchors.fill: parent
        settings: fixture.settings
        shortcuts: fixture.shortcuts
        about: fixture.about
        modelFolder: "/models"
    }

    TestCase {
        name: "SettingsPage"
        when: windowShown

        function initTestCase(): void {
            Theme.reducedMotion = true;
        }
        function init(): void {
            page.section = 0;
            fixture.settings.resetAll();
        }

        function control(label: string, type: var): Item {
            return find(page, item => item instanceof type && item.label === label && item.visible);
        }
        function find(item: Item, wanted: var): Item {
            if (wanted(item))
                return item;
            for (let i = 0; i < item.children.length; ++i) {
                const found = find(item.children[i], wanted);
                if (found)
                    return found;
            }
            return null;
        }
        function row(action: string): ShortcutRow {
            return find(page, item => item instanceof ShortcutRow && item.action === action) as ShortcutRow;
        }
        function keysOf(action: string): Item {
            return find(row(action), item => item.Accessible.name.startsWith("Keys for"));
        }

        function test_aChoiceTakesEffectAtOnceAndIsTakenBack(): void {
            const colours = control("Theme", HSegments);
            colours.choose(2);
            compare(fixture.settings.theme, "dark");
            compare(colours.currentIndex, 2);
            fixture.settings.undo();
            compare(colours.currentIndex, 0);
        }
        function test_theSizeOfTextIsLive(): void {
            const size = control("Text size", HSlider);
            size.moved(150);
            compare(fixture.settings.fontScale, 1.5);
            compare(size.value, 150);
        }
        function test_switches(): void {
            for (const [section, label, name] of [[0, "Less motion", "reducedMotion"], [1, "Load the last model at start", "loadLastModel"],
                                                  [1, "Offer models of other programs", "scanOtherPrograms"], [2, "Offline", "offline"]]) {
                page.section = section;
                const before = fixture.settings[name];
                const button = control(label, HSwitch);
                verify(button !== null, label);
                mouseClick(button);
                compare(fixture.settings[name], !before, label);
                fixture.settings.undo();
                compare(button.checked, before, label);
            }
        }
        function test_numbersShowOnlyWhereTheyAreNotAutomatic(): void {
            page.section = 1;
            verify(control("Tokens", HSpinBox) === null);
            fixture.settings.contextAutomatic = false;
            const tokens = control("Tokens", HSpinBox);
            verify(tokens !== null);
            tokens.increase();
            tokens.valueModified();
            compare(fixture.settings.contextSize, tokens.value);
        }
        function test_foldersComeAndGo(): void {
            page.section = 1;
            fixture.settings.addModelFolder("file:///srv/models");
            const folder = find(page, item => item instanceof FolderRow && item.folder === "/srv/models");
            verify(folder !== null);
            folder.removed();
            compare(fixture.settings.modelFolders.length, 0);
        }
        function test_keysArePressedToBecomeAShortcut(): void {
            page.section = 3;
            mouseClick(keysOf("newChat"));
            verify(row("newChat").recording);
            keyClick(Qt.Key_J, Qt.ControlModifier);
            compare(row("newChat").shownKeys, "Ctrl+J");
            verify(!row("newChat").recording);
            verify(row("newChat").changed);
            fixture.settings.undo();
            compare(row("newChat").shownKeys, "Ctrl+T");
        }
        function test_aConflictIsSaidAndNothingChanges(): void {
            page.section = 3;
            mouseClick(keysOf("newChat"));
            keyClick(Qt.Key_W, Qt.ControlModifier);
            verify(row("newChat").problem.includes("Close tab"));
            compare(row("newChat").shownKeys, "Ctrl+T");
            keyClick(Qt.Key_Escape);
            compare(row("newChat").problem, "");
        }
        function test_backspaceRemovesAShortcut(): void {
            page.section = 3;
            mouseClick(keysOf("newChat"));
            keyClick(Qt.Key_Backspace);
            compare(row("newChat").shownKeys, "");
            fixture.shortcuts.reset("newChat");
            compare(row("newChat").shownKeys, "Ctrl+T");
        }
        function test_undoSaysWhatItTakesBack(): void {
            fixture.settings.theme = "dark";
            const button = find(page, item => item instanceof HButton && item.text === "Undo: Theme");
            verify(button !== null);
            mouseClick(button);
            compare(fixture.settings.theme, "system");
        }
        function test_everySectionFits(): void {
            for (const scale of [1, 2]) {
                Theme.fontScale = scale;
                for (let section = 0; section < 5; ++section) {
                    page.section = section;
                    wait(0);
                    const frame = find(page, item => item instanceof SectionPage);
                    verify(frame.contentWidth <= frame.width);
                    const tooWide = [];
                    find(frame.contentItem, item => {
                        const right = item.mapToItem(frame, item.width, 0).x;
                        if (item.visible && item.width > 0 && right > frame.width + 1)
                            tooWide.push(item.toString() + " " + right);
                        return false;
                    });
                    compare(tooWide, [], "section " + section + " at " + scale);
                }
            }
            Theme.fontScale = 1;
        }
    }
}
