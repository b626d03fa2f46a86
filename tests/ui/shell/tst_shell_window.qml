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
            id: window

            property int pageActions: 0

            workspace: fixture.workspace
            shortcuts: fixture.shortcuts
            status: fixture.status
            notices: fixture.notices
            safeStart: fixture.safeStart
            palette: fixture.palette
            links: fixture.links
            chatList: Item {}
            chatPage: FocusScope {
                HLabel {
                    anchors.centerIn: parent
                    text: "page"
                }
            }
            settingsPage: SettingsPage {
                settings: fixture.settings
                shortcuts: fixture.shortcuts
                about: fixture.about
                modelFolder: "/home/ada/.local/share/hearth/models"
            }
            onPageAction: ++pageActions
        }
    }

    TestCase {
        name: "ShellWindow"
        when: windowShown

        property ShellWindow window: null

        function initTestCase(): void {
            fixture.openChats([1, 2, 3]);
            fixture.windowState(0).geometry = Qt.rect(0, 0, 1280, 820);
            window = windowComponent.createObject(null, { "windowState": fixture.windowState(0) });
            tryVerify(() => window.active);
        }
        function cleanupTestCase(): void {
            window.destroy();
        }

        function test_look(): void {
            fixture.setChat(1, "Paged attention, explained", "29 tok/s", true);
            fixture.setChat(2, "Trip to Hangzhou", "reading 43 %", true);
            fixture.setChat(3, "Regex for log lines", "2nd in queue", true);
            fixture.loadModel();
            tryVerify(() => fixture.status.loaded, 5000);
            fixture.tell("Theme changed", "Undo");
            wait(300);
            fixture.shoot(window, "shell_light");
            Theme.dark = true;
            wait(300);
            fixture.shoot(window, "shell_dark");
            window.perform("commandPalette");
            wait(300);
            fixture.shoot(window, "palette_dark");
            Theme.dark = false;
            wait(300);
            fixture.shoot(window, "palette_light");
            keyClick(Qt.Key_Escape);
            fixture.windowState(0).page = WindowState.Settings;
            for (let section = 0; section < 5; ++section) {
                findSettings().section = section;
                wait(200);
                fixture.shoot(window, "settings_" + section);
            }
            Theme.fontScale = 2;
            wait(200);
            fixture.shoot(window, "settings_200");
            fixture.windowState(0).page = WindowState.Chats;
            wait(200);
            fixture.shoot(window, "shell_200");
            Theme.fontScale = 1;
        }
        function findSettings(): Item {
            return find(window.contentItem, item => item instanceof SettingsPage);
        }
        function find(item: Item, test: var): Item {
            if (test(item))
                return item;
            for (const child of item.children) {
                const found = find(child, test);
                if (found)
                    return found;
            }
            return null;
        }
    }
}
