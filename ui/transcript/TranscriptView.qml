import QtQuick
import Qt.labs.qmlmodels
import Hearth.Controls
import Hearth.Transcript.Models

/// A conversation: rows of blocks in a column of readable width, selected across rows, followed at its end as long as the
/// reader stays there. It opens no link by itself.
FocusScope {
    id: view

    required property TranscriptModel model
    /// No editing, continuing or deleting.
    property bool readOnly: false
    /// The model that answers now, empty where there is none: answers of others tell which one wrote them.
    property string modelInUse
    readonly property alias following: list.following
    readonly property alias selection: selection

    /// copy (already done), edit, regenerate, continue, branch, delete, version-previous, version-next, keep-what
    signal actionRequested(string action, double messageKey)
    signal linkActivated(string target)

    function jumpToEnd(): void {
        list.jumpToEnd();
    }

    Accessible.role: Accessible.Pane
    Accessible.name: qsTr("Conversation")

    SelectionController {
        id: selection

        model: view.model
    }
    TranscriptAppearance {
        id: appearance
    }
    RowContext {
        id: rows

        selection: selection
        appearance: appearance
        rowWidth: list.width
        columnWidth: Math.max(120, Math.min(Theme.readingWidth, list.width - 2 * Theme.space6))
        readOnly: view.readOnly
        modelInUse: view.modelInUse
        onActionRequested: (action, messageKey) => view.actionRequested(action, messageKey)
        onRevealRequested: row => list.reveal(row)
    }
    TranscriptList {
        id: list

        anchors.left: parent.left
        anchors.right: parent.right
        anchors.bottom: parent.bottom
        focus: true
        messages: view.model
        space: view.height
        context: rows
        delegate: DelegateChooser {
            role: "kind"

            DelegateChoice {
                roleValue: TranscriptModel.Paragraph
                TextRow {
                    context: rows
                }
            }
            DelegateChoice {
                roleValue: TranscriptModel.Heading
                TextRow {
                    context: rows
                }
            }
            DelegateChoice {
                roleValue: TranscriptModel.ListItem
                TextRow {
                    context: rows
                }
            }
            DelegateChoice {
                roleValue: TranscriptModel.Code
                CodeRow {
                    context: rows
                }
            }
            DelegateChoice {
                roleValue: TranscriptModel.Table
                TableRow {
                    context: rows
                }
            }
            DelegateChoice {
                roleValue: TranscriptModel.Mathematics
                MathRow {
                    context: rows
                }
            }
            DelegateChoice {
                roleValue: TranscriptModel.Rule
                RuleRow {
                    context: rows
                }
            }
            DelegateChoice {
                roleValue: TranscriptModel.Image
                ImageRow {
                    context: rows
                }
            }
            DelegateChoice {
                roleValue: TranscriptModel.OwnText
                OwnTextRow {
                    context: rows
                }
            }
            DelegateChoice {
                roleValue: TranscriptModel.Thinking
                ThinkingRow {
                    context: rows
                }
            }
            DelegateChoice {
                roleValue: TranscriptModel.Caret
                CaretRow {
                    context: rows
                }
            }
            DelegateChoice {
                roleValue: TranscriptModel.Note
                NoteRow {
                    context: rows
                }
            }
            DelegateChoice {
                roleValue: TranscriptModel.Error
                ErrorRow {
                    context: rows
                }
            }
            DelegateChoice {
                roleValue: TranscriptModel.Footer
                FooterRow {
                    context: rows
                }
            }
            DelegateChoice {
                roleValue: TranscriptModel.ContextRule
                ContextRuleRow {
                    context: rows
                }
            }
        }
        onLinkActivated: target => view.linkActivated(target)
        onMenuRequested: (x, y, messageKey, link) => menuLoader.show(x, y, messageKey, link)
    }
    Loader {
        anchors.centerIn: parent
        active: view.model.loading
        sourceComponent: LoadingState {
            title: qsTr("Opening the conversation…")
        }
    }
    JumpButton {
        anchors.horizontalCenter: parent.horizontalCenter
        anchors.bottom: parent.bottom
        anchors.bottomMargin: Theme.space3
        shown: !list.following && list.count > 0
        writing: view.model.writing
        onClicked: {
            list.jumpToEnd();
            list.forceActiveFocus();
        }
    }
    // Built when it is first wanted: a page is made quicker without it.
    Loader {
        id: menuLoader

        active: false

        function show(x: real, y: real, messageKey: double, link: string): void {
            active = true;
            const menu = item as TranscriptMenu;
            menu.messageKey = messageKey;
            menu.link = link;
            menu.popup(view, x, y);
        }
        sourceComponent: TranscriptMenu {
            id: menu

            hasSelection: selection.hasSelection
            onCopyRequested: selection.copy()
            onCopyMessageRequested: {
                selection.copyMessage(menu.messageKey);
                view.actionRequested("copy", menu.messageKey);
            }
            onCopyLinkRequested: selection.copyText(menu.link)
            onSelectAllRequested: selection.selectAll()
        }
    }
}
