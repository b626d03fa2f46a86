import QtQuick

/// The menu of cut, copy and paste for a text item, built when it is first wanted (right press or the menu key).
Loader {
    id: actions

    /// A TextInput or a TextEdit, or what derives from them.
    required property Item field

    function open(): void {
        if (item === null)
            setSource("EditMenu.qml", { "input": field as TextInput, "edit": field as TextEdit });
        (item as HMenu).popup();
    }
}
