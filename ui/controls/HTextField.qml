import QtQuick
import QtQuick.Templates as T

/// One line to write in. `label` names it for assistive programs when no visible label does.
T.TextField {
    id: control

    property string iconName
    property string label
    property bool invalid: false
    /// Space kept free at the end, for a button laid over it.
    property real trailingSpace: 0

    implicitWidth: Math.max(160 * Theme.fontScale, Math.min(240 * Theme.fontScale, hint.implicitWidth) + leftPadding + rightPadding)
    implicitHeight: Math.max(Theme.controlHeight, Math.ceil(metrics.height) + 2 * Theme.space2)
    readonly property real leadingPadding: iconName === "" ? Theme.space2 + 2 : Theme.space2 + 2 + leadingIcon.width + Theme.space2
    leftPadding: mirrored ? Theme.space2 + 2 + trailingSpace : leadingPadding
    rightPadding: mirrored ? leadingPadding : Theme.space2 + 2 + trailingSpace
    // TextInput keeps the baseline of its first font whatever else the line holds, and centring would work against that: Chinese
    // text would stand too high. So the padding centres the first font's line.
    topPadding: Math.round((height - metrics.height) / 2)
    bottomPadding: 0
    verticalAlignment: TextInput.AlignTop
    readonly property bool mirrored: LayoutMirroring.enabled

    color: enabled ? Theme.text : Theme.disabled
    placeholderTextColor: Theme.faint
    selectionColor: Theme.selection
    selectedTextColor: Theme.text
    font.family: Theme.familySans
    font.pixelSize: Theme.sizeBody
    selectByMouse: true
    hoverEnabled: true
    activeFocusOnTab: true

    Accessible.role: Accessible.EditableText
    Accessible.name: label !== "" ? label : placeholderText
    Accessible.passwordEdit: echoMode === TextInput.Password

    // Who comes by Tab most often wants to replace.
    onActiveFocusChanged: if (activeFocus && (focusReason === Qt.TabFocusReason || focusReason === Qt.BacktabFocusReason)) selectAll()
    onPressed: event => {
        if (event.button === Qt.RightButton) {
            forceActiveFocus();
            menu.open();
        }
    }

    background: FieldGround {
        field: control
        invalid: control.invalid
        hovered: control.hovered
    }

    FontMetrics {
        id: metrics

        font: control.font
    }
    Icon {
        id: leadingIcon

        x: control.mirrored ? control.width - width - Theme.space2 - 2 : Theme.space2 + 2
        anchors.verticalCenter: parent.verticalCenter
        visible: control.iconName !== ""
        name: control.iconName
        size: 16
        color: control.enabled ? Theme.faint : Theme.disabled
    }
    HLabel {
        id: hint

        x: control.leftPadding
        width: control.width - control.leftPadding - control.rightPadding
        anchors.baseline: parent.top
        anchors.baselineOffset: control.topPadding + metrics.ascent
        visible: control.length === 0 && control.preeditText === ""
        text: control.placeholderText
        color: control.enabled ? control.placeholderTextColor : Theme.disabled
        font: control.font
        horizontalAlignment: control.effectiveHorizontalAlignment
        Accessible.ignored: true
    }
    TextActions {
        id: menu

        field: control
    }
}
