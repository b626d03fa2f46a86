import QtQuick
import QtQuick.Templates as T
import QtQuick.Window
import Hearth.Controls
import Hearth.Transcript.Models

/// The list of rows: where it stands, how it follows, and its keys.
///
/// Making all the rows that fit takes longer than the window may be busy. So a conversation is built from its end: the list
/// begins low, at the foot of its space, and grows by a few rows in every frame. It shows when it fills the space.
ListView {
    id: list

    objectName: "transcriptList"

    required property TranscriptModel messages
    required property RowContext context
    /// The height it may take.
    required property real space
    /// The rows of the conversation fill the space; until then they reach so high.
    property bool built: false
    property real reach: 0
    readonly property bool building: !built && count > 0
    /// True while the reader is at the end; then the end stays in sight whatever is written.
    property bool following: true
    /// For the menu: the address under the pointer, or with the keyboard all in sight.
    property list<string> menuLinks

    signal linkActivated(string target)
    signal menuRequested(real x, real y, double messageKey)

    /// Takes the rows of another conversation in place of those of the last one.
    function change(): void {
        if (context.model === messages)
            return;
        keepPlace();
        model = null;
        // Rows kept for another use would be filled once more, with texts that nobody sees.
        reuseItems = false;
        context.model = messages;
        context.hoveredKey = 0;
        context.wrapCode = false;
        reuseItems = true;
        beginBuilding();
        following = messages === null || messages.placeRow < 0;
        model = messages;
        built = count === 0;
        showPlace();
    }
    function beginBuilding(): void {
        following = true;
        built = false;
        reach = 1;
    }
    /// Where the reader is, for when the conversation is shown again.
    function keepPlace(): void {
        if (context.model === null)
            return;
        const row = following ? -1 : indexAt(width / 2, contentY);
        context.model.placeRow = row;
        context.model.placeOffset = row < 0 ? 0 : contentY - itemAtIndex(row).y;
    }
    function showPlace(): void {
        if (following || messages === null || messages.placeRow < 0) {
            showEnd();
        } else {
            positionViewAtIndex(messages.placeRow, ListView.Beginning);
            contentY += messages.placeOffset;
        }
    }
    /// Makes the rows for a few milliseconds.
    function build(): void {
        const start = Date.now();
        do {
            reach += 48;
            built = reach >= space || contentHeight < reach;
            showPlace();
        } while (!built && Date.now() - start < 3);
    }
    function jumpToEnd(): void {
        following = true;
        showEnd();
    }
    /// Keeps the end in sight, unless the reader has left it meanwhile.
    function showEnd(): void {
        if (!following)
            return;
        positionViewAtEnd();
    }
    function showBeginning(): void {
        positionViewAtBeginning();
        rememberPlace();
    }
    function reveal(row: int): void {
        positionViewAtIndex(row, ListView.Contain);
        rememberPlace();
    }
    function scrollBy(distance: real): void {
        const last = Math.max(originY, originY + contentHeight - height);
        contentY = Math.max(originY, Math.min(contentY + distance, last));
        rememberPlace();
    }
    function showMenu(): void {
        const row = currentRow();
        const first = indexAt(width / 2, contentY);
        const last = indexAt(width / 2, contentY + height - 1);
        menuLinks = messages.linksIn(Math.max(0, first), last < 0 ? count - 1 : last);
        menuRequested(width / 2, height / 3, row ? row.messageKey : 0);
    }
    /// The row in the upper part of the view.
    function currentRow(): TranscriptRow {
        return itemAt(width / 2, contentY + Math.min(height / 3, 200)) as TranscriptRow;
    }
    /// The reader has moved the view. Moves of its own (rows that change their height) say nothing about the reader.
    function rememberPlace(): void {
        following = contentY + height >= originY + contentHeight - 4;
    }

    height: built ? space : Math.min(reach, space)
    opacity: building ? 0 : 1
    clip: true
    activeFocusOnTab: true
    keyNavigationEnabled: false
    boundsBehavior: Flickable.StopAtBounds
    reuseItems: true
    cacheBuffer: 200
    currentIndex: -1
    Accessible.role: Accessible.List
    Accessible.name: qsTr("Messages")
    footer: Item {
        height: Theme.space6
    }

    T.ScrollBar.vertical: HScrollBar {
        id: bar
    }

    onActiveFocusChanged: if (!activeFocus) area.gaveFocus = false
    onContentYChanged: if (moving || bar.pressed) rememberPlace()
    onContentHeightChanged: Qt.callLater(list.showEnd)
    onHeightChanged: Qt.callLater(list.showEnd)
    onMessagesChanged: change()
    Component.onCompleted: change()
    onWidthChanged: Qt.callLater(list.showEnd)

    Connections {
        target: list.messages

        function onModelAboutToBeReset(): void {
            list.beginBuilding();
        }
        function onAppended(): void {
            list.following = true;
            Qt.callLater(list.showEnd);
        }
        function onModelReset(): void {
            list.built = list.messages.rowCount() === 0; // the view has not counted yet
            list.showEnd();
        }
    }
    Timer {
        id: construction

        interval: 1
        repeat: true
        running: list.building && list.space > 0
        onTriggered: list.build()
    }

    Keys.onPressed: event => {
        const control = event.modifiers & Qt.ControlModifier;
        const shift = event.modifiers & Qt.ShiftModifier;
        const selection = list.context.selection;
        event.accepted = true;
        switch (event.key) {
        case Qt.Key_Up:
            shift ? selection.extendBy(SelectionController.PreviousBlock) : list.scrollBy(-Math.round(56 * Theme.fontScale));
            break;
        case Qt.Key_Down:
            shift ? selection.extendBy(SelectionController.NextBlock) : list.scrollBy(Math.round(56 * Theme.fontScale));
            break;
        case Qt.Key_Left:
            event.accepted = shift !== 0;
            if (shift)
                selection.extendBy(control ? SelectionController.PreviousWord : SelectionController.PreviousCharacter);
            break;
        case Qt.Key_Right:
            event.accepted = shift !== 0;
            if (shift)
                selection.extendBy(control ? SelectionController.NextWord : SelectionController.NextCharacter);
            break;
        case Qt.Key_PageUp:
            list.scrollBy(-list.height * 0.9);
            break;
        case Qt.Key_PageDown:
            list.scrollBy(list.height * 0.9);
            break;
        case Qt.Key_Home:
            list.showBeginning();
            break;
        case Qt.Key_End:
            list.jumpToEnd();
            break;
        case Qt.Key_Menu:
            list.showMenu();
            break;
        case Qt.Key_F10:
            event.accepted = shift !== 0;
            if (shift)
                list.showMenu();
            break;
        case Qt.Key_A:
            event.accepted = control !== 0;
            if (control)
                selection.selectMore();
            break;
        case Qt.Key_C:
        case Qt.Key_Insert:
            event.accepted = control !== 0 && selection.hasSelection;
            if (event.accepted)
                selection.copy();
            break;
        case Qt.Key_Escape:
            event.accepted = selection.hasSelection;
            selection.clear();
            break;
        default:
            event.accepted = false;
        }
    }

    SelectionArea {
        id: area

        parent: list.contentItem
        z: -1
        y: list.contentY
        width: list.width
        height: list.height
        list: list
        selection: list.context.selection
        onLinkActivated: target => list.linkActivated(target)
        onScrollRequested: distance => list.scrollBy(distance)
        onMenuRequested: (x, y, messageKey, link) => {
            list.menuLinks = link === "" ? [] : [link];
            list.menuRequested(x, y, messageKey);
        }
    }
    FocusRing {
        // Not where a button in a row has it, which has a ring of its own.
        shown: list.Window.activeFocusItem === list && !area.gaveFocus
        inside: true
    }
}
