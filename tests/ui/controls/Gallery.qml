import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Hearth.Controls

/// Every control in every state, for the eye (controls_gallery grabs it) and for the checks of tst_gallery.qml.
Rectangle {
    id: gallery

    readonly property bool zh: Theme.language === "zh_CN"
    readonly property real columnWidth: Math.round(560 * (1 + (Theme.fontScale - 1) * 0.8))

    width: 2 * columnWidth + 3 * Theme.space6
    height: columns.implicitHeight + 2 * Theme.space6
    color: Theme.window

    function t(en: string, chinese: string): string {
        return zh ? chinese : en;
    }

    component Group: Column {
        property string name
        default property alias content: body.data

        width: parent?.width ?? 0
        spacing: Theme.space2

        SectionLabel {
            text: parent.name
        }
        Flow {
            id: body

            width: parent.width
            spacing: Theme.space2
        }
    }

    Row {
        id: columns

        x: Theme.space6
        y: Theme.space6
        spacing: Theme.space6

        Column {
            width: gallery.columnWidth
            spacing: Theme.space6

            Group {
                name: gallery.t("Type", "文字")

                Column {
                    width: parent.width
                    spacing: Theme.space1

                    HLabel {
                        text: gallery.t("Talk to a model on this computer", "与这台电脑上的模型对话")
                        font.pixelSize: Theme.sizeHero
                        font.weight: Theme.weightStrong
                        width: parent.width
                    }
                    HLabel {
                        text: gallery.t("Models", "模型")
                        font.pixelSize: Theme.sizeTitle
                        font.weight: Theme.weightStrong
                    }
                    HLabel {
                        width: parent.width
                        text: gallery.t("Each chat keeps a block table: a list that says where every 32 tokens of its history live.", "每个对话都有一张块表，记录历史中每 32 个词元存放在内存的哪一块，两个对话可以共享。")
                        font.pixelSize: Theme.sizeReading
                        wrapMode: Text.Wrap
                        lineHeight: Theme.readingLineHeight
                    }
                    HLabel {
                        text: gallery.t("Body text, muted", "正文，次要")
                        color: Theme.muted
                    }
                    HLabel {
                        text: gallery.t("Small and faint: what may be missed", "小而淡：可以忽略")
                        color: Theme.faint
                        font.pixelSize: Theme.sizeSmall
                    }
                    HLabel {
                        text: "const mono = [7, 3, 12]; // 中文"
                        font.family: Theme.familyMono
                    }
                }
            }
            Group {
                name: gallery.t("Buttons", "按钮")

                HButton {
                    text: gallery.t("Start with this", "用这个开始")
                    kind: HButton.Filled
                }
                HButton {
                    text: gallery.t("Get", "获取")
                    iconName: "download"
                }
                HButton {
                    text: gallery.t("All models…", "所有模型…")
                    kind: HButton.Quiet
                }
                HButton {
                    text: gallery.t("Delete", "删除")
                    kind: HButton.Danger
                }
                HButton {
                    text: gallery.t("Loading", "正在加载")
                    kind: HButton.Filled
                    busy: true
                }
                HButton {
                    text: gallery.t("Last 5 minutes", "最近 5 分钟")
                    iconName: "chevron-down"
                    iconTrailing: true
                }
                HButton {
                    text: gallery.t("Unavailable", "不可用")
                    kind: HButton.Filled
                    enabled: false
                }
                HButton {
                    text: gallery.t("Unavailable", "不可用")
                    enabled: false
                }
                HButton {
                    text: gallery.t("Compact", "紧凑")
                    compact: true
                }
                HButton {
                    text: gallery.t("Large", "大号")
                    large: true
                    kind: HButton.Filled
                }
                HButton {
                    width: 120
                    text: gallery.t("A label too long for its button", "对这个按钮来说太长的文字标签内容")
                }
                HButton {
                    objectName: "focusedButton"
                    text: gallery.t("Keyboard focus", "键盘焦点")
                }
            }
            Group {
                name: gallery.t("Icon buttons", "图标按钮")

                IconButton {
                    iconName: "plus"
                    label: gallery.t("New chat", "新对话")
                    filled: true
                }
                IconButton {
                    iconName: "panel-right"
                    label: gallery.t("Side panel", "侧栏")
                    checkable: true
                    checked: true
                }
                IconButton {
                    iconName: "copy"
                    label: gallery.t("Copy", "复制")
                }
                IconButton {
                    iconName: "refresh"
                    label: gallery.t("Again", "重新生成")
                    enabled: false
                }
                IconButton {
                    iconName: "close"
                    iconSize: 14
                    label: gallery.t("Close", "关闭")
                    compact: true
                }
                IconButton {
                    iconName: "arrow-up"
                    label: gallery.t("Send", "发送")
                    filled: true
                    round: true
                }
                IconButton {
                    iconName: "arrow-up"
                    label: gallery.t("Send", "发送")
                    filled: true
                    round: true
                    enabled: false
                }
                Chip {
                    text: gallery.t("Fits here", "适合这台电脑")
                    checkable: true
                    checked: true
                }
                Chip {
                    text: gallery.t("Chinese", "中文")
                    checkable: true
                }
                Chip {
                    text: gallery.t("Tutor preset", "导师预设")
                    opens: true
                }
                Chip {
                    text: "notes.txt"
                    iconName: "file"
                    removable: true
                }
                Chip {
                    text: gallery.t("Off", "关")
                    enabled: false
                }
                HSegments {
                    labels: [gallery.t("On this computer", "本机"), gallery.t("Discover", "发现")]
                    currentIndex: 1
                }
            }
            Group {
                name: gallery.t("Fields", "输入框")

                HTextField {
                    placeholderText: gallery.t("Name", "名称")
                }
                HTextField {
                    label: gallery.t("Name", "名称")
                    text: gallery.t("Paged attention 分页", "分页注意力 paged")
                }
                SearchField {
                    placeholderText: gallery.t("Search chats", "搜索对话")
                }
                SearchField {
                    label: gallery.t("Search models", "搜索模型")
                    text: "qwen3 8b"
                }
                HTextField {
                    objectName: "focusedField"
                    label: gallery.t("Name", "名称")
                    text: gallery.t("Has the focus", "有焦点")
                }
                HTextField {
                    label: gallery.t("Template", "模板")
                    text: "temperature = x"
                    invalid: true
                }
                HTextField {
                    label: gallery.t("Name", "名称")
                    text: gallery.t("Unavailable", "不可用")
                    enabled: false
                }
                HComboBox {
                    label: gallery.t("Theme", "外观")
                    model: [gallery.t("Like the system", "跟随系统"), gallery.t("Light", "浅色"), gallery.t("Dark", "深色")]
                }
                HComboBox {
                    label: gallery.t("Theme", "外观")
                    enabled: false
                    model: [gallery.t("Unavailable", "不可用")]
                }
                HSpinBox {
                    label: gallery.t("Seed", "种子")
                    from: 0
                    to: 99999
                    value: 4096
                }
                HSpinBox {
                    label: gallery.t("Seed", "种子")
                    enabled: false
                }
                HTextArea {
                    width: parent.width / 2 - Theme.space1
                    placeholderText: gallery.t("What the model is told before every chat", "每次对话前告诉模型的话")
                }
                HTextArea {
                    width: parent.width / 2 - Theme.space1
                    label: gallery.t("System prompt", "系统提示词")
                    text: gallery.t("You are a patient tutor.\nAsk before you explain.\nGive short examples.\nOne more line.", "你是一位耐心的导师。\n先提问，再讲解。\n举简短的例子。\n再来一行。")
                }
            }
            Group {
                name: gallery.t("Choices", "选择")

                HCheckBox {
                    text: gallery.t("Ask first", "先询问")
                }
                HCheckBox {
                    text: gallery.t("Remember", "记住")
                    checked: true
                }
                HCheckBox {
                    text: gallery.t("Some", "部分")
                    tristate: true
                    checkState: Qt.PartiallyChecked
                }
                HCheckBox {
                    text: gallery.t("Unavailable", "不可用")
                    checked: true
                    enabled: false
                }
                HRadio {
                    text: gallery.t("Light", "浅色")
                    checked: true
                }
                HRadio {
                    text: gallery.t("Dark", "深色")
                }
                HRadio {
                    text: gallery.t("Unavailable", "不可用")
                    enabled: false
                }
                HSwitch {
                    label: gallery.t("Offline", "离线")
                    checked: true
                }
                HSwitch {
                    label: gallery.t("Offline", "离线")
                }
                HSwitch {
                    label: gallery.t("Offline", "离线")
                    enabled: false
                }
                HSwitch {
                    text: gallery.t("Offline", "离线")
                    checked: true
                }
            }
            Group {
                name: gallery.t("Numbers", "数值")

                HSlider {
                    label: gallery.t("Temperature", "温度")
                    width: parent.width / 2 - Theme.space1
                    value: 0.7
                    to: 2
                    onMoved: number => value = number
                }
                HSlider {
                    label: gallery.t("Context", "上下文")
                    width: parent.width / 2 - Theme.space1
                    value: 8192
                    from: 512
                    to: 32768
                    stepSize: 512
                    decimals: 0
                    enabled: false
                }
            }
            Group {
                name: gallery.t("Settings", "设置")

                Card {
                    width: parent.width

                    ColumnLayout {
                        width: parent.width
                        spacing: Theme.space4

                        FormRow {
                            Layout.fillWidth: true
                            label: gallery.t("Theme", "外观")
                            help: gallery.t("Light, dark, or what the system uses.", "浅色、深色，或跟随系统。")

                            HSegments {
                                labels: [gallery.t("System", "系统"), gallery.t("Light", "浅色"), gallery.t("Dark", "深色")]
                            }
                        }
                        Divider {
                            Layout.fillWidth: true
                        }
                        FormRow {
                            Layout.fillWidth: true
                            label: gallery.t("Stay offline", "保持离线")
                            help: gallery.t("Nothing leaves this computer, not even a look for new versions of a model.", "任何内容都不会离开这台电脑，也不会检查模型的新版本。")

                            HSwitch {
                                label: gallery.t("Stay offline", "保持离线")
                                checked: true
                            }
                        }
                        Divider {
                            Layout.fillWidth: true
                        }
                        FormRow {
                            Layout.fillWidth: true
                            label: gallery.t("Command palette", "命令面板")

                            KeyHint {
                                keys: "Ctrl+K"
                            }
                        }
                    }
                }
            }
        }
        Column {
            width: gallery.columnWidth
            spacing: Theme.space6

            Group {
                name: gallery.t("Lists", "列表")

                Rectangle {
                    width: parent.width / 2 - Theme.space1
                    height: chats.height + 2 * Theme.space2
                    color: Theme.window
                    radius: Theme.radiusCard
                    border.color: Theme.line

                    Column {
                        id: chats

                        x: Theme.space2
                        y: Theme.space2
                        width: parent.width - 2 * Theme.space2
                        spacing: 2

                        SectionLabel {
                            leftPadding: Theme.space2
                            text: gallery.t("Today", "今天")
                        }
                        ListRow {
                            width: parent.width
                            title: gallery.t("Paged attention, explained for everyone", "分页注意力的原理以及它为什么这样设计")
                            subtitle: gallery.t("A block table maps each block", "块表把每个逻辑块映射到物理块")
                            selected: true
                            trailing: Ring {
                                size: 14
                                value: 0.43
                            }
                        }
                        ListRow {
                            objectName: "focusedRow"
                            width: parent.width
                            title: gallery.t("Trip to Hangzhou", "杭州三日游")
                            subtitle: gallery.t("Day 2: West Lake early", "第二天：清晨西湖")
                        }
                        ListRow {
                            width: parent.width
                            title: gallery.t("Weekend recipes", "周末菜谱")
                            iconName: "folder"
                            trailing: Badge {
                                text: "12"
                            }
                        }
                        ListRow {
                            width: parent.width
                            title: gallery.t("Unavailable", "不可用")
                            iconName: "chat"
                            enabled: false
                        }
                    }
                }
                Item {
                    id: menuPlace

                    width: parent.width / 2 - Theme.space1
                    height: menu.implicitHeight + Theme.space4

                    HMenu {
                        id: menu

                        objectName: "menu"
                        parent: menuPlace
                        HMenuItem {
                            text: gallery.t("Rename", "重命名")
                            iconName: "edit"
                            shortcutText: "F2"
                        }
                        HMenuItem {
                            text: gallery.t("Pinned", "置顶")
                            checkable: true
                            checked: true
                        }
                        HMenu {
                            title: gallery.t("Move to folder", "移到文件夹")
                            HMenuItem {
                                text: gallery.t("Work", "工作")
                            }
                        }
                        HMenuItem {
                            text: gallery.t("Export", "导出")
                            iconName: "download"
                            enabled: false
                        }
                        HMenuSeparator {}
                        HMenuItem {
                            text: gallery.t("Delete", "删除")
                            iconName: "trash"
                            danger: true
                        }
                    }
                }
            }
            Group {
                name: gallery.t("Badges", "标签")

                Badge {
                    text: "Apache 2.0"
                }
                Badge {
                    text: gallery.t("New", "新")
                    tone: Badge.Accent
                }
                Badge {
                    text: gallery.t("Recommended", "推荐")
                    tone: Badge.Good
                }
                Badge {
                    text: gallery.t("Tight", "勉强")
                    tone: Badge.Warn
                }
                Badge {
                    text: gallery.t("Does not fit", "放不下")
                    tone: Badge.Bad
                }
                KeyHint {
                    keys: "Ctrl+Shift+K"
                }
                KeyHint {
                    keys: "Ctrl++"
                }
            }
            Group {
                name: gallery.t("Progress", "进度")

                Column {
                    width: parent.width
                    spacing: Theme.space3

                    HProgressBar {
                        label: gallery.t("Download", "下载")
                        width: parent.width
                        value: 0.57
                    }
                    HProgressBar {
                        label: gallery.t("Download", "下载")
                        width: parent.width
                        indeterminate: true
                    }
                    Row {
                        spacing: Theme.space4

                        Ring {
                            value: 0.25
                        }
                        Ring {
                            value: 0.8
                            color: Theme.good
                        }
                        Ring {
                            spinning: true
                        }
                        Ring {
                            spinning: true
                            size: 32
                        }
                    }
                    MeterBar {
                        width: parent.width
                        label: gallery.t("Memory", "内存")
                        total: 12
                        segments: [{ "value": 5.2, "color": Theme.weights, "label": "weights 5.2 GB" }, { "value": 1.2, "color": Theme.chats }, { "value": 0.6, "color": Theme.shared }, { "value": 0.7, "color": Theme.kept }]
                    }
                    MeterBar {
                        label: gallery.t("Memory", "内存")
                        width: parent.width
                        height: 20
                        gap: 2
                        total: 12
                        segments: [{ "value": 5.2, "color": Theme.weights }, { "value": 1.2, "color": Theme.chats }, { "value": 0.6, "color": Theme.shared }, { "value": 0.7, "color": Theme.kept }]
                    }
                }
            }
            Group {
                name: gallery.t("Cards", "卡片")

                Card {
                    width: parent.width
                    highlighted: true

                    RowLayout {
                        width: parent.width
                        spacing: Theme.space3

                        ColumnLayout {
                            Layout.fillWidth: true
                            spacing: Theme.space1

                            HLabel {
                                Layout.fillWidth: true
                                text: "SmolLM2 135M"
                                font.pixelSize: Theme.sizeReading
                                font.weight: Theme.weightStrong
                            }
                            HLabel {
                                Layout.fillWidth: true
                                text: gallery.t("Answers in a moment, knows little. Good for a first try.", "回答很快，知识不多，适合初次尝试。")
                                color: Theme.muted
                                wrapMode: Text.Wrap
                            }
                            HLabel {
                                Layout.fillWidth: true
                                text: gallery.t("98 MB · Apache 2.0", "98 MB · Apache 2.0 许可")
                                color: Theme.faint
                                font.pixelSize: Theme.sizeSmall
                            }
                        }
                        HButton {
                            text: gallery.t("Start with this", "用这个开始")
                            kind: HButton.Filled
                            large: true
                        }
                    }
                }
                Card {
                    width: parent.width
                    selected: true

                    HLabel {
                        width: parent.width
                        text: gallery.t("Selected card", "选中的卡片")
                    }
                }
            }
            Group {
                name: gallery.t("States", "状态")

                Rectangle {
                    width: parent.width
                    height: empty.implicitHeight
                    color: Theme.window
                    radius: Theme.radiusCard
                    border.color: Theme.line

                    EmptyState {
                        id: empty

                        anchors.fill: parent
                        iconName: "search"
                        title: gallery.t("No chat says “block table”", "没有对话提到“块表”")
                        text: gallery.t("Try fewer words, or look in the trash.", "试试更少的词，或到回收站里找找。")
                        actions: [
                            HButton {
                                text: gallery.t("Clear the search", "清除搜索")
                            },
                            HButton {
                                text: gallery.t("Open the trash", "打开回收站")
                                kind: HButton.Quiet
                            }
                        ]
                    }
                }
                Rectangle {
                    width: parent.width
                    height: failed.implicitHeight
                    color: Theme.window
                    radius: Theme.radiusCard
                    border.color: Theme.line

                    ErrorState {
                        id: failed

                        anchors.fill: parent
                        title: gallery.t("The model does not fit", "模型放不下")
                        text: gallery.t("It needs 6.4 GB more memory than this computer has free. A smaller size of the same model would fit.", "它比这台电脑的空闲内存多需要 6.4 GB。同一模型的较小尺寸可以放下。")
                        detail: "out_of_memory: 12884901888 bytes wanted, 6012954214 free"
                        actions: [
                            HButton {
                                text: gallery.t("Choose a smaller one", "选较小的")
                                kind: HButton.Filled
                            },
                            HButton {
                                text: gallery.t("Try anyway", "仍要尝试")
                            }
                        ]
                    }
                }
                Rectangle {
                    width: parent.width
                    height: loading.implicitHeight
                    color: Theme.window
                    radius: Theme.radiusCard
                    border.color: Theme.line

                    LoadingState {
                        id: loading

                        anchors.fill: parent
                        title: gallery.t("Loading Qwen3 8B…", "正在加载 Qwen3 8B…")
                        text: gallery.t("3.1 of 6.1 GB · 4 s left", "6.1 GB 中的 3.1 GB · 还剩 4 秒")
                        value: 0.51
                        actions: HButton {
                            text: gallery.t("Cancel", "取消")
                        }
                    }
                }
            }
            Group {
                name: gallery.t("Notice", "通知")

                Toast {
                    text: gallery.t("Chat deleted", "对话已删除")
                    actionText: gallery.t("Undo", "撤销")
                    lifetime: 1000000
                }
                Toast {
                    text: gallery.t("The disk is full; the last answer is not saved.", "磁盘已满，最后一个回答没有保存。")
                    iconName: "error"
                    iconColor: Theme.bad
                    lifetime: 1000000
                }
            }
            Group {
                name: gallery.t("Icons", "图标")

                Repeater {
                    model: ["chat", "models", "monitor", "server", "settings", "plus", "minus", "search", "close", "chevron-down", "chevron-left", "chevron-right", "chevron-up", "copy", "cut", "paste", "check", "edit", "refresh", "play", "stop", "pause", "send", "attach", "panel-right", "pin", "folder", "file", "trash", "undo", "more", "branch", "arrow-up", "external-link", "link", "warning", "error", "info", "download", "memory", "cpu", "keyboard", "command", "language", "sun", "moon", "palette", "flame", "sparkle", "clock", "eye", "eye-off", "filter", "list", "wrap", "drag", "window", "offline"]

                    Icon {
                        required property string modelData

                        name: modelData
                        color: Theme.text
                    }
                }
            }
        }
    }
}
