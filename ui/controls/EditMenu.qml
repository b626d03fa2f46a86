import QtQuick

/// Cut, copy and paste for one text item: `input` or `edit`.
HMenu {
    id: menu

    property TextInput input: null
    property TextEdit edit: null
    /// Answers true where it took what would be pasted.
    property var takesPaste: null

    readonly property bool writable: edit ? !edit.readOnly : input ? !input.readOnly : false
    readonly property bool secret: input !== null && input.echoMode !== TextInput.Normal
    readonly property bool hasSelection: (edit ? edit.selectedText : input ? input.selectedText : "") !== ""

    function paste(): void {
        if (takesPaste !== null && takesPaste())
            return;
        if (edit)
            edit.paste();
        else
            input.paste();
    }

    HMenuItem {
        text: qsTr("Cut")
        iconName: "cut"
        shortcutText: qsTr("Ctrl+X")
        enabled: menu.writable && menu.hasSelection && !menu.secret
        onTriggered: menu.edit ? menu.edit.cut() : menu.input.cut()
    }
    HMenuItem {
        text: qsTr("Copy")
        iconName: "copy"
        shortcutText: qsTr("Ctrl+C")
        enabled: menu.hasSelection && !menu.secret
        onTriggered: menu.edit ? menu.edit.copy() : menu.input.copy()
    }
    HMenuItem {
        text: qsTr("Paste")
        iconName: "paste"
        shortcutText: qsTr("Ctrl+V")
        enabled: menu.writable && (menu.edit ? menu.edit.canPaste : menu.input ? menu.input.canPaste : false)
        onTriggered: menu.paste()
    }
    HMenuSeparator {}
    HMenuItem {
        text: qsTr("Select all")
        shortcutText: qsTr("Ctrl+A")
        enabled: (menu.edit ? menu.edit.length : menu.input ? menu.input.length : 0) > 0
        onTriggered: menu.edit ? menu.edit.selectAll() : menu.input.selectAll()
    }
}
