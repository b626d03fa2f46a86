import QtQuick
import QtTest
import Hearth.Controls
import Hearth.Settings
import Hearth.Shell
import Hearth.Shell.Models
import Hearth.Tests

Item {
    id: root

    width: 100
    height: 100

    ShellFixture {
        id: fixture
    }
    Component {
        id: windowComponent

        ShellWindow {
            property list<string> actions

            workspace: fixture.workspace
            shortcuts: fixture.shortcuts
            status: fixture.status
            notices: fixture.notices
            safeStart: fixture.safeStart
            palette: fixture.palette
            links: fixture.links
            chatList: Rectangle {
                color: Theme.window
            }
            chatPage: FocusScope {
                HTextField {
                    anchors.centerIn: parent
                    focus: true
                    objectName: "composer"
                }
            }
            modelsPage: FocusScope {
                objectName: "modelsPage"
            }
            settingsPage: SettingsPage {
                objectName: "settingsPage"
                settings: fixture.settings
                shortcuts: fixture.shortcuts
                about: fixture.about
                modelFolder: "/home/ada/.local/share/hearth/models"
            }
            onPageAction: action => actions = actions.concat([action])
        }
    }

    TestCase {
        id: test

        name: "ShellWindow"
        when: windowShown

        property ShellWindow window: null
        readonly property WindowState state: fixture.windowState(0)

        function initTestCase(): void {
            Theme.reducedMotion = true;
            fixture.openChats([1, 2, 3]);
            state.geometry = Qt.rect(0, 0, 1280, 820);
            window = windowComponent.createObject(null, { "windowState": state });
            window.requestActivate();
            tryVerify(() => window.active);
        }
        function cleanupTestCase(): void {
            window.destroy();
        }
        function init(): void {
            fixture.openChats([1, 2, 3]);
            state.page = WindowState.Chats;
            window.actions = [];
            wait(0); // the focus goes to the page a moment after the tab changed
        }

        function test_aPressOnATabShowsIt(): void {
            const strip = findStrip();
            mouseClick(strip.tabAt(2));
            compare(state.currentIndex, 2);
            mouseClick(strip.tabAt(0));
            compare(state.currentIndex, 0);
        }
        function test_aMiddleClickAndTheCrossClose(): void {
            const strip = findStrip();
            mouseClick(strip.tabAt(1), 20, 20, Qt.MiddleButton);
            compare(fixture.chats(0), [1, 3]);
            const tab = strip.tabAt(0);
            mouseClick(tab, tab.width - 18, tab.height / 2);
            compare(fixture.chats(0), [3]);
        }
        function test_tabsAreReorderedByDragging(): void {
            const strip = findStrip();
            const tab = strip.tabAt(0);
            mousePress(tab, 30, 20);
            for (let x = 30; x <= 30 + 2 * strip.tabWidth; x += 24)
                mouseMove(tab, x - (tab.x - 0), 20);
            tryCompare(fixture.chats(0), "length", 3);
            mouseRelease(tab, 30, 20);
            compare(fixture.chats(0).indexOf(1) > 0, true, "the first tab has moved to the right");
            compare(state.tabs.titleAt(state.currentIndex), "chat 1");
        }
        function test_aTabDraggedOutGetsAWindow(): void {
            const strip = findStrip();
            const tab = strip.tabAt(1);
            mousePress(tab, 30, 20);
            for (let y = 20; y <= 400; y += 40)
                mouseMove(tab, 40, y);
            verify(strip.outside);
            mouseRelease(tab, 40, 400);
            compare(fixture.workspace.windowCount, 2);
            compare(fixture.chats(0), [1, 3]);
            compare(fixture.chats(1), [2]);
        }
        function test_aTabDraggedIntoAnotherStripMovesThere(): void {
            state.detachTab(2, Qt.point(0, 0));
            const other = fixture.windowState(1);
            other.exposed = true;
            other.geometry = Qt.rect(0, 1000, 800, 600);
            other.placeStrip(Qt.rect(0, 0, 800, 40), 200, 0);
            const strip = findStrip();
            const tab = strip.tabAt(0);
            mousePress(tab, 30, 20);
            const origin = tab.mapToGlobal(0, 0);
            for (let step = 1; step <= 8; ++step)
                mouseMove(tab, 30 + (300 - origin.x - 30) * step / 8, 20 + (1020 - origin.y - 20) * step / 8);
            compare(other.dropPosition, 1);
            mouseRelease(tab, 300 - origin.x, 1020 - origin.y);
            compare(other.dropPosition, -1);
            compare(fixture.chats(1), [3, 1]);
        }
        function test_escapePutsADraggedTabBack(): void {
            const strip = findStrip();
            const tab = strip.tabAt(0);
            mousePress(tab, 30, 20);
            for (let x = 30; x <= 30 + 1.5 * strip.tabWidth; x += 24)
                mouseMove(tab, x - tab.x, 20);
            keyClick(Qt.Key_Escape);
            mouseRelease(tab, 30, 20);
            compare(fixture.chats(0), [1, 2, 3]);
        }
        function test_tabsWorkByKeyboard(): void {
            const strip = findStrip();
            strip.forceActiveFocus(Qt.TabFocusReason);
            keyClick(Qt.Key_Right);
            compare(state.currentIndex, 1);
            keyClick(Qt.Key_End);
            compare(state.currentIndex, 2);
            keyClick(Qt.Key_Right);
            compare(state.currentIndex, 2);
            keyClick(Qt.Key_Home);
            compare(state.currentIndex, 0);
            verify(strip.tabAt(0).focusShown);
            keyClick(Qt.Key_Delete);
            compare(fixture.chats(0), [2, 3]);
        }
        function test_aNewAnswerIsMarkedOnItsTab(): void {
            const tab = findStrip().tabAt(1);
            const dot = find(tab, item => item.objectName === "dot");
            verify(!dot.visible);
            fixture.setNewAnswer(2, true);
            verify(dot.visible);
            compare(tab.Accessible.name, "chat 2, new answer");
            fixture.shoot(window, "tab_new_answer");
            fixture.setNewAnswer(2, false);
            verify(!dot.visible);
            compare(tab.Accessible.name, "chat 2");
        }
        function test_theMenuOfATabBelongsToItsChat(): void {
            const strip = findStrip();
            state.activate(1);
            strip.forceActiveFocus(Qt.TabFocusReason);
            keyClick(Qt.Key_Menu);
            const menu = () => find(window.contentItem, item => item instanceof HMenuItem && item.text === "Close tab" && item.visible);
            tryVerify(() => menu() !== null);
            // Asked for by key, it opens at the tab.
            const place = menu().mapToItem(strip.tabAt(1), 0, 0);
            verify(place.x >= 0 && place.x < strip.tabWidth, "at " + place.x);
            verify(place.y > 0);
            // Another window closes the tab before it meanwhile.
            state.closeTab(0);
            verify(menu() !== null);
            mouseClick(menu());
            compare(fixture.chats(0), [3]);
            // The menu of a tab that goes away goes with it.
            fixture.openChats([1, 2, 3]);
            mouseClick(strip.tabAt(2), 20, 20, Qt.RightButton);
            tryVerify(() => menu() !== null);
            state.closeTab(2);
            tryVerify(() => menu() === null);
        }
        function test_aTabThatClosesEndsADrag(): void {
            const strip = findStrip();
            const tab = strip.tabAt(0);
            mousePress(tab, 30, 20);
            for (let x = 30; x <= 90; x += 20)
                mouseMove(tab, x, 20);
            verify(strip.draggedRow >= 0);
            state.closeTab(2);
            compare(strip.draggedRow, -1);
            mouseMove(tab, 400, 20);
            mouseRelease(tab, 400, 20);
            compare(fixture.chats(0), [1, 2]);
        }
        function test_f2RenamesTheChatWhereverTheFocusIs(): void {
            findComposer().forceActiveFocus();
            state.listVisible = false;
            keyClick(Qt.Key_F2);
            compare(window.actions, ["renameChat"]);
            verify(state.listVisible);
        }
        function test_keysOfTheTableWork(): void {
            findComposer().forceActiveFocus();
            keyClick(Qt.Key_Tab, Qt.ControlModifier);
            compare(state.currentIndex, 1);
            keyClick(Qt.Key_W, Qt.ControlModifier);
            compare(fixture.chats(0), [1, 3]);
            keyClick(Qt.Key_T, Qt.ControlModifier | Qt.ShiftModifier);
            compare(fixture.chats(0), [1, 2, 3]);
            keyClick(Qt.Key_L, Qt.ControlModifier);
            compare(window.actions, ["focusComposer"]);
            verify(window.currentPage() !== null);
            keyClick(Qt.Key_Comma, Qt.ControlModifier);
            compare(state.page, WindowState.Settings);
        }
        function test_manyTabsScrollAndKeepTheCurrentInView(): void {
            const strip = findStrip();
            const ids = [];
            for (let id = 1; id <= 20; ++id)
                ids.push(id);
            fixture.openChats(ids);
            verify(strip.crowded);
            state.activate(19);
            tryVerify(() => {
                const place = strip.tabAt(19).mapToItem(strip, 0, 0).x;
                return place >= 0 && place + strip.tabWidth <= strip.width;
            });
            fixture.shoot(window, "shell_many_tabs");
            mouseWheel(strip, 200, 20, 0, 12000);
            tryVerify(() => strip.tabAt(0).mapToItem(strip, 0, 0).x >= 0);
        }
        function test_fewPagesAreMadeAndUsedAgain(): void {
            const pages = () => count(window.contentItem, item => item.objectName === "composer");
            fixture.openChats([1, 2, 3, 4, 5, 6, 7]);
            for (let index = 0; index < 7; ++index)
                state.activate(index);
            tryVerify(() => pages() === 3);
            const made = [];
            find(window.contentItem, item => {
                if (item.objectName === "composer")
                    made.push(item);
                return false;
            });
            for (let index = 0; index < 7; ++index) {
                state.activate(index);
                verify(window.currentPage() !== null);
                verify(window.currentPage().visible);
            }
            state.newTab();
            state.closeTab(0);
            compare(pages(), 3);
            find(window.contentItem, item => {
                if (item.objectName === "composer")
                    verify(made.indexOf(item) >= 0, "a page was made anew");
                return false;
            });
        }
        function test_thePaletteFindsAndDoes(): void {
            window.perform("commandPalette");
            for (const key of ["c", "l", "o", "s", "e", "Space", "t", "a", "b"])
                keyClick(key === "Space" ? Qt.Key_Space : key);
            keyClick(Qt.Key_Return);
            compare(fixture.chats(0), [2, 3]);
        }
        function test_aNewTabTakesTheKeyboard(): void {
            const inside = (item, place) => {
                while (item && item !== place)
                    item = item.parent;
                return item !== null;
            };
            for (let i = 0; i < 2; ++i) {
                state.newTab();
                tryVerify(() => window.currentPage() !== null);
                tryVerify(() => inside(window.activeFocusItem, window.currentPage()), 5000, "its page has the keyboard: " + window.activeFocusItem);
            }
            // What had the focus goes: the page gets it.
            const gone = Qt.createQmlObject("import QtQuick; Item { width: 9; height: 9 }", window.contentItem);
            gone.forceActiveFocus();
            tryVerify(() => gone.activeFocus);
            gone.visible = false;
            tryVerify(() => inside(window.activeFocusItem, window.currentPage()));
            // Not under a dialog: what is typed there is not for the page.
            fixture.links.request("https://example.org/");
            tryVerify(() => window.activeFocusItem && (window.activeFocusItem.text === "Cancel" || window.activeFocusItem.text === "Open"));
            gone.visible = true;
            gone.forceActiveFocus();
            gone.visible = false;
            wait(400);
            verify(!inside(window.activeFocusItem, window.currentPage()));
            keyClick(Qt.Key_Escape);
            fixture.links.cancel();
            gone.destroy();
        }
        function test_onlyAPointerThatMovesChoosesInThePalette(): void {
            const over = row => mouseMove(window.contentItem, window.width / 2, row.mapToItem(window.contentItem, 0, row.height / 2).y);
            const rows = () => {
                const found = [];
                find(window.contentItem, item => {
                    if (item instanceof ListRow && item.ListView.view && item.visible)
                        found.push(item);
                    return false;
                });
                return found.filter(row => row.ListView.view.Accessible.name === "Results");
            };
            window.perform("commandPalette");
            tryVerify(() => rows().length > 4);
            over(rows()[3]);
            keyClick(Qt.Key_Escape);
            tryVerify(() => rows().length === 0);

            window.perform("commandPalette");
            tryVerify(() => rows().length > 4);
            waitForRendering(window.contentItem);
            const list = rows()[3].ListView.view;
            compare(list.currentIndex, 0);
            over(rows()[2]);
            over(rows()[4]);
            compare(list.currentIndex, rows()[4].index);
            keyClick(Qt.Key_Escape);
        }
        function test_thePaletteGivesTheFocusBack(): void {
            const before = window.activeFocusItem;
            verify(before !== null);
            window.perform("commandPalette");
            tryVerify(() => window.activeFocusItem !== before);
            keyClick(Qt.Key_Escape);
            tryVerify(() => window.activeFocusItem === before);
        }
        function test_noticesOfferTheirAction(): void {
            const before = fixture.told();
            fixture.tell("Theme changed", "Undo");
            const button = find(window.contentItem, item => item instanceof HButton && item.text === "Undo" && item.visible);
            verify(button !== null);
            mouseClick(button);
            compare(fixture.told(), before + 1);
        }
        function test_aLinkIsShownBeforeItOpens(): void {
            fixture.links.request("https://example.org/path?x=1");
            compare(fixture.openedLink, "");
            tryVerify(() => window.activeFocusItem && window.activeFocusItem.text === "Cancel" || window.activeFocusItem.text === "Open");
            fixture.shoot(window, "link_dialog");
            fixture.links.confirm();
            compare(fixture.openedLink, "https://example.org/path?x=1");
            keyClick(Qt.Key_Escape);
        }
        function test_closingAsksWhereChatsWrite(): void {
            const quit = createTemporaryObject(spy, root, { "target": fixture.workspace, "signalName": "quitRequested" });
            fixture.setWriting(2);
            window.close();
            compare(quit.count, 0);
            verify(window.visible);
            wait(200);
            fixture.shoot(window, "quit_question");
            keyClick(Qt.Key_Escape);
            compare(quit.count, 0);
            fixture.setWriting(0);
        }
        function test_theMenuOfATabTakesTheKeys(): void {
            fixture.openChats([1, 2, 3]);
            const tab = find(window.contentItem, item => item.title === "chat 2");
            mouseClick(tab, 40, 20, Qt.RightButton);
            const menu = findChild(window, "tabMenu").item;
            tryVerify(() => menu.opened);
            compare(state.currentIndex, 0);
            keyClick(Qt.Key_Escape);
            tryVerify(() => !menu.visible);
        }
        function test_theMiddleButtonClosesATabAndStays(): void {
            fixture.openChats([1, 2, 3]);
            const tab = find(window.contentItem, item => item.title === "chat 2");
            mouseClick(tab, 40, 20, Qt.MiddleButton);
            compare(fixture.chats(0), [1, 3]);
            compare(state.currentIndex, 0);
            mouseClick(find(window.contentItem, item => item.title === "chat 3"), 40, 20);
            compare(state.currentIndex, 1);
        }
        function test_closingAsksWhereSomethingIsNotStored(): void {
            const quit = createTemporaryObject(spy, root, { "target": fixture.workspace, "signalName": "quitRequested" });
            fixture.setUnstored(1);
            window.close();
            compare(quit.count, 0);
            verify(window.visible);
            wait(200);
            fixture.shoot(window, "unstored_question");
            keyClick(Qt.Key_Escape);
            compare(quit.count, 0);
            fixture.setUnstored(0);
        }
        function test_everythingWithFocusHasANameAndARole(): void {
            for (const page of [WindowState.Chats, WindowState.Settings]) {
                state.page = page;
                wait(0);
                const nameless = [];
                find(window.contentItem, item => {
                    if (item.visible && item.activeFocusOnTab && item.Accessible.name === "" && item.objectName !== "composer")
                        nameless.push(item.toString());
                    return false;
                });
                compare(nameless, []);
            }
        }
        function test_zLook(): void {
            fixture.setChat(1, "Paged attention, explained", "29 tok/s", true);
            fixture.setChat(2, "杭州三日游", "reading 43 %", true);
            fixture.setChat(3, "Regex for log lines", "2nd in queue", true);
            fixture.loadModel();
            tryVerify(() => fixture.status.loaded, 5000);
            for (const dark of [false, true]) {
                Theme.dark = dark;
                const suffix = dark ? "_dark" : "_light";
                state.page = WindowState.Chats;
                wait(250);
                fixture.shoot(window, "shell" + suffix);
                window.perform("commandPalette");
                wait(250);
                fixture.shoot(window, "palette" + suffix);
                keyClick(Qt.Key_Escape);
                state.page = WindowState.Settings;
                for (let section = 0; section < 5; ++section) {
                    findChild(window.contentItem, "settingsPage").section = section;
                    wait(150);
                    fixture.shoot(window, "settings_" + section + suffix);
                }
            }
            Theme.dark = false;
            Theme.fontScale = 2;
            for (let section = 0; section < 5; ++section) {
                findChild(window.contentItem, "settingsPage").section = section;
                wait(150);
                fixture.shoot(window, "settings_" + section + "_200");
            }
            state.page = WindowState.Chats;
            wait(150);
            fixture.shoot(window, "shell_200");
            Theme.fontScale = 1;
        }

        function findStrip(): TabStrip {
            return find(window.contentItem, item => item instanceof TabStrip) as TabStrip;
        }
        function findComposer(): Item {
            return find(window.contentItem, item => item.objectName === "composer" && item.visible);
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
        function count(item: Item, wanted: var): int {
            let sum = wanted(item) ? 1 : 0;
            for (let i = 0; i < item.children.length; ++i)
                sum += count(item.children[i], wanted);
            return sum;
        }
    }
    Component {
        id: spy

        SignalSpy {}
    }
}
