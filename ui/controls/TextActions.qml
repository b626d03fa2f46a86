import QtQuick

/// The menu of cut, copy and paste for a text item, built when it is first wanted (right press or the menu key).
Loader {
    id: actions

    objectName: "textActions"

    /// A TextInput or a TextEdit, or what derives from them.
    required property Item field
    /// Answers true where it took what would be pasted.
    property var takesPaste: null

    function open(): void {
        if (item === null)
            setSource("EditMenu.qml", { "input": field as TextInput, "edit": field as TextEdit, "takesPaste": takesPaste });
        (item as HMenu).popup();
    }
}
