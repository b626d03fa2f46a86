import QtQuick

/// Asks before something that cannot be undone. `ask` sets the question and what is done on "yes".
HDialog {
    id: dialog

    property var onYes: null

    iconName: "warning"
    danger: true

    /// `action` is called once, when the person agrees.
    function ask(question: string, explanation: string, yesText: string, action: var): void {
        title = question;
        text = explanation;
        primaryText = yesText;
        onYes = action;
        open();
    }

    onAccepted: {
        const action = onYes;
        onYes = null;
        if (action)
            action();
    }
    onRejected: onYes = null
}
