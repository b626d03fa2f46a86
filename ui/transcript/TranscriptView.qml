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
    /// What the button that leads to the end takes, while it shows.
    readonly property real footHeight: jump.shown ? jump.height + Theme.space3 : 0

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
        onMenuRequested: (x, y, messageKey) => menuLoader.show(x, y, messageKey)
    }
    Loader {
        anchors.centerIn: parent
        active: view.model.loading
        sourceComponent: LoadingState {
            title: qsTr("Opening the conversation…")
        }
    }
    JumpButton {
        id: jump

        anchors.horizontalCenter: parent.horizontalCenter
        anchors.bottom: parent.bottom
        anchors.bottomMargin: Theme.space3
        shown: !list.following && list.count > 0
        writing: view.model.writing
        onClicked: list.jumpToEnd()
        onFocusFreed: list.forceActiveFocus(Qt.OtherFocusReason)
    }
    // Built when it is first wanted: a page is made quicker without it.
    Loader {
        id: menuLoader

        active: false

        function show(x: real, y: real, messageKey: double): void {
            active = true;
            const menu = item as TranscriptMenu;
            menu.messageKey = messageKey;
            menu.links = list.menuLinks;
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
            onOpenLinkRequested: link => view.linkActivated(link)
            onCopyLinkRequested: link => selection.copyText(link)
            onSelectAllRequested: selection.selectAll()
        }
    }
}
