import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Hearth.Controls

/// What floats over a page, for the eye: a form, a question that warns, notices, an open list, a tip.
Rectangle {
    id: page

    readonly property bool zh: Theme.language === "zh_CN"
    property string shown

    width: Math.round(900 * Math.min(Theme.fontScale, 1.6))
    height: Math.round(620 * Math.min(Theme.fontScale, 1.6))
    color: Theme.window

    function t(en: string, chinese: string): string {
        return zh ? chinese : en;
    }

    onShownChanged: {
        if (shown === "form") {
            form.open();
        } else if (shown === "confirm") {
            confirm.ask(t("Delete “Trip to Hangzhou”?", "删除“杭州三日游”？"), t("Its 24 messages go to the trash and stay there for 30 days.", "其中 24 条消息会移到回收站，保留 30 天。"), t("Delete", "删除"), () => {});
        } else if (shown === "popups") {
            combo.popup.open();
            toasts.show(t("Chat moved to the trash", "对话已移到回收站"), t("Undo", "撤销"), () => {});
            toasts.showError(t("The disk is full. The last answer is not saved; free some space and it will be.", "磁盘已满，最后一个回答没有保存；腾出空间后会自动保存。"), t("Open the folder", "打开文件夹"), () => {});
            tip.visible = true;
        }
    }

    Column {
        x: Theme.space6
        y: Theme.space6
        width: 320 * Theme.fontScale
        spacing: Theme.space2

        SectionLabel {
            text: page.t("Today", "今天")
        }
        Repeater {
            model: [page.t("Paged attention, explained", "分页注意力的原理"), page.t("Trip to Hangzhou", "杭州三日游"), page.t("Regex for log lines", "日志行的正则")]

            ListRow {
                required property string modelData
                required property int index

                width: 256 * Theme.fontScale
                title: modelData
                subtitle: page.t("A block table maps each…", "块表把每个逻辑块映射到…")
                selected: index === 0
            }
        }
        HComboBox {
            id: combo

            label: page.t("Theme", "外观")
            model: [page.t("Like the system", "跟随系统"), page.t("Light", "浅色"), page.t("Dark", "深色")]
        }
    }
    HButton {
        x: page.width - width - 2 * Theme.space8
        y: 2 * Theme.space8
        text: page.t("Pointed at", "指着")

        HToolTip {
            id: tip

            delay: 0
            text: page.t("Start a new chat  Ctrl+N", "新建对话  Ctrl+N")
        }
    }
    HDialog {
        id: form

        title: page.t("New preset", "新建预设")
        text: page.t("A preset keeps the system prompt and the sampling of this chat.", "预设会保存这个对话的系统提示词和采样参数。")
        primaryText: page.t("Save", "保存")
        secondaryText: page.t("Cancel", "取消")
        tertiaryText: page.t("More options", "更多选项")

        HTextField {
            Layout.fillWidth: true
            label: page.t("Name", "名称")
            placeholderText: page.t("Name", "名称")
        }
        HTextArea {
            Layout.fillWidth: true
            label: page.t("System prompt", "系统提示词")
            text: page.t("You are a patient tutor.", "你是一位耐心的导师。")
        }
        HCheckBox {
            Layout.fillWidth: true
            text: page.t("Use it for new chats", "用于新对话")
            checked: true
        }
    }
    ConfirmDialog {
        id: confirm

        secondaryText: page.t("Cancel", "取消")
    }
    ToastHost {
        id: toasts
    }
}
