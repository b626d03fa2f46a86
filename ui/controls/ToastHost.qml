import QtQuick
import QtQuick.Window

/// Where notices appear: lay it over a window. At most `shownAtOnce` are on show, the others wait their turn. A notice with
/// a topic takes the place of the one before it and keeps that one's action, which takes all of them back; a sentence
/// without an action is its own topic. F6 moves the focus to the newest and back.
Item {
    id: host

    property int shownAtOnce: 3
    /// Milliseconds a notice stays when nobody looks at it.
    property int lifetime: 6000
    readonly property int shownCount: shown.count
    readonly property int waitingCount: waiting.length
    /// What the notices take of the window, from its lower edge less the margin.
    readonly property real shownHeight: shownCount > 0 ? stack.height + column.anchors.bottomMargin : 0

    property var waiting: []
    property var actions: ({})
    property int nextKey: 1
    property Item focusBefore: null

    anchors.fill: parent
    z: 100

    /// Shows a notice and returns its key. `action` is called once if `actionText` is pressed.
    function show(text: string, actionText: string, action: var): int {
        return add("", "", text, actionText, action);
    }
    /// A notice of something that went wrong.
    function showError(text: string, actionText: string, action: var): int {
        return add("error", "", text, actionText, action);
    }
    /// A notice of one of several that follow each other, such as the steps of one setting.
    function showAbout(topic: string, problem: bool, text: string, actionText: string, action: var): int {
        return add(problem ? "error" : "", topic, text, actionText, action);
    }
    function dismiss(key: int): void {
        delete actions[key];
        waiting = waiting.filter(notice => notice.key !== key);
        for (let i = 0; i < shown.count; ++i) {
            if (shown.get(i).key === key) {
                const hadFocus = column.activeFocus;
                shown.remove(i);
                if (hadFocus)
                    leave();
                break;
            }
        }
        refill();
    }
    /// Takes all notices away.
    function clear(): void {
        const hadFocus = column.activeFocus;
        actions = {};
        waiting = [];
        shown.clear();
        if (hadFocus)
            leave();
    }
    /// Moves the focus to the newest notice, or back to where it was.
    function toggleFocus(): void {
        if (column.activeFocus) {
            leave();
        } else if (shown.count > 0) {
            focusBefore = Window.activeFocusItem;
            repeater.itemAt(shown.count - 1).forceActiveFocus(Qt.TabFocusReason);
        }
    }

    function add(kind: string, about: string, text: string, actionText: string, action: var): int {
        const hasAction = (actionText ?? "") !== "";
        const topic = about !== "" ? about : hasAction ? "" : kind + text;
        const notice = { "key": 0, "kind": kind, "topic": topic, "message": text, "actionText": actionText ?? "", "repeats": 0 };
        for (let i = 0; i < shown.count; ++i) {
            const before = shown.get(i);
            if (topic !== "" && before.topic === topic) {
                shown.set(i, Object.assign(notice, { "key": before.key, "repeats": before.repeats + 1 }));
                actions[before.key] = actions[before.key] ?? action;
                return before.key;
            }
        }
        const place = waiting.findIndex(before => topic !== "" && before.topic === topic);
        if (place >= 0) {
            notice.key = waiting[place].key;
            waiting[place] = notice;
            actions[notice.key] = actions[notice.key] ?? action;
            return notice.key;
        }
        notice.key = nextKey++;
        actions[notice.key] = action;
        waiting = waiting.concat([notice]);
        refill();
        return notice.key;
    }
    function refill(): void {
        while (waiting.length > 0 && shown.count < shownAtOnce) {
            shown.append(waiting[0]);
            waiting = waiting.slice(1);
        }
    }
    function leave(): void {
        if (focusBefore !== null)
            focusBefore.forceActiveFocus(Qt.OtherFocusReason);
        focusBefore = null;
    }
    function trigger(key: int): void {
        const action = actions[key];
        dismiss(key);
        if (action)
            action();
    }

    component Notice: Toast {
        required property string kind
        required property string message
        required property int repeats
        required key
        required actionText

        objectName: "notice"
        x: parent ? (parent.width - width) / 2 : 0
        width: Math.min(implicitWidth, parent ? parent.width : implicitWidth)
        text: message
        iconName: kind === "error" ? "error" : ""
        iconColor: Theme.bad
        onRepeatsChanged: beginAgain()
    }

    Shortcut {
        sequence: "F6"
        enabled: shown.count > 0
        onActivated: host.toggleFocus()
    }
    ListModel {
        id: shown
    }
    FocusScope {
        id: column

        anchors.horizontalCenter: parent.horizontalCenter
        anchors.bottom: parent.bottom
        anchors.bottomMargin: Theme.space6
        width: Math.min(parent.width - 2 * Theme.space4, 560 * Theme.fontScale)
        height: stack.height

        Column {
            id: stack

            anchors.horizontalCenter: parent.horizontalCenter
            width: parent.width
            spacing: Theme.space2

            move: Transition {
                NumberAnimation {
                    property: "y"
                    duration: Theme.motion
                    easing.type: Easing.OutCubic
                }
            }

            Repeater {
                id: repeater

                model: shown

                onItemAdded: (index, item) => {
                    const notice = item as Toast;
                    notice.lifetime = host.lifetime;
                    notice.actionTriggered.connect(() => host.trigger(notice.key));
                    notice.dismissed.connect(() => host.dismiss(notice.key));
                }

                delegate: Notice {}
            }
        }
    }
}
