import QtQuick
import QtQuick.Layouts
import QtQuick.Templates as T
import Hearth.Controls
import Hearth.Shell.Models

/// One action and its keys. While it records, the next keys pressed become the shortcut; a conflict is said and nothing
/// changes.
ColumnLayout {
    id: row

    required property int index
    required property string action
    required property string title
    required property string group
    required property string shownKeys
    required property bool changed
    required property ShortcutTable shortcuts
    property bool firstOfGroup: false
    property bool recording: false
    property string problem

    signal recordRequested
    signal recordEnded

    spacing: 2

    function take(event: KeyEvent): void {
        event.accepted = true;
        if (event.key === Qt.Key_Escape && event.modifiers === Qt.NoModifier) {
            finish();
            return;
        }
        if (event.key === Qt.Key_Backspace && event.modifiers === Qt.NoModifier) {
            shortcuts.setKeys(action, "");
            finish();
            return;
        }
        const keys = shortcuts.keysOf(event.key, event.modifiers);
        if (keys === "")
            return;
        problem = shortcuts.problem(action, keys);
        if (problem === "") {
            shortcuts.setKeys(action, keys);
            finish();
        }
    }
    function finish(): void {
        problem = "";
        recordEnded();
    }

    SectionLabel {
        Layout.topMargin: row.index === 0 ? 0 : Theme.space4
        Layout.bottomMargin: Theme.space1
        visible: row.firstOfGroup
        text: row.group
    }
    RowLayout {
        Layout.fillWidth: true
        spacing: Theme.space2

        HLabel {
            Layout.fillWidth: true
            text: row.title
        }
        IconButton {
            visible: row.changed
            compact: true
            iconName: "undo"
            iconSize: 14
            label: qsTr("The usual keys for “%1”").arg(row.title)
            onClicked: row.shortcuts.reset(row.action)
        }
        T.AbstractButton {
            id: field

            implicitWidth: Math.max(140 * Theme.fontScale, keyHint.implicitWidth + 2 * Theme.space2)
            implicitHeight: Theme.compactHeight
            hoverEnabled: true
            focusPolicy: Qt.StrongFocus
            Accessible.role: Accessible.Button
            Accessible.name: qsTr("Keys for “%1”: %2").arg(row.title).arg(row.shownKeys === "" ? qsTr("none") : row.shownKeys)
            onClicked: {
                forceActiveFocus(Qt.MouseFocusReason);
                row.recordRequested();
            }
            onActiveFocusChanged: if (!activeFocus && row.recording) row.finish()
            // Before the window's own shortcuts get the keys.
            Keys.onShortcutOverride: event => event.accepted = row.recording
            Keys.onPressed: event => {
                if (row.recording)
                    row.take(event);
                else if (event.key === Qt.Key_Return || event.key === Qt.Key_Enter)
                    row.recordRequested();
                else
                    return;
                event.accepted = true;
            }

            contentItem: Item {
                KeyHint {
                    id: keyHint

                    anchors.centerIn: parent
                    visible: !row.recording && row.shownKeys !== ""
                    keys: row.shownKeys
                }
                HLabel {
                    anchors.centerIn: parent
                    visible: !keyHint.visible
                    text: row.recording ? qsTr("Press keys…") : qsTr("None")
                    color: row.recording ? Theme.accent : Theme.faint
                    font.pixelSize: Theme.sizeSmall
                    Accessible.ignored: true
                }
            }
            background: Rectangle {
                radius: Theme.radiusControl
                color: row.recording ? Theme.accentSoft : field.hovered ? Theme.hover : "transparent"
                border.width: 1
                border.color: row.recording ? Theme.accent : field.hovered ? Theme.outline : Theme.line

                FocusRing {
                    shown: field.visualFocus && !row.recording
                }
            }
        }
    }
    HLabel {
        Layout.fillWidth: true
        Layout.bottomMargin: Theme.space1
        visible: row.problem !== ""
        text: row.problem
        color: Theme.bad
        font.pixelSize: Theme.sizeSmall
        horizontalAlignment: Text.AlignRight
        wrapMode: Text.Wrap
        elide: Text.ElideNone
        Accessible.role: Accessible.AlertMessage
    }
}
