import QtQuick
import QtTest
import Hearth.Controls
import Hearth.Engine.Models
import Hearth.Library
import Hearth.Library.Models

Rectangle {
    id: root

    width: 900
    height: 700
    color: Theme.window

    HButton {
        id: modelButton

        x: 20
        y: 12
        text: "Model"

        ModelChooser {
            id: chooser

            localModels: stage.localModels
            offers: stage.offers
            downloads: stage.downloads
            activeModel: stage.activeModel
        }
    }
    SignalSpy {
        id: useSpy

        target: chooser
        signalName: "useRequested"
    }
    SignalSpy {
        id: unloadSpy

        target: chooser
        signalName: "unloadRequested"
    }

    TestCase {
        name: "ModelChooser"
        when: windowShown

        function init(): void {
            Theme.reducedMotion = true;
            stage.reset();
            useSpy.clear();
            unloadSpy.clear();
        }
        function cleanup(): void {
            chooser.close();
            Theme.dark = false;
        }
        function begin(): void {
            stage.open(false);
            tryCompare(stage.localModels, "scanned", true);
            chooser.open();
            tryCompare(chooser, "opened", true);
            tryCompare(stage.localModels, "scanning", false);
            wait(50);
        }
        function rows(): var {
            const list = Array.from(chooser.contentItem.children).find(child => child instanceof HListView);
            return Array.from(list.contentItem.children).filter(child => child instanceof ModelRow && child.visible);
        }
        function row(name: string): var {
            return rows().find(item => item.name === name) ?? null;
        }
        function fill(count: int): void {
            for (let i = 0; i < count; ++i)
                stage.put(`models/Llama-${i}-3B-Instruct-Q4_K_M.gguf`);
        }

        function test_aDamagedModelIsSaidToBe(): void {
            stage.putSmall("models/Llama-3B.gguf");
            stage.putSmall("models/Qwen3-8B.gguf");
            begin();
            stage.promiseOther("models/Qwen3-8B.gguf");
            stage.localModels.refresh();
            tryCompare(stage.localModels, "scanning", false);
            for (const model of stage.localModels.diskUse())
                stage.localModels.verify(model.id);
            tryVerify(() => rows().some(row => row.damaged));
            const damaged = rows().filter(row => row.damaged);
            compare(damaged.length, 1);
            verify(damaged[0].name.includes("Qwen3"));
            compare(damaged[0].stateText, "damaged");
            verify(damaged[0].Accessible.name.includes("damaged"));
        }
        function test_choosingEmitsThePathAndCloses(): void {
            stage.putStarter();
            begin();
            mouseClick(row("SmolLM2-135M-Instruct.Q4_1"));
            compare(useSpy.signalArguments[0][0], stage.pathOf("models/SmolLM2-135M-Instruct.Q4_1.gguf"));
            tryCompare(chooser, "visible", false);
        }
        function test_theKeyboardAloneIsEnough(): void {
            fill(3);
            begin();
            keyClick(Qt.Key_Down);
            keyClick(Qt.Key_Return);
            compare(useSpy.signalArguments[0][0], stage.pathOf("models/Llama-1-3B-Instruct-Q4_K_M.gguf"));
        }
        function test_theOneInUseIsMarkedAndCanBeUnloaded(): void {
            stage.putStarter();
            fill(2);
            stage.put("models/clip-gemma.gguf");
            stage.put("models/broken-Qwen3-14B-Q4_K_M.gguf");
            begin();
            stage.activeModel.use(stage.pathOf("models/SmolLM2-135M-Instruct.Q4_1.gguf"));
            tryCompare(stage.activeModel, "ready", true, 6000);
            verify(row("SmolLM2-135M-Instruct.Q4_1").inUse);
            verify(!row("Llama-0-3B-Instruct-Q4_K_M").inUse);
            wait(100);
            stage.picture(root, "chooser_inuse_light_100_en.png");
            Theme.dark = true;
            wait(150);
            stage.picture(root, "chooser_inuse_dark_100_en.png");
            chooser.unloadRequested();
            compare(unloadSpy.count, 1);
        }
        function test_whatCannotRunSaysWhyAndIsNotChosen(): void {
            stage.put("models/clip-gemma.gguf");
            begin();
            const item = row("clip-gemma");
            verify(item.reason !== "");
            mouseClick(item);
            compare(useSpy.count, 0);
        }
        function test_manyModelsCanBeFiltered(): void {
            fill(12);
            stage.put("models/Qwen3-8B.gguf");
            begin();
            tryVerify(() => chooser.many);
            keyClick("q");
            keyClick("w");
            tryVerify(() => rows().length === 1);
            stage.picture(root, "chooser_filtered_light_100_en.png");
            keyClick(Qt.Key_Return);
            compare(useSpy.signalArguments[0][0], stage.pathOf("models/Qwen3-8B.gguf"));
        }
        function test_anEmptyComputerIsOfferedTheStarter(): void {
            begin();
            compare(rows().length, 0);
            stage.picture(root, "chooser_empty_light_100_en.png");
            stage.setServer("half");
            stage.offers.choose(0);
            tryCompare(stage.downloads, "runningCount", 1);
            wait(700);
            stage.picture(root, "chooser_downloading_light_100_en.png");
            stage.downloads.cancel(0);
            tryCompare(stage.downloads, "count", 0);
        }
        function test_chinese(): void {
            if (!stage.wantsPictures)
                skip("only for pictures");
            stage.putStarter();
            stage.put("models/broken-Qwen3-14B-Q4_K_M.gguf");
            stage.put("models/clip-gemma.gguf");
            begin();
            Theme.language = "zh_CN";
            stage.setLanguage("zh_CN");
            wait(200);
            stage.picture(root, "chooser_states_light_100_zh.png");
            Theme.language = "en";
            stage.setLanguage("en");
        }
    }
}
