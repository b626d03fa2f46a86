import QtQuick
import QtTest
import Hearth.Controls
import Hearth.Chat

Item {
    id: root

    width: 320
    height: 900

    SidePanel {
        id: panel

        anchors.fill: parent
        session: stage.session
        activeModel: stage.activeModel
        presets: stage.presets
    }
    SignalSpy {
        id: closed

        target: panel
        signalName: "closed"
    }

    TestCase {
        name: "SidePanel"
        when: windowShown

        function init(): void {
            stage.newChat();
            closed.clear();
        }
        function row(parameter: string): Item {
            return findChild(panel, "row_" + parameter);
        }

        function test_temperatureAndBack(): void {
            const parameters = stage.session.parameters;
            const temperature = row("temperature");
            verify(!temperature.changed);
            parameters.temperature = 1.5;
            verify(temperature.changed);
            verify(!parameters.isDefault);
            const reset = findChild(temperature, "reset");
            verify(reset.visible);
            mouseClick(reset);
            compare(parameters.temperature, 0.7);
            verify(!temperature.changed);
        }
        function test_changedMarks(): void {
            const parameters = stage.session.parameters;
            parameters.temperature = 0.3;
            verify(row("temperature").changed);
        }
        function test_systemPromptIsTheChats(): void {
            const prompt = findChild(panel, "systemPrompt");
            prompt.area.forceActiveFocus();
            for (const letter of "be kind")
                keyClick(letter);
            compare(stage.session.parameters.systemPrompt, "be kind");
            stage.newChat();
            compare(prompt.text, "");
            compare(stage.session.parameters.systemPrompt, "");
        }
        function test_stopStrings(): void {
            findChild(panel, "sampling").showsAll = true;
            const field = findChild(panel, "newStopString");
            field.forceActiveFocus();
            for (const letter of "END")
                keyClick(letter);
            keyClick(Qt.Key_Return);
            compare(stage.session.parameters.stopStrings, ["END"]);
            compare(field.text, "");
            for (const letter of "END")
                keyClick(letter);
            keyClick(Qt.Key_Return);
            verify(stage.session.parameters.error !== "");
            compare(field.text, "END");
        }
        function test_seed(): void {
            findChild(panel, "sampling").showsAll = true;
            const parameters = stage.session.parameters;
            verify(!parameters.fixedSeed);
            parameters.fixedSeed = true;
            verify(parameters.seed !== "");
            const field = findChild(panel, "seedField");
            field.forceActiveFocus();
            field.selectAll();
            for (const letter of "42")
                keyClick(letter);
            keyClick(Qt.Key_Return);
            compare(parameters.seed, "42");
            field.forceActiveFocus();
            field.text = "many";
            field.editingFinished();
            verify(parameters.error !== "");
            compare(field.text, "42");
        }
        function test_escapeCloses(): void {
            findChild(panel, "systemPrompt").area.forceActiveFocus();
            keyClick(Qt.Key_Escape);
            compare(closed.count, 1);
        }
        function test_presets(): void {
            stage.session.parameters.systemPrompt = "teach";
            stage.presets.create("Tutor", stage.session.parameters);
            tryCompare(stage.presets, "count", 1);
            compare(stage.session.parameters.presetName, "Tutor");
            stage.newChat();
            stage.presets.apply(0, stage.session.parameters);
            compare(stage.session.parameters.systemPrompt, "teach");
        }
    }
}
