import QtQuick
import QtQuick.Layouts
import Hearth.Controls
import Hearth.Chat.Models

/// A chat in the list: its title and the beginning of its last message (while searching, the words around what was
/// found), and what it is doing.
ListRow {
    id: row

    required property double conversationId
    /// Escaped HTML of ours, with the match in bold while searching.
    required title
    required property string plainTitle
    required property string snippet
    required property bool pinned
    required property string folder
    required property int activity
    required property string activityText
    required property bool newAnswer
    required property bool unstored
    /// It is the chat beside the list.
    property bool shown: false
    property bool renaming: false
    /// The title as it has been typed so far, while renaming; kept by the list, for rows come and go.
    property string typedTitle

    readonly property bool busy: activity === ChatSession.Reading || activity === ChatSession.Writing
    readonly property bool waits: activity === ChatSession.Queued

    /// What the mark at the end of the row means, in words.
    readonly property string stateText: newAnswer ? qsTr("new answer") : activityText !== "" ? activityText
                                                  : unstored ? qsTr("not stored") : ""
    readonly property bool failed: activity === ChatSession.Failed
    readonly property bool marked: busy || waits || failed || newAnswer

    /// The words of our own escaped HTML.
    function unescaped(html: string): string {
        return html.replace(/<[^>]*>/g, "").replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&quot;/g, '"').replace(/&amp;/g, "&");
    }

    signal titleTyped(string title)
    signal renamed(string title)
    signal renameCancelled

    selected: shown
    implicitHeight: Theme.grid(Math.max(snippetLabel.visible ? 48 : Theme.controlHeight, implicitContentHeight + topPadding + bottomPadding))
    Accessible.name: plainTitle
    Accessible.description: stateText

    TipLoader {
        shown: row.hovered && !row.renaming && (titleLabel.truncated || snippetLabel.truncated)
        text: row.snippet === "" ? row.unescaped(row.title) : row.unescaped(row.title) + "\n" + row.unescaped(row.snippet)
    }

    component StateTip: Item {
        id: tip

        property string text

        anchors.fill: parent

        HoverHandler {
            id: pointer
        }
        TipLoader {
            shown: pointer.hovered && tip.text !== ""
            text: tip.text
        }
    }

    contentItem: RowLayout {
        spacing: Theme.space2

        ColumnLayout {
            Layout.fillWidth: true
            spacing: 2

            Text {
                id: titleLabel

                Layout.fillWidth: true
                visible: !row.renaming
                text: row.title
                textFormat: Text.StyledText
                elide: Text.ElideRight
                maximumLineCount: 1
                color: Theme.text
                font.family: Theme.familySans
                font.pixelSize: Theme.sizeBody
                font.weight: row.shown ? Theme.weightStrong : Theme.weightMedium
                Accessible.ignored: true
            }
            Loader {
                Layout.fillWidth: true
                visible: active
                active: row.renaming
                sourceComponent: HTextField {
                    label: qsTr("New title")
                    maximumLength: 200
                    onTextEdited: row.titleTyped(text)
                    Component.onCompleted: {
                        text = row.typedTitle;
                        if (text === row.plainTitle)
                            selectAll();
                        // Later: a row that has just come into view is in no window yet.
                        Qt.callLater(forceActiveFocus, Qt.OtherFocusReason);
                    }
                    Keys.onReturnPressed: row.renamed(text)
                    Keys.onEnterPressed: row.renamed(text)
                    Keys.onEscapePressed: row.renameCancelled()
                    onActiveFocusChanged: {
                        if (activeFocus || !row.renaming)
                            return;
                        // Rows that move take the focus with them without the person's doing.
                        if (row.ListView.view?.activeFocus)
                            Qt.callLater(forceActiveFocus, Qt.OtherFocusReason);
                        else
                            row.renamed(text);
                    }
                }
            }
            Text {
                id: snippetLabel

                Layout.fillWidth: true
                visible: !row.renaming && row.snippet !== ""
                text: row.snippet
                textFormat: Text.StyledText
                elide: Text.ElideRight
                maximumLineCount: 1
                color: Theme.muted
                font.family: Theme.familySans
                font.pixelSize: Theme.sizeSmall
                Accessible.ignored: true
            }
        }
        Icon {
            visible: row.pinned && !row.marked && !row.renaming
            name: "pin"
            size: 12
            color: Theme.faint
        }
        Icon {
            objectName: "unstoredMark"
            visible: row.unstored && !row.marked && !row.renaming
            name: "warning"
            size: 14
            color: Theme.warn

            StateTip {
                text: row.stateText
            }
        }
        Rectangle {
            objectName: "dot"

            readonly property color ink: row.busy ? Theme.accent : row.waits ? Theme.faint : row.newAnswer ? Theme.good : Theme.bad

            visible: row.marked && !row.renaming
            implicitWidth: 8
            implicitHeight: 8
            radius: 4
            color: row.waits ? "transparent" : ink
            border.width: 1.5
            border.color: ink

            StateTip {
                text: row.stateText
            }
        }
    }
}
