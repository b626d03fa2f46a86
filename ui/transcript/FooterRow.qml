import QtQuick
import Hearth.Controls

/// The line under a message: figures of an answer, and what can be done with the message. Actions show under the
/// pointer, with the keyboard, and always on the last message.
TranscriptRow {
    id: row

    required property bool own
    required property bool writing
    required property int versionIndex
    required property int versionCount
    required property real firstTokenSeconds
    required property real tokensPerSecond
    required property int tokens
    required property int cachedPercent
    required property string modelName

    readonly property bool isLast: index === ListView.view.count - 1

    // The actions are half of what a screen of rows costs: they come a moment later, those of a few rows at a time.
    Timer {
        interval: Math.max(0, row.index) % 4 * 12
        running: true
        onTriggered: actions.active = true
    }
    Flow {
        width: row.columnWidth
        layoutDirection: row.own ? Qt.RightToLeft : Qt.LeftToRight
        spacing: Theme.space3

        AnswerFigures {
            visible: !row.own && hasFigures
            modelName: row.context.modelInUse === "" || row.context.modelInUse === row.modelName ? "" : row.modelName
            firstTokenSeconds: row.firstTokenSeconds
            tokensPerSecond: row.tokensPerSecond
            tokens: row.tokens
            cachedPercent: row.cachedPercent
        }
        Loader {
            visible: active
            active: row.versionCount > 1
            sourceComponent: VersionSwitch {
                enabled: !row.context.readOnly
                versionIndex: row.versionIndex
                versionCount: row.versionCount
                onChosen: action => row.context.actionRequested(action, row.messageKey)
                onRevealRequested: row.context.revealRequested(row.index)
            }
        }
        Loader {
            id: actions

            // It keeps its place meanwhile: a Flow leaves out what has no width.
            width: Math.max(1, implicitWidth)
            height: Theme.compactHeight
            active: false
            sourceComponent: MessageActions {
                own: row.own
                writing: row.writing
                readOnly: row.context.readOnly
                shown: row.messageHovered || (row.isLast && !row.writing)
                onChosen: action => {
                    if (action === "copy")
                        row.context.selection.copyMessage(row.messageKey);
                    row.context.actionRequested(action, row.messageKey);
                }
                onRevealRequested: row.context.revealRequested(row.index)
            }
        }
    }
}
