import QtQuick
import QtQuick.Templates as T

/// Several lines to write in. It grows with its text from `minimumLines` to `maximumLines`, then scrolls.
FocusScope {
    id: control

    property alias text: area.text
    property alias placeholderText: area.placeholderText
    property alias readOnly: area.readOnly
    property alias length: area.length
    property alias cursorPosition: area.cursorPosition
    property alias selectedText: area.selectedText
    property alias preeditText: area.preeditText
    property alias inputMethodComposing: area.inputMethodComposing
    property alias font: area.font
    /// The editor itself, for what is not forwarded.
    readonly property alias area: area
    property string label
    property bool invalid: false
    /// Without a frame it is laid into a frame of its owner's.
    property bool framed: true
    property int minimumLines: 3
    property int maximumLines: 10
    /// Tab leaves the field; with true it writes a tab.
    property bool writesTabs: false

    readonly property real lineHeight: Math.ceil(metrics.height * (Theme.cjk ? 1.2 : 1.15))

    /// Asked before the clipboard is pasted, or with true what is marked elsewhere (the middle button): a function
    /// that answers true where it took the text, so that the editor does not.
    property var takesPaste: null

    /// A key (a KeyEvent) before the editor sees it; accept the event to keep it from the editor.
    signal keyPressed(var event)

    implicitWidth: 240
    implicitHeight: Math.min(Math.max(area.implicitHeight, minimumLines * lineHeight + area.topPadding + area.bottomPadding) + 2 * flickable.anchors.margins,
                             maximumLines * lineHeight + area.topPadding + area.bottomPadding + 2 * flickable.anchors.margins)

    /// Moves the focus on by Tab, where Tab is not a character.
    function leaves(key: int): bool {
        if (writesTabs || key !== Qt.Key_Tab && key !== Qt.Key_Backtab)
            return false;
        const forward = key === Qt.Key_Tab;
        area.nextItemInFocusChain(forward).forceActiveFocus(forward ? Qt.TabFocusReason : Qt.BacktabFocusReason);
        return true;
    }
    /// Whether the owner takes what would be pasted.
    function pasteIsTaken(marked: bool): bool {
        return !readOnly && takesPaste !== null && takesPaste(marked);
    }
    function clear(): void {
        area.clear();
    }
    function insert(position: int, words: string): void {
        area.insert(position, words);
    }
    function selectAll(): void {
        area.selectAll();
    }

    FontMetrics {
        id: metrics

        font: area.font
    }
    FieldGround {
        anchors.fill: parent
        visible: control.framed
        field: area
        invalid: control.invalid
        hovered: area.hovered
    }
    Flickable {
        id: flickable

        anchors.fill: parent
        anchors.margins: control.framed ? 1 : 0
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        T.ScrollBar.vertical: HScrollBar {}

        T.TextArea.flickable: T.TextArea {
            id: area

            leftPadding: control.framed ? Theme.space2 + 1 : 0
            rightPadding: leftPadding + (control.framed ? 0 : Theme.space2)
            topPadding: control.framed ? Theme.space2 - 2 : 0
            bottomPadding: topPadding
            wrapMode: TextEdit.Wrap
            textFormat: TextEdit.PlainText
            color: enabled ? Theme.text : Theme.disabled
            placeholderTextColor: Theme.faint
            selectionColor: Theme.selection
            selectedTextColor: Theme.text
            font.family: Theme.familySans
            font.pixelSize: Theme.sizeBody
            selectByMouse: true
            persistentSelection: true
            focus: true
            implicitWidth: contentWidth + leftPadding + rightPadding
            implicitHeight: Math.max(contentHeight, hint.visible ? hint.implicitHeight : 0) + topPadding + bottomPadding

            Accessible.role: Accessible.EditableText
            Accessible.name: control.label !== "" ? control.label : placeholderText
            Accessible.multiLine: true
            activeFocusOnTab: true
            Keys.onPressed: event => {
                event.accepted = false;
                control.keyPressed(event);
                if (!event.accepted)
                    event.accepted = control.leaves(event.key) || event.matches(StandardKey.Paste) && control.pasteIsTaken(false);
            }
            onPressed: event => {
                if (event.button === Qt.RightButton) {
                    forceActiveFocus();
                    menu.open();
                }
            }

            MouseArea {
                anchors.fill: parent
                acceptedButtons: Qt.MiddleButton
                cursorShape: Qt.IBeamCursor
                onPressed: mouse => mouse.accepted = control.pasteIsTaken(true)
            }
            HLabel {
                id: hint

                x: area.leftPadding
                y: area.topPadding
                width: area.width - area.leftPadding - area.rightPadding
                visible: area.length === 0 && area.preeditText === ""
                text: area.placeholderText
                color: area.enabled ? area.placeholderTextColor : Theme.disabled
                font: area.font
                wrapMode: Text.Wrap
                elide: Text.ElideNone
                horizontalAlignment: area.effectiveHorizontalAlignment
                Accessible.ignored: true
            }
        }
    }
    TextActions {
        id: menu

        field: area
        takesPaste: () => control.pasteIsTaken(false)
    }
}
