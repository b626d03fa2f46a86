import QtQuick
import QtQuick.Templates as T

/// A whole number, to type or to step.
T.SpinBox {
    id: control

    property string label

    implicitWidth: Math.max(96, implicitContentWidth + leftPadding + rightPadding)
    implicitHeight: Math.max(Theme.controlHeight, implicitContentHeight + topPadding + bottomPadding)
    leftPadding: Theme.space2 + 2 + (mirrored ? up.indicator.width : 0)
    rightPadding: Theme.space2 + (mirrored ? 2 : up.indicator.width)
    topPadding: Theme.space1
    bottomPadding: Theme.space1
    editable: true
    hoverEnabled: true
    font.family: Theme.familySans
    font.pixelSize: Theme.sizeBody
    Accessible.role: Accessible.SpinBox
    Accessible.name: label
    Accessible.description: displayText

    validator: IntValidator {
        bottom: Math.min(control.from, control.to)
        top: Math.max(control.from, control.to)
    }

    contentItem: TextInput {
        text: control.displayText
        color: control.enabled ? Theme.text : Theme.disabled
        selectionColor: Theme.selection
        selectedTextColor: Theme.text
        font: control.font
        readOnly: !control.editable
        validator: control.validator
        inputMethodHints: control.inputMethodHints
        selectByMouse: true
        clip: width < contentWidth
        verticalAlignment: TextInput.AlignVCenter
        Accessible.role: Accessible.EditableText
        Accessible.name: control.label
    }

    up.indicator: SpinArrow {
        x: control.mirrored ? 1 : control.width - width - 1
        y: 1
        height: (control.height - 2) / 2
        name: "chevron-up"
        hovered: control.up.hovered
        pressed: control.up.pressed
        usable: control.enabled && (control.wrap || control.value < control.to)
    }
    down.indicator: SpinArrow {
        x: control.mirrored ? 1 : control.width - width - 1
        y: control.height / 2
        height: (control.height - 2) / 2
        name: "chevron-down"
        hovered: control.down.hovered
        pressed: control.down.pressed
        usable: control.enabled && (control.wrap || control.value > control.from)
    }

    background: FieldGround {
        field: control
        hovered: control.hovered
    }
}
