import QtQuick
import QtTest
import Hearth.Controls
import Hearth.Engine.Models
import Hearth.Library
import Hearth.Library.Models

Rectangle {
    id: root

    width: 1224
    height: 792
    color: Theme.window

    FirstRun {
        id: page

        anchors.fill: parent
        offers: stage.offers
        localModels: stage.localModels
        activeModel: stage.activeModel
        onUseRequested: path => stage.activeModel.use(path)
    }
    SignalSpy {
        id: useSpy

        target: page
        signalName: "useRequested"
    }
    SignalSpy {
        id: onlineSpy

        target: page
        signalName: "onlineRequested"
    }

    TestCase {
        name: "FirstRun"
        when: windowShown

        readonly property string lmStudio: ".lmstudio/models/lmstudio-community/Qwen3-8B-GGUF/Qwen3-8B-Q4_K_M.gguf"

        function init(): void {
            Theme.reducedMotion = true;
            stage.reset();
            useSpy.clear();
            onlineSpy.clear();
            Theme.dark = false;
            Theme.fontScale = 1;
        }
        function begin(offline: bool): void {
            stage.open(offline);
            tryCompare(page.offers, "looking", false);
            tryCompare(stage.localModels, "scanned", true);
            wait(50);
        }
        function button(words: string): var {
            return findButton(page, words);
        }
        function findButton(item: var, words: string): var {
            for (const child of Array.from(item.children)) {
                if (!child.visible)
                    continue;
                if (child instanceof HButton && child.text === words || child instanceof IconButton && child.label.startsWith(words))
                    return child;
                const below = findButton(child, words);
                if (below !== null)
                    return below;
            }
            return null;
        }

        function test_whatIsHereStartsWithOneClick(): void {
            stage.putStarter();
            begin(false);
            const start = button("Start with this");
            verify(start !== null);
            tryCompare(start, "activeFocus", true);
            stage.picture(root, "firstrun_here_light_100_en.png");
            mouseClick(start);
            compare(useSpy.count, 1);
            compare(stage.activeModel.state, ActiveModel.Loading);
            tryVerify(() => stage.activeModel.progress > 0.3);
            stage.picture(root, "firstrun_loading_light_100_en.png");
            mouseClick(button("Cancel"));
            compare(stage.activeModel.state, ActiveModel.None);
            verify(button("Start with this") !== null);
        }
        function test_theKeyboardAloneIsEnough(): void {
            stage.putStarter();
            begin(false);
            tryCompare(button("Start with this"), "activeFocus", true);
            keyClick(Qt.Key_Return);
            compare(useSpy.count, 1);
        }
        /// Clicks once the layout around it has settled.
        function press(name: string): void {
            tryVerify(() => {
                for (let item = button(name); item; item = item.parent) {
                    if (isPolishScheduled(item))
                        return false;
                }
                return true;
            });
            mouseClick(button(name));
        }
        function test_aDownloadWithPauseResumeAndCancel(): void {
            stage.put(lmStudio);
            stage.setServer("half");
            begin(false);
            stage.picture(root, "firstrun_todownload_light_100_en.png");
            mouseClick(button("Download"));
            tryVerify(() => button("Pause the download") !== null);
            tryVerify(() => page.offers.data(page.offers.index(0, 0), Qt.UserRole + 4) > 0.4);
            wait(700);
            stage.picture(root, "firstrun_downloading_light_100_en.png");
            Theme.dark = true;
            wait(150);
            stage.picture(root, "firstrun_downloading_dark_100_en.png");
            Theme.dark = false;
            mouseClick(button("Pause the download"));
            tryVerify(() => button("Resume") !== null);
            stage.picture(root, "firstrun_paused_light_100_en.png");
            press("Cancel the download");
            tryVerify(() => button("Download") !== null);
        }
        function test_aFinishedDownloadSaysSo(): void {
            begin(false);
            mouseClick(button("Download"));
            tryVerify(() => button("Start with this") !== null, 10000);
        }
        function test_aFailureSaysWhyAndIsTriedAgain(): void {
            stage.setServer("page");
            begin(false);
            mouseClick(button("Download"));
            tryVerify(() => button("Try again") !== null);
            wait(100);
            stage.picture(root, "firstrun_failed_light_100_en.png");
            Theme.dark = true;
            wait(150);
            stage.picture(root, "firstrun_failed_dark_100_en.png");
            Theme.dark = false;
            stage.setServer("whole");
            mouseClick(button("Try again"));
            tryVerify(() => button("Start with this") !== null, 10000);
        }
        function test_offlineAsksFirst(): void {
            begin(true);
            const online = button("Go online");
            verify(online !== null);
            stage.picture(root, "firstrun_offline_light_100_en.png");
            mouseClick(online);
            compare(onlineSpy.count, 1);
            compare(stage.connections(), stage.connections());
        }
        function test_modelsOfOtherProgramsAreUsedInPlace(): void {
            stage.put(lmStudio);
            begin(false);
            mouseClick(button("Use"));
            compare(useSpy.signalArguments[0][0], stage.pathOf(lmStudio));
        }
        function test_aModelThatDoesNotFitSaysWhy(): void {
            stage.putStarter();
            stage.failLoads(true);
            begin(false);
            mouseClick(button("Start with this"));
            tryCompare(stage.activeModel, "state", ActiveModel.Failed);
            wait(100);
            stage.picture(root, "firstrun_loadfailed_light_100_en.png");
            verify(button("Try again") !== null);
        }
        function test_droppedFiles(): void {
            begin(false);
            page.useFile("file:///home/me/picture.png");
            verify(page.refusal.includes("picture.png"));
            compare(useSpy.count, 0);
            page.useFile("file:///home/me/model.gguf");
            compare(page.refusal, "");
            compare(useSpy.signalArguments[0][0], "/home/me/model.gguf");
        }
        function test_largeTypeAndNarrowWindows(): void {
            stage.put(lmStudio);
            begin(false);
            Theme.fontScale = 2;
            wait(100);
            stage.picture(root, "firstrun_todownload_light_200_en.png");
            root.width = 460;
            wait(100);
            stage.picture(root, "firstrun_narrow_light_200_en.png");
            const download = button("Download");
            verify(download.mapToItem(root, download.width, 0).x <= root.width);
            root.width = 1224;
        }
        function test_chinese(): void {
            if (!stage.wantsPictures)
                skip("only for pictures");
            stage.put(lmStudio);
            stage.setServer("page");
            begin(false);
            Theme.language = "zh_CN";
            stage.setLanguage("zh_CN");
            wait(150);
            stage.picture(root, "firstrun_todownload_light_100_zh.png");
            page.offers.choose(0);
            tryVerify(() => page.offers.data(page.offers.index(0, 0), Qt.UserRole + 3) === StarterOffers.Failed);
            Theme.dark = true;
            wait(150);
            stage.picture(root, "firstrun_failed_dark_100_zh.png");
            Theme.language = "en";
            stage.setLanguage("en");
        }
    }
}
