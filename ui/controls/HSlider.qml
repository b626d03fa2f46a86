import QtQuick
import QtQuick.Layouts
import QtQuick.Templates as T

/// A number on a scale, to drag or to type. It never changes `value` itself: `moved` says what the person wants and the owner
/// gives `value` back, so a binding on it lives.
FocusScope {
    id: control

    property real value: 0
    property real from: 0
    property real to: 1
    property real stepSize: 0.01
    property int decimals: 2
    /// Written after the number in the field's accessible name and tip only.
    property string unit
    property string label

    signal moved(value: real)

    implicitWidth: 240
    implicitHeight: row.implicitHeight
    Accessible.role: Accessible.Grouping
    Accessible.name: label

    function shown(number: real): string {
        return Number(number).toLocaleString(Qt.locale(Theme.language), "f", decimals);
    }
    /// Reads the field: commas and points of the person's language; a number out of range or none at all changes nothing.
    function readField(): void {
        let typed = NaN;
        try {
            typed = Number.fromLocaleString(Qt.locale(Theme.language), field.text);
        } catch (notANumber) {
            // stays NaN
        }
        const usable = typed >= from && typed <= to;
        field.invalid = !usable;
        if (usable)
            moved(typed);
    }

    onValueChanged: refresh()
    Component.onCompleted: refresh()

    function refresh(): void {
        slider.value = value;
        field.invalid = false;
        field.text = shown(value);
    }

    RowLayout {
        id: row

        anchors.fill: parent
        spacing: Theme.space3

        T.Slider {
            id: slider

            Layout.fillWidth: true
            implicitWidth: 120
            implicitHeight: Math.max(Theme.compactHeight, implicitHandleHeight)
            from: control.from
            to: control.to
            stepSize: control.stepSize
            snapMode: T.Slider.SnapAlways
            focus: true
            hoverEnabled: true
            Accessible.role: Accessible.Slider
            Accessible.name: control.label
            Accessible.description: control.shown(control.value) + control.unit
            onMoved: control.moved(value)
            Keys.onPressed: event => {
                const goal = event.key === Qt.Key_Home ? from : event.key === Qt.Key_End ? to
                           : event.key === Qt.Key_PageUp ? Math.min(to, value + 10 * stepSize)
                           : event.key === Qt.Key_PageDown ? Math.max(from, value - 10 * stepSize) : NaN;
                event.accepted = !isNaN(goal);
                if (event.accepted)
                    control.moved(goal);
            }

            background: Rectangle {
                x: slider.leftPadding
                y: (slider.height - height) / 2
                width: slider.availableWidth
                height: 4
                radius: 2
                color: Theme.line

                Rectangle {
                    x: slider.mirrored ? parent.width - width : 0
                    width: slider.position * parent.width
                    height: parent.height
                    radius: 2
                    color: slider.enabled ? Theme.accent : Theme.disabled
                }
            }

            handle: Rectangle {
                implicitWidth: Math.round(16 * Theme.fontScale)
                implicitHeight: implicitWidth
                x: slider.leftPadding + slider.visualPosition * (slider.availableWidth - width)
                y: (slider.height - height) / 2
                radius: width / 2
                color: slider.pressed ? Theme.accentSoft : Theme.surface
                border.width: 2
                border.color: !slider.enabled ? Theme.disabled : slider.hovered || slider.pressed ? Theme.accentHover : Theme.accent

                FocusRing {
                    shown: slider.visualFocus
                    controlRadius: slider.handle.height / 2
                }
            }
        }
        HTextField {
            id: field

            // Wide enough for the longest number of the scale, so that nothing moves while it changes.
            Layout.preferredWidth: Math.ceil(Math.max(widest.advanceWidth, lowest.advanceWidth)) + leftPadding + rightPadding + 2
            implicitWidth: 0
            horizontalAlignment: TextInput.AlignRight
            label: control.unit === "" ? control.label : control.label + " (" + control.unit.trim() + ")"
            inputMethodHints: Qt.ImhFormattedNumbersOnly
            onEditingFinished: control.readField()
            Keys.onUpPressed: control.moved(Math.min(control.to, control.value + control.stepSize))
            Keys.onDownPressed: control.moved(Math.max(control.from, control.value - control.stepSize))
            Keys.onEscapePressed: event => {
                event.accepted = text !== control.shown(control.value);
                control.refresh();
            }
        }
    }
    TextMetrics {
        id: widest

        font: field.font
        text: control.shown(control.to)
    }
    TextMetrics {
        id: lowest

        font: field.font
        text: control.shown(control.from)
    }
}
