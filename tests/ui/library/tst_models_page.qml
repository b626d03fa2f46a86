import QtQuick
import QtTest
import Hearth.Controls
import Hearth.Downloads.Models
import Hearth.Library
import Hearth.Library.Models

Rectangle {
    id: root

    width: 1200
    height: 760
    color: Theme.window

    ModelsPage {
        id: page

        anchors.fill: parent
        localModels: stage.localModels
        space: stage.space
        downloads: stage.downloads
        activeModel: stage.activeModel
        hub: stage.hub
        search: stage.search
        hubModel: stage.hubModel
        probe: stage.probe
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
    SignalSpy {
        id: foundSpy

        target: stage.probe
        signalName: "found"
    }
    SignalSpy {
        id: linkSpy

        target: page
        signalName: "linkRequested"
    }

    SignalSpy {
        id: removedSpy

        target: stage.localModels
        signalName: "removed"
    }
    SignalSpy {
        id: downloadSpy

        target: stage.localModels
        signalName: "downloadWanted"
    }
    SignalSpy {
        id: verifiedSpy

        target: stage.localModels
        signalName: "verifyEnded"
    }
    Component {
        id: freshView

        DiscoverView {
            width: 1000
            height: 400
            search: stage.search
            model: stage.hubModel
            probe: stage.probe
        }
    }
    SignalSpy {
        id: movedSpy

        target: stage.localModels
        signalName: "moveEnded"
    }

    TestCase {
        name: "ModelsPage"
        when: windowShown

        function init(): void {
            Theme.reducedMotion = true;
            root.width = 1200;
            page.view = 0;
            stage.reset();
            useSpy.clear();
            onlineSpy.clear();
            linkSpy.clear();
            removedSpy.clear();
            verifiedSpy.clear();
            downloadSpy.clear();
            movedSpy.clear();
            local().refusal = "";
            local().detailed = false;
        }
        function local(): var {
            return all(page, LocalView)[0] ?? ({});
        }
        function list(): var {
            return all(page, HListView)[0] ?? ({});
        }
        function says(part: string): bool {
            return all(page, HLabel).some(label => label.text.includes(part));
        }
        function begin(): void {
            stage.open(false);
            tryCompare(stage.localModels, "scanned", true);
            tryCompare(stage.localModels, "scanning", false);
            wait(50);
        }
        function all(item: var, type: var): var {
            let found = [];
            for (const child of Array.from(item?.children ?? [])) {
                if (child instanceof type && child.visible)
                    found.push(child);
                found = found.concat(all(child, type));
            }
            return found;
        }
        function button(text: string): var {
            return all(page, HButton).find(item => item.text === text) ?? null;
        }
        function row(part: string): var {
            return all(page, LocalRow).find(item => item.name.includes(part)) ?? null;
        }
        function group(quantization: string): var {
            return all(page, HubGroupRow).find(item => item.quantization === quantization) ?? null;
        }
        function discover(): void {
            page.view = 1;
            tryCompare(stage.search, "state", HubSearch.Done);
            wait(50);
        }

        function test_theFirstModelStandsOpen(): void {
            stage.put("models/Llama-3B.gguf");
            stage.put("models/Qwen3-8B.gguf");
            begin();
            verify(row("Llama").selected);
            mouseClick(button("Use in chat"));
            compare(useSpy.signalArguments[0][0], stage.pathOf("models/Llama-3B.gguf"));
        }
        function test_arrowsChooseAndEnterUses(): void {
            stage.put("models/Llama-3B.gguf");
            stage.put("models/Qwen3-8B.gguf");
            begin();
            all(page, HListView)[0].forceActiveFocus(Qt.TabFocusReason);
            keyClick(Qt.Key_Down);
            tryVerify(() => row("Qwen3").selected);
            keyClick(Qt.Key_Return);
            compare(useSpy.signalArguments[0][0], stage.pathOf("models/Qwen3-8B.gguf"));
        }
        function test_whatCannotRunSaysWhyAndOffersNoUse(): void {
            stage.put("models/broken-Qwen3-14B.gguf");
            begin();
            verify(row("broken").reason !== "");
            verify(all(page, LocalStateBadge).length > 0);
            compare(button("Use in chat"), null);
            verify(button("Show in folder") !== null);
        }
        function test_columnsStandBelowEachOther(): void {
            stage.put("models/Llama-3B.gguf");
            stage.put("models/A-name-that-goes-on-and-on-until-there-is-no-room-left-for-anything-else-in-the-row.gguf");
            begin();
            const rows = all(page, LocalRow);
            compare(rows.length, 2);
            const ends = rows.map(item => all(item, HLabel).find(label => label.text === item.sizeText).mapToItem(page, 0, 0).x);
            compare(ends[0], ends[1]);
        }
        function test_aNarrowPageShowsOneOfTheTwo(): void {
            stage.put("models/Llama-3B.gguf");
            begin();
            root.width = 700;
            tryVerify(() => row("Llama") !== null && button("Use in chat") === null);
            mouseClick(row("Llama"));
            tryVerify(() => button("Use in chat") !== null && row("Llama") === null);
            const use = button("Use in chat");
            tryVerify(() => page.footHeight + Theme.space6 >= root.height - use.mapToItem(root, 0, 0).y, 5000, "notices stay above the buttons");
            keyClick(Qt.Key_Escape);
            const back = all(page, IconButton).find(item => item.iconName === "chevron-left");
            if (back)
                mouseClick(back);
            tryVerify(() => row("Llama") !== null);
        }
        function test_anEmptyComputerSaysWhatToDo(): void {
            begin();
            verify(button("Add a file…") !== null);
        }
        function test_aModelOfTheHubIsOpenedAndGot(): void {
            begin();
            discover();
            const cards = all(page, HubCard);
            compare(cards.length, 2);
            compare(cards[0].verdict, HubSearch.Fits);
            compare(cards[1].verdict, HubSearch.DoesNotFit);
            mouseClick(cards[0]);
            tryCompare(stage.hubModel, "state", HubModelView.Ready);
            tryVerify(() => group("Q4_K_M")?.memoryText !== "");
            verify(!all(group("IQ1_S"), HButton)[0].enabled);
            verify(group("IQ1_S").problem !== "");
            const get = all(group("Q4_K_M"), HButton)[0];
            compare(get.kind, HButton.Filled);
            compare(all(group("Q8_0"), HButton)[0].kind, HButton.Plain);
            mouseClick(get);
            tryCompare(stage.downloads, "count", 1);
            tryVerify(() => all(page, DownloadCard).length === 1);
        }
        function test_figuresOfTheFilesStandBelowEachOther(): void {
            begin();
            discover();
            mouseClick(all(page, HubCard)[0]);
            tryCompare(stage.hubModel, "state", HubModelView.Ready);
            tryVerify(() => all(page, HubGroupRow).length === 3);
            const ends = all(page, HubGroupRow).map(item => {
                const label = all(item, HLabel).find(label => label.text === item.sizeText);
                return label.mapToItem(page, label.width, 0).x;
            });
            compare(ends[0], ends[1]);
            compare(ends[1], ends[2]);
        }
        function test_anUnmeasuredComputerOffersToBeMeasured(): void {
            begin();
            discover();
            mouseClick(all(page, HubCard)[0]);
            tryCompare(stage.hubModel, "state", HubModelView.Ready);
            tryVerify(() => button("Measure this computer") !== null);
            mouseClick(button("Measure this computer"));
            tryCompare(stage.probe, "state", SpeedProbe.Measured);
            tryVerify(() => button("Measure this computer") === null);
            verify(stage.probe.note !== "");
            compare(all(page, HLabel).filter(label => label.text === stage.probe.note).length, 1);
            foundSpy.clear();
            mouseClick(button("Measure again"));
            tryCompare(foundSpy, "count", 1);
        }
        function test_offlineOffersToGoOnline(): void {
            stage.setHub("offline");
            stage.open(false);
            page.view = 1;
            tryCompare(stage.search, "state", HubSearch.Failed);
            tryVerify(() => button("Go online") !== null);
            mouseClick(button("Go online"));
            compare(onlineSpy.count, 1);
        }
        function test_theModelCardIsOpenedThroughTheOwner(): void {
            begin();
            discover();
            mouseClick(all(page, HubCard)[0]);
            tryCompare(stage.hubModel, "state", HubModelView.Ready);
            tryVerify(() => button("Model card") !== null);
            mouseClick(button("Model card"));
            compare(linkSpy.signalArguments[0][0], "https://huggingface.co/Qwen/Qwen3-8B-GGUF");
        }

        function test_removedItGoesAtOnceAndComesBack(): void {
            stage.put("models/Llama-3B.gguf");
            stage.put("models/Qwen3-8B.gguf");
            begin();
            list().forceActiveFocus(Qt.TabFocusReason);
            keyClick(Qt.Key_Delete);
            compare(list().count, 1);
            tryCompare(removedSpy, "count", 1);
            compare(removedSpy.signalArguments[0][2], true);
            stage.localModels.restore(removedSpy.signalArguments[0][0]);
            tryCompare(list(), "count", 2);
            tryVerify(() => row("Llama").ready);
        }
        function test_onAFullDriveItIsDeletedForGoodAfterAQuestion(): void {
            stage.put("models/Llama-3B.gguf");
            stage.fillDrive();
            begin();
            const question = Array.from(local().data).find(part => part instanceof ConfirmDialog);
            mouseClick(button("Move to the trash"));
            tryCompare(question, "opened", true);
            verify(question.title.includes("Llama"));
            verify(question.text.includes("full"));
            tryVerify(() => row("Llama") !== null);
            question.reject();
            tryCompare(question, "visible", false);
            verify(row("Llama") !== null);
            mouseClick(button("Move to the trash"));
            tryCompare(question, "opened", true);
            tryCompare(stage.localModels, "count", 1);
            question.accept();
            tryCompare(stage.localModels, "count", 0);
            tryVerify(() => !stage.has("models/Llama-3B.gguf"));
        }
        function test_aModelInUseStays(): void {
            stage.put("models/Llama-3B.gguf");
            begin();
            stage.activeModel.use(stage.pathOf("models/Llama-3B.gguf"));
            tryVerify(() => !button("Move to the trash").enabled);
        }
        function test_aDriveThatIsGoneSaysSoAndIsLookedForAgain(): void {
            stage.putSmall("stick/Qwen3-8B.gguf");
            stage.plug("stick", true);
            begin();
            stage.addFolder("stick");
            tryVerify(() => row("Qwen3") !== null);
            stage.take("stick");
            stage.plug("stick", false);
            stage.localModels.refresh();
            tryVerify(() => row("Qwen3").modelState === LocalModels.Offline);
            verify(row("Qwen3").reason.includes("not connected"));
            mouseClick(row("Qwen3"));
            compare(button("Use in chat"), null);
            compare(button("Check files"), null);
            verify(button("Take off this list") !== null);
            stage.putSmall("stick/Qwen3-8B.gguf");
            stage.plug("stick", true);
            mouseClick(button("Look again"));
            tryVerify(() => row("Qwen3").ready);
            compare(button("Look again"), null);
        }
        function test_aFileThatIsGoneSaysWhichAndIsNotForTheTrash(): void {
            stage.putSmall("models/Llama-3B.gguf");
            begin();
            stage.take("models/Llama-3B.gguf");
            stage.localModels.refresh();
            tryVerify(() => row("Llama").modelState === LocalModels.Missing);
            verify(row("Llama").reason.includes("Llama-3B.gguf"));
            compare(button("Move to the trash"), null);
            mouseClick(button("Take off this list"));
            tryCompare(stage.localModels, "count", 0);
        }
        function test_aCheckCanBeStopped(): void {
            stage.put("models/Llama-3B.gguf");
            begin();
            mouseClick(button("Check files"));
            tryVerify(() => button("Stop checking") !== null && all(page, ProgressLine).length === 1);
            mouseClick(button("Stop checking"));
            tryVerify(() => button("Check files") !== null && all(page, ProgressLine).length === 0);
            compare(verifiedSpy.count, 0);
        }
        function test_aCheckSaysWhatItFound(): void {
            stage.putSmall("models/Llama-3B.gguf");
            stage.putSmall("models/Qwen3-8B.gguf");
            begin();
            stage.promiseOther("models/Qwen3-8B.gguf");
            stage.localModels.refresh();
            tryCompare(stage.localModels, "scanning", false);
            for (const verdict of [LocalModels.Remembered, LocalModels.Matches]) {
                mouseClick(button("Check files"));
                tryVerify(() => verifiedSpy.count > 0 && verifiedSpy.signalArguments[verifiedSpy.count - 1][1] === verdict);
            }
            tryVerify(() => says("as they should be"));
            mouseClick(row("Qwen3"));
            mouseClick(button("Check files"));
            tryVerify(() => verifiedSpy.signalArguments[verifiedSpy.count - 1][1] === LocalModels.Differs);
            tryVerify(() => says("Download it again"));
            verify(row("Qwen3").stateText === "Damaged");
            compare(button("Use anyway…").kind, HButton.Plain);
            compare(button("Download again").kind, HButton.Filled);
            mouseClick(button("Download again"));
            tryCompare(downloadSpy, "count", 1);
            mouseClick(row("Llama"));
            tryVerify(() => button("Use in chat") !== null);
            verify(button("Download again") === null);
        }
        function test_aMoveOfTheLibrarySaysHowFarItIsAndCanBeCancelled(): void {
            stage.putSmall("models/Llama-3B.gguf");
            begin();
            compare(all(page, LibraryMove).length, 0);
            stage.holdMoves();
            stage.localModels.moveLibrary("file://" + stage.pathOf("big"));
            tryVerify(() => all(page, LibraryMove).length === 1);
            verify(says("downloads wait"));
            verify(button("Use in chat").enabled);
            wait(50);
            wait(50);  // the line has taken its place
            mouseClick(button("Cancel"));
            stage.letMovesGo();
            tryVerify(() => all(page, LibraryMove).length === 0);
            compare(movedSpy.signalArguments[0][0], false);
            compare(movedSpy.signalArguments[0][1], "");
            stage.localModels.moveLibrary("file://" + stage.pathOf("big"));
            stage.letMovesGo();
            tryCompare(movedSpy, "count", 2);
            compare(movedSpy.signalArguments[1][0], true);
            tryVerify(() => stage.localModels.place.endsWith("/big"));
            tryVerify(() => all(page, LibraryMove).length === 0);
        }
        function test_aDownloadSaysThatItWaitsForTheMove(): void {
            stage.setServer("half");
            begin();
            discover();
            mouseClick(all(page, HubCard)[0]);
            tryVerify(() => group("Q4_K_M") !== null);
            stage.holdMoves();
            stage.localModels.moveLibrary("file://" + stage.pathOf("big"));
            mouseClick(all(group("Q4_K_M"), HButton)[0]);
            tryVerify(() => all(page, DownloadCard).length === 1);
            tryVerify(() => all(page, DownloadCard)[0].held);
            verify(all(page, DownloadCard)[0].status.includes("moved"));
            verify(!all(all(page, DownloadCard)[0], HButton)[0].enabled);
            stage.letMovesGo();
            tryVerify(() => !all(page, DownloadCard)[0].held);
        }
        function test_aMoveThatWasCutOffCanBeGivenUp(): void {
            stage.putSmall("models/Llama-3B.gguf");
            begin();
            stage.leaveMove("elsewhere");
            stage.localModels.refresh();
            tryVerify(() => all(page, LibraryMove).length === 1);
            verify(says("cut off"));
            verify(button("Go on") !== null);
            mouseClick(button("Give up"));
            tryVerify(() => all(page, LibraryMove).length === 0);
            verify(row("Llama").ready);
        }
        function test_aModelIsAddedByDragging(): void {
            stage.putSmall("elsewhere/Dragged-3B.gguf");
            begin();
            page.view = 1;
            stage.dragOver(root, "file://" + stage.pathOf("elsewhere/Dragged-3B.gguf"));
            verify(says("Drop it to add this model"));
            stage.endDrag(root, true);
            verify(!says("Drop it to add this model"));
            compare(page.view, 0);
            tryVerify(() => row("Dragged") !== null && row("Dragged").selected);
        }
        function test_allThatIsDroppedIsTaken(): void {
            stage.putSmall("elsewhere/One-3B.gguf");
            stage.putSmall("elsewhere/Two-3B.gguf");
            begin();
            stage.dragAllOver(root, ["One-3B.gguf", "Two-3B.gguf"].map(name => "file://" + stage.pathOf("elsewhere/" + name)));
            stage.endDrag(root, true);
            tryVerify(() => row("One") !== null && row("Two") !== null);
            stage.dragAllOver(root, ["file://" + stage.pathOf("elsewhere/One-3B.gguf"), "file:///home/ada/picture.png"]);
            verify(says("Drop it to add this model"));
            stage.endDrag(root, true);
            verify(says("picture.png"));
        }
        function test_whatIsNoModelIsRefusedWhileItHovers(): void {
            begin();
            stage.dragOver(root, "file:///home/ada/picture.png");
            verify(says("This file cannot be added"));
            verify(says("picture.png"));
            stage.endDrag(root, false);
            verify(!says("picture.png"));
            stage.dragOver(root, "file:///home/ada/picture.png");
            stage.endDrag(root, true);
            verify(says("picture.png"));  // the page keeps saying it
            compare(stage.localModels.count, 0);
        }
        function test_theCuratedListIsThereWithoutAConnection(): void {
            stage.setHub("offline");
            stage.open(false);
            stage.suggest();
            page.view = 1;
            tryCompare(stage.search, "state", HubSearch.Failed);
            tryVerify(() => all(page, HubCard).length > 3);
            verify(says("A good start"));
            verify(says("offline"));
            mouseClick(button("Go online"));
            compare(onlineSpy.count, 1);
        }
        function test_estimatesSaySoUntilTheirRowIsFocused(): void {
            begin();
            discover();
            mouseClick(all(page, HubCard)[0]);
            tryVerify(() => group("Q8_0")?.memoryText.includes("about") ?? false);
            verify(!group("Q4_K_M").memoryText.includes("about"));
            verify(says("estimate"));
            all(group("Q8_0"), HButton)[0].forceActiveFocus(Qt.TabFocusReason);
            tryVerify(() => !group("Q8_0").memoryText.includes("about"));
            verify(!says("estimate"));
        }
        function test_aModelWithTermsLeadsToItsPageAndToTheToken(): void {
            begin();
            discover();
            stage.setHub("licence");
            mouseClick(all(page, HubCard)[0]);
            tryCompare(stage.hubModel, "state", HubModelView.Failed);
            tryVerify(() => button("Access token…") !== null);
            mouseClick(button("Open the model's page"));
            verify(linkSpy.signalArguments[0][0].endsWith("/Qwen/Qwen3-8B-GGUF"));
        }
        function test_aShorterAnswerTakesAFreshListOver(): void {
            failOnWarning(/DelegateModel/);
            begin();
            // Rows beyond the view are still being made at one of these moments.
            for (let delay = 0; delay < 40; delay += 2) {
                stage.setHub("many");
                stage.search.refresh();
                tryCompare(stage.search, "count", 62);
                const fresh = createTemporaryObject(freshView, root);
                wait(delay);
                stage.setHub("models");
                stage.search.refresh();
                tryCompare(stage.search, "count", 2);
                tryVerify(() => all(fresh, HubCard).map(card => card.name).join() === "Qwen3-8B-GGUF,Llama-70B-GGUF");
                fresh.destroy();
            }
        }
    }
}
