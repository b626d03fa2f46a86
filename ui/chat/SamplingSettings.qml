import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Chat.Models

/// How the model chooses its words. The two that most people want first; the rest behind a button.
ColumnLayout {
    id: settings

    required property ChatParameters parameters

    property bool showsAll: false

    spacing: Theme.space4

    component Share: HSlider {
        Layout.fillWidth: true
        from: 0
        to: 1
        stepSize: 0.01
    }
    component Penalty: HSlider {
        Layout.fillWidth: true
        from: -2
        to: 2
        stepSize: 0.05
    }

    ParameterRow {
        parameters: settings.parameters
        parameter: "temperature"
        label: qsTr("Temperature")
        help: qsTr("Low: sober and repeatable. High: more surprising, and more mistakes.")

        HSlider {
            Layout.fillWidth: true
            label: qsTr("Temperature")
            from: 0
            to: 2
            stepSize: 0.05
            value: settings.parameters.temperature
            onMoved: value => settings.parameters.temperature = value
        }
    }
    ParameterRow {
        parameters: settings.parameters
        parameter: "maxTokens"
        label: qsTr("Longest answer")
        help: settings.parameters.limitsAnswer ? qsTr("The answer stops after so many tokens; a token is about three quarters of a word.")
                                               : qsTr("The answer may be as long as the context allows.")

        RowLayout {
            spacing: Theme.space3

            HSwitch {
                label: qsTr("Limit the answer")
                checked: settings.parameters.limitsAnswer
                onToggled: {
                    settings.parameters.limitsAnswer = checked;
                    checked = Qt.binding(() => settings.parameters.limitsAnswer);
                }
            }
            HSpinBox {
                Layout.fillWidth: true
                enabled: settings.parameters.limitsAnswer
                label: qsTr("Longest answer in tokens")
                from: 1
                to: 1000000
                stepSize: 64
                value: settings.parameters.maxTokens
                onValueModified: {
                    settings.parameters.maxTokens = value;
                    value = Qt.binding(() => settings.parameters.maxTokens);
                }
            }
        }
    }
    HButton {
        Layout.leftMargin: -leftPadding
        compact: true
        kind: HButton.Quiet
        iconName: settings.showsAll ? "chevron-up" : "chevron-down"
        text: settings.showsAll ? qsTr("Fewer settings") : qsTr("All settings")
        onClicked: settings.showsAll = !settings.showsAll
    }
    ColumnLayout {
        Layout.fillWidth: true
        visible: settings.showsAll
        spacing: Theme.space4

        ParameterRow {
            parameters: settings.parameters
            parameter: "topP"
            label: qsTr("Top-p")
            help: qsTr("Draws from the likeliest tokens that together make up this share. 1 is off.")

            Share {
                label: qsTr("Top-p")
                from: 0.01
                value: settings.parameters.topP
                onMoved: value => settings.parameters.topP = value
            }
        }
        ParameterRow {
            parameters: settings.parameters
            parameter: "minP"
            label: qsTr("Min-p")
            help: qsTr("Leaves out tokens that are less likely than this share of the likeliest. 0 is off.")

            Share {
                label: qsTr("Min-p")
                value: settings.parameters.minP
                onMoved: value => settings.parameters.minP = value
            }
        }
        ParameterRow {
            parameters: settings.parameters
            parameter: "topK"
            label: qsTr("Top-k")
            help: qsTr("Draws from so many of the likeliest tokens. 0 is off.")

            HSpinBox {
                Layout.fillWidth: true
                label: qsTr("Top-k")
                from: 0
                to: 1000000
                value: settings.parameters.topK
                onValueModified: {
                    settings.parameters.topK = value;
                    value = Qt.binding(() => settings.parameters.topK);
                }
            }
        }
        ParameterRow {
            parameters: settings.parameters
            parameter: "repetitionPenalty"
            label: qsTr("Repetition penalty")
            help: qsTr("Makes tokens of the last 64 less likely. 1 is off; more than 1.2 is rarely good.")

            HSlider {
                Layout.fillWidth: true
                label: qsTr("Repetition penalty")
                from: 1
                to: 2
                stepSize: 0.01
                value: settings.parameters.repetitionPenalty
                onMoved: value => settings.parameters.repetitionPenalty = value
            }
        }
        ParameterRow {
            parameters: settings.parameters
            parameter: "frequencyPenalty"
            label: qsTr("Frequency penalty")
            help: qsTr("Makes a token less likely each time it was used. 0 is off.")

            Penalty {
                label: qsTr("Frequency penalty")
                value: settings.parameters.frequencyPenalty
                onMoved: value => settings.parameters.frequencyPenalty = value
            }
        }
        ParameterRow {
            parameters: settings.parameters
            parameter: "presencePenalty"
            label: qsTr("Presence penalty")
            help: qsTr("Makes a token less likely once it was used at all. 0 is off.")

            Penalty {
                label: qsTr("Presence penalty")
                value: settings.parameters.presencePenalty
                onMoved: value => settings.parameters.presencePenalty = value
            }
        }
        SeedSetting {
            parameters: settings.parameters
        }
        StopStrings {
            parameters: settings.parameters
        }
    }
}
