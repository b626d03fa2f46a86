import QtQuick
import QtQuick.Layouts
import Hearth.Controls

/// A sentence that stays until its cause is gone, with the ways on.
Rectangle {
    id: bar

    enum Tone {
        Info,
        Warning,
        Problem
    }

    property int tone: NoticeBar.Warning
    property string text
    /// Buttons, the most useful first.
    property alias actions: actionRow.data

    implicitWidth: 320
    implicitHeight: flow.implicitHeight + 2 * Theme.space2
    radius: Theme.radiusCard
    color: [Theme.surface, Theme.warnSoft, Theme.badSoft][tone]
    border.width: tone === NoticeBar.Info ? 1 : 0
    border.color: Theme.line
    Accessible.role: tone === NoticeBar.Info ? Accessible.StaticText : Accessible.AlertMessage
    Accessible.name: text

    GridLayout {
        id: flow

        readonly property bool stacked: actionRow.implicitWidth > bar.width * 0.45 || bar.width < 280 * Theme.fontScale

        anchors.left: parent.left
        anchors.right: parent.right
        anchors.verticalCenter: parent.verticalCenter
        anchors.leftMargin: Theme.space3
        anchors.rightMargin: Theme.space2
        columns: stacked ? 2 : 3
        columnSpacing: Theme.space2
        rowSpacing: Theme.space1

        Icon {
            Layout.alignment: Qt.AlignTop
            Layout.topMargin: 6
            name: ["info", "warning", "error"][bar.tone]
            size: 16
            color: [Theme.muted, Theme.warn, Theme.bad][bar.tone]
        }
        HLabel {
            Layout.fillWidth: true
            text: bar.text
            wrapMode: Text.Wrap
            elide: Text.ElideNone
            Accessible.ignored: true
        }
        RowLayout {
            id: actionRow

            Layout.column: flow.stacked ? 1 : 2
            Layout.row: flow.stacked ? 1 : 0
            Layout.alignment: Qt.AlignRight
            visible: children.length > 0
            spacing: Theme.space1
        }
    }
}
