<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>AboutSection</name>
    <message>
        <source>Hearth %1</source>
        <translation>Hearth %1</translation>
    </message>
    <message>
        <source>Runs language models on your own computer. Free software under the Apache licence, version 2.0.</source>
        <translation>在你自己的电脑上运行语言模型。自由软件，采用 Apache 许可证 2.0 版。</translation>
    </message>
    <message>
        <source>Your data</source>
        <translation>你的数据</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>This window</source>
        <translation>当前窗口</translation>
    </message>
    <message>
        <source>Qt %1</source>
        <translation>Qt %1</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>复制详细信息</translation>
    </message>
    <message>
        <source>Versions and system, for a report of a fault</source>
        <translation>版本与系统信息，便于反馈问题</translation>
    </message>
    <message>
        <source>Chats and models stay. Can be undone.</source>
        <translation>对话和模型会保留。可以撤销。</translation>
    </message>
    <message>
        <source>Reset settings</source>
        <translation>重置设置</translation>
    </message>
    <message>
        <source>Made with</source>
        <translation>使用的开源组件</translation>
    </message>
    <message>
        <source>Restore default settings</source>
        <translation>恢复默认设置</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>Tabs</source>
        <translation>标签页</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>关闭标签页</translation>
    </message>
    <message>
        <source>Reopen closed tab</source>
        <translation>重新打开关闭的标签页</translation>
    </message>
    <message>
        <source>Next tab</source>
        <translation>下一个标签页</translation>
    </message>
    <message>
        <source>Previous tab</source>
        <translation>上一个标签页</translation>
    </message>
    <message>
        <source>Move tab left</source>
        <translation>左移标签页</translation>
    </message>
    <message>
        <source>Move tab right</source>
        <translation>右移标签页</translation>
    </message>
    <message>
        <source>Move tab to a new window</source>
        <translation>将标签页移到新窗口</translation>
    </message>
    <message>
        <source>Search chats</source>
        <translation>搜索对话</translation>
    </message>
    <message>
        <source>Write a message</source>
        <translation>写消息</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Show or hide the settings of this chat</source>
        <translation>显示或隐藏对话设置</translation>
    </message>
    <message>
        <source>Unload the model</source>
        <translation>卸载模型</translation>
    </message>
    <message>
        <source>Find anything</source>
        <translation>快速查找</translation>
    </message>
    <message>
        <source>Show chats</source>
        <translation>显示对话</translation>
    </message>
    <message>
        <source>Open settings</source>
        <translation>打开设置</translation>
    </message>
    <message>
        <source>Show or hide the list of chats</source>
        <translation>显示或隐藏对话列表</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>放大文字</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>缩小文字</translation>
    </message>
    <message>
        <source>Usual text size</source>
        <translation>恢复默认文字大小</translation>
    </message>
    <message>
        <source>Switch between light and dark</source>
        <translation>切换浅色和深色</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>全屏</translation>
    </message>
    <message>
        <source>Go offline or online</source>
        <translation>切换离线和在线</translation>
    </message>
    <message>
        <source>New window</source>
        <translation>新窗口</translation>
    </message>
    <message>
        <source>Close window</source>
        <translation>关闭窗口</translation>
    </message>
    <message>
        <source>Quit Hearth</source>
        <translation>退出 Hearth</translation>
    </message>
    <message>
        <source>Go to tab 1</source>
        <translation>转到第 1 个标签页</translation>
    </message>
    <message>
        <source>Go to tab 2</source>
        <translation>转到第 2 个标签页</translation>
    </message>
    <message>
        <source>Go to tab 3</source>
        <translation>转到第 3 个标签页</translation>
    </message>
    <message>
        <source>Go to tab 4</source>
        <translation>转到第 4 个标签页</translation>
    </message>
    <message>
        <source>Go to tab 5</source>
        <translation>转到第 5 个标签页</translation>
    </message>
    <message>
        <source>Go to tab 6</source>
        <translation>转到第 6 个标签页</translation>
    </message>
    <message>
        <source>Go to tab 7</source>
        <translation>转到第 7 个标签页</translation>
    </message>
    <message>
        <source>Go to tab 8</source>
        <translation>转到第 8 个标签页</translation>
    </message>
    <message>
        <source>Go to the last tab</source>
        <translation>转到最后一个标签页</translation>
    </message>
    <message>
        <source>Show models</source>
        <translation>显示模型</translation>
    </message>
    <message>
        <source>Rename this chat</source>
        <translation>重命名此对话</translation>
    </message>
</context>
<context>
    <name>AnswerFigures</name>
    <message>
        <source>%1 s to first token</source>
        <translation>首词元 %1 秒</translation>
    </message>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n 个词元</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 % of the prompt from cache</source>
        <translation>提示词 %1% 来自缓存</translation>
    </message>
    <message>
        <source>Written by %1</source>
        <translation>由 %1 撰写</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 词元/秒</translation>
    </message>
</context>
<context>
    <name>AttachFile</name>
    <message>
        <source>Attach text files</source>
        <translation>添加文本文件</translation>
    </message>
    <message>
        <source>Text files (*.txt *.md *.csv *.json *.xml *.html *.py *.cpp *.h *.js *.log)</source>
        <translation>文本文件 (*.txt *.md *.csv *.json *.xml *.html *.py *.cpp *.h *.js *.log)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>AttachmentDialog</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>AutomaticSwitch</name>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
</context>
<context>
    <name>CaretRow</name>
    <message>
        <source>The answer is being written</source>
        <translation>正在生成回答</translation>
    </message>
</context>
<context>
    <name>ChatHeader</name>
    <message>
        <source>Hide the settings of this chat</source>
        <translation>隐藏对话设置</translation>
    </message>
    <message>
        <source>Settings of this chat</source>
        <translation>对话设置</translation>
    </message>
</context>
<context>
    <name>ChatList</name>
    <message>
        <source>Chats</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Search chats</source>
        <translation>搜索对话</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>没有找到</translation>
    </message>
    <message>
        <source>No chats yet</source>
        <translation>还没有对话</translation>
    </message>
    <message>
        <source>No title and no message contains “%1”.</source>
        <translation>标题和消息中都没有“%1”。</translation>
    </message>
    <message>
        <source>What you write is kept here, on this computer.</source>
        <translation>你写的内容会保存在这里，只留在这台电脑上。</translation>
    </message>
    <message>
        <source>The chats could not be read</source>
        <translation>无法读取对话</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Nothing found yet</source>
        <translation>尚未找到</translation>
    </message>
    <message>
        <source>Older messages are still being searched.</source>
        <translation>正在继续搜索更早的消息。</translation>
    </message>
</context>
<context>
    <name>ChatListMenu</name>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消置顶</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Move to folder</source>
        <translation>移到文件夹</translation>
    </message>
    <message>
        <source>No folder</source>
        <translation>不放入文件夹</translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation>新建文件夹…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Del</translation>
    </message>
    <message>
        <source>Rename the folder…</source>
        <translation>重命名文件夹…</translation>
    </message>
    <message>
        <source>Dissolve the folder</source>
        <translation>解散文件夹</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>新建文件夹</translation>
    </message>
    <message>
        <source>“%1” goes into it.</source>
        <translation>“%1”会移到这个文件夹。</translation>
    </message>
    <message>
        <source>Name of the folder</source>
        <translation>文件夹名称</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>Rename the folder</source>
        <translation>重命名文件夹</translation>
    </message>
    <message>
        <source>Store now</source>
        <translation>立即保存</translation>
    </message>
</context>
<context>
    <name>ChatListModel</name>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>MMMM yyyy</source>
        <comment>heading of a month in the list of chats</comment>
        <translation>yyyy年M月</translation>
    </message>
    <message>
        <source>Past 7 days</source>
        <translation>过去 7 天</translation>
    </message>
</context>
<context>
    <name>ChatListRow</name>
    <message>
        <source>New title</source>
        <translation>新标题</translation>
    </message>
    <message>
        <source>new answer</source>
        <translation>有新回答</translation>
    </message>
    <message>
        <source>not stored</source>
        <translation>未保存</translation>
    </message>
</context>
<context>
    <name>ChatNotices</name>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Go on without storing</source>
        <translation>不保存，继续</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>忽略</translation>
    </message>
    <message>
        <source>The answer could not be stored yet; it is tried again. %1</source>
        <translation>回答尚未保存，正在重试。%1</translation>
    </message>
    <message>
        <source>Your message could not be stored. %1</source>
        <translation>你的消息无法保存。%1</translation>
    </message>
    <message>
        <source>The newest messages of this chat are not stored. %1</source>
        <translation>此对话最新的消息没有保存。%1</translation>
    </message>
    <message>
        <source>Store now</source>
        <translation>立即保存</translation>
    </message>
    <message>
        <source>The answer ended because the model&apos;s context is full.</source>
        <translation>模型的上下文已满，回答提前结束。</translation>
    </message>
    <message>
        <source>The next message does not fit: the model&apos;s context is full.</source>
        <translation>模型的上下文已满，放不下下一条消息。</translation>
    </message>
    <message>
        <source>Choose what to keep</source>
        <translation>选择保留内容</translation>
    </message>
    <message>
        <source>Only read</source>
        <translation>仅阅读</translation>
    </message>
</context>
<context>
    <name>ChatPage</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>The preset “%1” was deleted.</source>
        <translation>已删除预设“%1”。</translation>
    </message>
    <message>
        <source>Opening the chat…</source>
        <translation>正在打开对话…</translation>
    </message>
    <message>
        <source>This chat could not be opened</source>
        <translation>无法打开此对话</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Enter stores the new version · Shift+Enter starts a new line · Esc goes back</source>
        <translation>Enter 保存新版本 · Shift+Enter 换行 · Esc 取消</translation>
    </message>
    <message>
        <source>Enter sends · Shift+Enter starts a new line · Esc stops the answer</source>
        <translation>Enter 发送 · Shift+Enter 换行 · Esc 停止回答</translation>
    </message>
    <message>
        <source>Ctrl+Enter stores the new version · Enter starts a new line · Esc goes back</source>
        <translation>Ctrl+Enter 保存新版本 · Enter 换行 · Esc 返回</translation>
    </message>
    <message>
        <source>Ctrl+Enter sends · Enter starts a new line · Esc stops the answer</source>
        <translation>Ctrl+Enter 发送 · Enter 换行 · Esc 停止回答</translation>
    </message>
</context>
<context>
    <name>ChatParameters</name>
    <message>
        <source>Temperature goes from 0 to 2.</source>
        <translation>温度的范围是 0 到 2。</translation>
    </message>
    <message>
        <source>Top-k is a whole number from 0 (off) to 1,000,000.</source>
        <translation>Top-k 须为 0（关闭）到 1,000,000 之间的整数。</translation>
    </message>
    <message>
        <source>Top-p is more than 0 and at most 1 (off).</source>
        <translation>Top-p 须大于 0，且不超过 1（关闭）。</translation>
    </message>
    <message>
        <source>Min-p goes from 0 (off) to 1.</source>
        <translation>Min-p 的范围是 0（关闭）到 1。</translation>
    </message>
    <message>
        <source>The repetition penalty goes from 1 (off) to 2.</source>
        <translation>重复惩罚的范围是 1（关闭）到 2。</translation>
    </message>
    <message>
        <source>Frequency and presence penalties go from −2 to 2; 0 is off.</source>
        <translation>频率惩罚和存在惩罚的范围是 −2 到 2，0 为关闭。</translation>
    </message>
    <message>
        <source>The longest answer is at least 1 token.</source>
        <translation>回答长度上限至少为 1 个词元。</translation>
    </message>
    <message>
        <source>At most 16 stop strings can be used.</source>
        <translation>最多可设 16 个停止词。</translation>
    </message>
    <message>
        <source>A stop string has between 1 and 256 characters.</source>
        <translation>停止词的长度为 1 到 256 个字符。</translation>
    </message>
</context>
<context>
    <name>ChatStorage</name>
    <message>
        <source>The disk is full. Free some space, then try again.</source>
        <translation>磁盘已满。请释放一些空间，然后重试。</translation>
    </message>
    <message>
        <source>The folder of your chats cannot be written to. Allow writing to it, then try again.</source>
        <translation>无法写入对话所在的文件夹。请允许写入，然后重试。</translation>
    </message>
    <message>
        <source>The file of your chats cannot be opened. Check that its folder exists and is yours.</source>
        <translation>无法打开对话文件。请确认它所在的文件夹存在，并且你有权访问。</translation>
    </message>
    <message>
        <source>The file of your chats is damaged. Start Hearth again to save what can be read of it.</source>
        <translation>对话文件已损坏。请重新启动 Hearth，以抢救其中仍可读取的内容。</translation>
    </message>
    <message>
        <source>Your chats were written by a newer Hearth. They can be read, but not changed, with this one.</source>
        <translation>你的对话由更新版本的 Hearth 写入。当前版本只能查看，不能修改。</translation>
    </message>
    <message>
        <source>Another program is using the file of your chats. Close it, then try again.</source>
        <translation>另一个程序正在使用对话文件。请关闭该程序，然后重试。</translation>
    </message>
    <message>
        <source>The disk reported a fault. Check its cable and health, then try again.</source>
        <translation>磁盘报告了故障。请检查磁盘的连接和健康状况，然后重试。</translation>
    </message>
    <message>
        <source>There is not enough memory to store this. Close other programs, then try again.</source>
        <translation>内存不足，无法保存。请关闭其他程序，然后重试。</translation>
    </message>
    <message>
        <source>This text is too large to be stored. Shorten it.</source>
        <translation>文字太长，无法保存。请缩短后再试。</translation>
    </message>
    <message>
        <source>This is not there any more: it was deleted elsewhere.</source>
        <translation>内容已不存在：它在别处被删除了。</translation>
    </message>
    <message>
        <source>Something went wrong in Hearth while storing your chats.</source>
        <translation>保存对话时，Hearth 内部出错。</translation>
    </message>
    <message>
        <source>Your chats were brought up to date. A copy of the old file is kept as %1.</source>
        <translation>对话文件已升级为新格式。旧文件的副本保存为 %1。</translation>
    </message>
    <message>
        <source>Your chats can be read, but nothing new is stored.</source>
        <translation>可以查看对话，但不会保存任何新内容。</translation>
    </message>
    <message>
        <source>The file of your chats was damaged. All of it could be read; the damaged file is kept as %1.</source>
        <translation>对话文件曾损坏，内容已全部恢复。损坏的文件保存为 %1。</translation>
    </message>
    <message>
        <source>The file of your chats was damaged. What could be read was saved; the damaged file is kept as %1.</source>
        <translation>对话文件曾损坏，可读取的内容已恢复。损坏的文件保存为 %1。</translation>
    </message>
    <message>
        <source>Nothing is stored now: chats are gone when Hearth is closed.</source>
        <translation>现在不会保存任何内容：关闭 Hearth 后，对话就会消失。</translation>
    </message>
    <message>
        <source>This chat is in the file of your chats, which is not open. It is there again when Hearth starts with that file.</source>
        <translation>此对话在您的对话文件中，而该文件现在没有打开。Hearth 下次打开该文件启动后，它会重新出现。</translation>
    </message>
</context>
<context>
    <name>Chip</name>
    <message>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
</context>
<context>
    <name>CodeHead</name>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Wrap long lines</source>
        <translation>自动换行</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>复制代码</translation>
    </message>
</context>
<context>
    <name>CommandPaletteView</name>
    <message>
        <source>Find a chat, a model or something to do</source>
        <translation>查找对话、模型或操作</translation>
    </message>
    <message>
        <source>Nothing fits “%1”.</source>
        <translation>没有与“%1”匹配的结果。</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>搜索结果</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>“%1” could not be opened.</source>
        <translation>无法打开“%1”。</translation>
    </message>
    <message>
        <source>“%1” could not be read.</source>
        <translation>无法读取“%1”。</translation>
    </message>
    <message>
        <source>“%1” is larger than 8 MB, more than a model can read.</source>
        <translation>“%1”超过 8 MB，模型读不了这么多。</translation>
    </message>
    <message>
        <source>“%1” is not a text file in UTF-8.</source>
        <translation>“%1”不是 UTF-8 文本文件。</translation>
    </message>
    <message>
        <source>“%1” is empty.</source>
        <translation>“%1”是空文件。</translation>
    </message>
    <message>
        <source>“%1” is not a file on this computer.</source>
        <translation>“%1”不是这台电脑上的文件。</translation>
    </message>
</context>
<context>
    <name>ComposerCard</name>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Drop text files here to attach them</source>
        <translation>将文本文件拖到此处即可添加</translation>
    </message>
    <message>
        <source>You are changing a message. The old version and its answer are kept.</source>
        <translation>正在修改消息，旧版本及其回答会保留。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Write a message</source>
        <translation>输入消息</translation>
    </message>
    <message>
        <source>Write a reply</source>
        <translation>输入回复</translation>
    </message>
    <message>
        <source>Attach a text file</source>
        <translation>添加文本文件</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Store the new version</source>
        <translation>保存新版本</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Ctrl+Enter</source>
        <translation>Ctrl+Enter</translation>
    </message>
</context>
<context>
    <name>ContextDialog</name>
    <message>
        <source>What the model sees of this chat</source>
        <translation>模型能看到的对话内容</translation>
    </message>
    <message>
        <source>Stop the summary</source>
        <translation>停止总结</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>暂不处理</translation>
    </message>
    <message>
        <source>Leave out the oldest messages</source>
        <translation>略去最早的消息</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>略去</translation>
    </message>
    <message>
        <source>Sum up the oldest messages</source>
        <translation>总结最早的消息</translation>
    </message>
    <message>
        <source>Sum up</source>
        <translation>总结</translation>
    </message>
    <message>
        <source>Enlarge the context</source>
        <translation>扩大上下文</translation>
    </message>
    <message>
        <source>Enlarge</source>
        <translation>扩大</translation>
    </message>
    <message>
        <source>See everything again</source>
        <translation>重新看到全部消息</translation>
    </message>
    <message>
        <source>The messages that are left out now are given to the model again, as far as they fit.</source>
        <translation>将目前略去的消息重新交给模型，只要上下文放得下。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>This message is too long</source>
        <translation>这条消息太长</translation>
    </message>
    <message>
        <source>Go back</source>
        <translation>返回</translation>
    </message>
</context>
<context>
    <name>ContextGauge</name>
    <message>
        <source>Context: %1</source>
        <translation>上下文：%1</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
</context>
<context>
    <name>ContextRuleRow</name>
    <message>
        <source>Choose what to keep</source>
        <translation>选择保留内容</translation>
    </message>
    <message numerus="yes">
        <source>The model no longer sees the %n earlier message(s)</source>
        <translation>
            <numerusform>模型已看不到之前的 %n 条消息</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DeletedChatRow</name>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Delete for good</source>
        <translation>彻底删除</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Del</translation>
    </message>
</context>
<context>
    <name>DeletedChatsDialog</name>
    <message>
        <source>Recently deleted</source>
        <translation>最近删除</translation>
    </message>
    <message numerus="yes">
        <source>A deleted chat is kept for %n day(s); after that it is gone for good.</source>
        <translation>
            <numerusform>删除的对话会保留 %n 天，之后将彻底删除。</numerusform>
        </translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Delete “%1” for good?</source>
        <translation>彻底删除“%1”？</translation>
    </message>
    <message>
        <source>It cannot be brought back after that.</source>
        <translation>删除后将无法恢复。</translation>
    </message>
    <message>
        <source>Delete for good</source>
        <translation>彻底删除</translation>
    </message>
    <message>
        <source>Nothing here</source>
        <translation>这里没有内容</translation>
    </message>
    <message>
        <source>Chats you delete are kept here for a while.</source>
        <translation>你删除的对话会在这里保留一段时间。</translation>
    </message>
</context>
<context>
    <name>DeletedChatsEntry</name>
    <message>
        <source>Recently deleted</source>
        <translation>最近删除</translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s)</source>
        <translation>
            <numerusform>%n 个对话</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DiscoverTools</name>
    <message>
        <source>Name of a model, or its address</source>
        <translation>模型名称或地址</translation>
    </message>
    <message>
        <source>Fits here</source>
        <translation>本机能运行</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>用途</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>排序</translation>
    </message>
</context>
<context>
    <name>DiscoverView</name>
    <message>
        <source>Models of the hub</source>
        <translation>模型站上的模型</translation>
    </message>
    <message>
        <source>More is on its way</source>
        <translation>正在载入更多</translation>
    </message>
    <message>
        <source>Asking the hub…</source>
        <translation>正在询问模型站…</translation>
    </message>
    <message>
        <source>Nothing was found</source>
        <translation>没有找到</translation>
    </message>
    <message>
        <source>Try fewer words, or fewer filters.</source>
        <translation>请减少搜索词或筛选条件。</translation>
    </message>
    <message>
        <source>The hub cannot be asked</source>
        <translation>无法询问模型站</translation>
    </message>
    <message>
        <source>Look further</source>
        <translation>继续查找</translation>
    </message>
    <message>
        <source>Nothing was found so far</source>
        <translation>目前没有找到</translation>
    </message>
</context>
<context>
    <name>DownloadCard</name>
    <message>
        <source>Download of %1</source>
        <translation>下载 %1</translation>
    </message>
    <message>
        <source>Use in chat</source>
        <translation>用于聊天</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Ends the download and removes what has come</source>
        <translation>结束下载并删除已下载的部分</translation>
    </message>
    <message>
        <source>Take %1 off this list</source>
        <translation>从列表中移除 %1</translation>
    </message>
</context>
<context>
    <name>DownloadNote</name>
    <message>
        <source>Nothing has come from %1 for %2. Hearth asks again by itself; if this lasts, check your connection to the Internet.</source>
        <translation>%1 已有 %2 没有传来数据。Hearth 会自动重新请求；如果一直这样，请检查网络连接。</translation>
    </message>
    <message>
        <source>The proxy of your network does not answer just now. Hearth goes on trying; if this lasts, check the proxy in the settings.</source>
        <translation>网络代理暂时没有响应。Hearth 会继续尝试；如果一直这样，请在设置中检查代理。</translation>
    </message>
    <message>
        <source>%1 stopped sending. Hearth goes on where it stopped.</source>
        <translation>%1 停止了传输。Hearth 会从中断处继续。</translation>
    </message>
    <message>
        <source>The connection to %1 broke off. Hearth goes on where it stopped.</source>
        <translation>与 %1 的连接中断了。Hearth 会从中断处继续。</translation>
    </message>
    <message>
        <source>%1 is asked too often just now (error 429). Hearth waits as long as it asks for.</source>
        <translation>%1 的请求过于频繁（错误 429）。Hearth 会按它的要求等待。</translation>
    </message>
    <message>
        <source>%1 has trouble of its own (error %2). Hearth goes on trying; you can leave it alone.</source>
        <translation>%1 出现故障（错误 %2）。Hearth 会继续尝试，无需操作。</translation>
    </message>
    <message>
        <source>%1 cannot be reached just now. Hearth goes on trying; if this lasts, check your connection to the Internet.</source>
        <translation>暂时无法连接 %1。Hearth 会继续尝试；如果一直这样，请检查网络连接。</translation>
    </message>
    <message>
        <source>%1 does not accept your access token any more; this file comes without it. Make a new one there and put it into the settings.</source>
        <translation>%1 不再接受你的访问令牌；此文件不用令牌也能下载。请在其网站上新建一个，并填入设置。</translation>
    </message>
    <message>
        <source>The server could not go on where it stopped, so the download began again. Let it run to its end.</source>
        <translation>服务器不支持从中断处继续，已重新开始下载。请让它一直下载到结束。</translation>
    </message>
    <message>
        <source>The file changed on the server, so the download began again. You need not do anything.</source>
        <translation>服务器上的文件有变化，已重新开始下载。无需操作。</translation>
    </message>
    <message>
        <source>What was here was damaged, so the download began again. If that happens again, check the drive.</source>
        <translation>已下载的部分有损坏，已重新开始下载。如果再次发生，请检查磁盘。</translation>
    </message>
    <message>
        <source>%1 sends this file only from its beginning: after a pause it would begin again. Let it run to its end.</source>
        <translation>%1 只能从头发送此文件，暂停后会重新开始。请让它一直下载到结束。</translation>
    </message>
    <message>
        <source>The server</source>
        <translation>服务器</translation>
    </message>
</context>
<context>
    <name>DownloadRow</name>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Cancel the download and remove what has come</source>
        <translation>取消下载并删除已下载的部分</translation>
    </message>
    <message>
        <source>Download of %1</source>
        <translation>下载 %1</translation>
    </message>
</context>
<context>
    <name>DownloadText</name>
    <message>
        <source>%1/s</source>
        <comment>bytes per second</comment>
        <translation>%1/秒</translation>
    </message>
    <message>
        <source>%1 left</source>
        <comment>a time</comment>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>Checking what is already here…</source>
        <translation>正在检查已有的部分…</translation>
    </message>
    <message>
        <source>Connecting again…</source>
        <translation>正在重新连接…</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>正在连接…</translation>
    </message>
    <message>
        <source>Finishing…</source>
        <translation>即将完成…</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Paused at %1</source>
        <translation>已暂停，%1</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Stopped at %1</source>
        <translation>已停止，%1</translation>
    </message>
    <message>
        <source>Waiting for other downloads…</source>
        <translation>正在等待其他下载…</translation>
    </message>
    <message>
        <source>from %1, checked as it arrives</source>
        <translation>来自 %1，边下载边校验</translation>
    </message>
    <message>
        <source>part %1 of %2 from %3, checked as it arrives</source>
        <translation>第 %1 部分，共 %2 部分，来自 %3，边下载边校验</translation>
    </message>
    <message>
        <source>Trying again in %1…</source>
        <translation>%1后重试…</translation>
    </message>
    <message>
        <source>Trying again in a moment…</source>
        <translation>马上重试…</translation>
    </message>
</context>
<context>
    <name>DownloadsDrawer</name>
    <message>
        <source>Downloads</source>
        <translation>下载</translation>
    </message>
</context>
<context>
    <name>EditMenu</name>
    <message>
        <source>Cut</source>
        <translation>剪切</translation>
    </message>
    <message>
        <source>Ctrl+X</source>
        <translation>Ctrl+X</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Ctrl+C</source>
        <translation>Ctrl+C</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Ctrl+V</source>
        <translation>Ctrl+V</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Ctrl+A</source>
        <translation>Ctrl+A</translation>
    </message>
</context>
<context>
    <name>EmptyChat</name>
    <message>
        <source>What is on your mind?</source>
        <translation>想聊点什么？</translation>
    </message>
    <message>
        <source>Nothing you write leaves this computer.</source>
        <translation>你写的内容不会离开这台电脑。</translation>
    </message>
    <message>
        <source>%1 answers on this computer. Nothing you write leaves it.</source>
        <translation>%1 在这台电脑上回答，你写的内容不会离开这里。</translation>
    </message>
    <message>
        <source>Explain something</source>
        <translation>解释概念</translation>
    </message>
    <message>
        <source>Explain in simple words: </source>
        <translation>请用通俗的话解释：</translation>
    </message>
    <message>
        <source>Improve a text</source>
        <translation>润色文字</translation>
    </message>
    <message>
        <source>Improve this text and say what you changed:

</source>
        <translation>请润色下面的文字，并说明改了哪些地方：

</translation>
    </message>
    <message>
        <source>Translate</source>
        <translation>翻译</translation>
    </message>
    <message>
        <source>Translate into English:

</source>
        <translation>请翻译成英文：

</translation>
    </message>
    <message>
        <source>Make a plan</source>
        <translation>制定计划</translation>
    </message>
    <message>
        <source>Make a plan, step by step, for </source>
        <translation>请一步一步地制定计划，目标是：</translation>
    </message>
</context>
<context>
    <name>ErrorRow</name>
    <message>
        <source>The answer failed.</source>
        <translation>回答失败。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
</context>
<context>
    <name>ErrorSentences</name>
    <message>
        <source>%1 is not there. Check that its drive is connected and that it was not moved or renamed.</source>
        <translation>%1不存在。请确认它所在的磁盘已连接，且文件没有被移动或改名。</translation>
    </message>
    <message>
        <source>%1 could not be read. Check that you may open it and that its drive is connected.</source>
        <translation>无法读取%1。请确认你有权打开它，且它所在的磁盘已连接。</translation>
    </message>
    <message>
        <source>%1 is not a model file that Hearth can open. Choose a file that ends in .gguf, or download it again.</source>
        <translation>%1不是 Hearth 能打开的模型文件。请选择以 .gguf 结尾的文件，或重新下载。</translation>
    </message>
    <message>
        <source>%1 ends before its table of contents does, so the download is incomplete. Download it again.</source>
        <translation>%1不完整，连文件头都没有下载完。请重新下载。</translation>
    </message>
    <message>
        <source>%1 is written in a version of the file format that Hearth does not read%2. Look for a newer copy of this model.</source>
        <translation>%1采用了 Hearth 不支持的文件格式版本%2。请查找此模型的较新文件。</translation>
    </message>
    <message>
        <source>it claims to hold more entries than the file has room for</source>
        <translation>声明的条目数超出了文件的容量</translation>
    </message>
    <message>
        <source>it has a text that is longer than the file</source>
        <translation>某段文本的长度超出了文件本身</translation>
    </message>
    <message>
        <source>it has an entry whose name is not valid</source>
        <translation>某个条目的名称无效</translation>
    </message>
    <message>
        <source>it has an entry of the wrong kind</source>
        <translation>某个条目的类型有误</translation>
    </message>
    <message>
        <source>it has a list that is longer than the file</source>
        <translation>某个列表的长度超出了文件本身</translation>
    </message>
    <message>
        <source>its data are not placed where they should be</source>
        <translation>数据的位置有误</translation>
    </message>
    <message>
        <source>one of its tables has an impossible size</source>
        <translation>某个张量的尺寸不可能成立</translation>
    </message>
    <message>
        <source>one of its tables has an unknown number format</source>
        <translation>某个张量采用了未知的数值格式</translation>
    </message>
    <message>
        <source>one of its tables lies outside the file</source>
        <translation>某个张量位于文件之外</translation>
    </message>
    <message>
        <source>one of its tables has a name that is not valid</source>
        <translation>某个张量的名称无效</translation>
    </message>
    <message>
        <source>This model comes in several files, and %1 is missing. Put all its files into one folder, or download the model again.</source>
        <translation>此模型由多个文件组成，但缺少%1。请将所有文件放在同一个文件夹，或重新下载模型。</translation>
    </message>
    <message>
        <source>%1 does not belong to the other files of this model%2. Download the model again.</source>
        <translation>%1与此模型的其他文件不匹配%2。请重新下载模型。</translation>
    </message>
    <message>
        <source>it lacks an entry that every such model has</source>
        <translation>缺少此类模型必备的条目</translation>
    </message>
    <message>
        <source>it has an entry whose value cannot be right</source>
        <translation>某个条目的值有误</translation>
    </message>
    <message>
        <source>a part of the model is missing</source>
        <translation>缺少模型的一部分</translation>
    </message>
    <message>
        <source>it stores its numbers in a format that Hearth cannot compute with</source>
        <translation>Hearth 无法用它的数值格式进行计算</translation>
    </message>
    <message>
        <source>Hearth does not know this kind of model yet</source>
        <translation>Hearth 尚不支持此类模型</translation>
    </message>
    <message>
        <source>it uses something that Hearth cannot do yet</source>
        <translation>它用到了 Hearth 尚不支持的功能</translation>
    </message>
    <message>
        <source>it splits text into words in a way that Hearth does not know yet</source>
        <translation>Hearth 尚不支持它的分词方式</translation>
    </message>
    <message>
        <source>%1 does not say how a chat with it is written, so it is not made for chatting. Choose a model whose name contains “instruct” or “chat”.</source>
        <translation>%1没有对话模板，不适合用来对话。请选择名称中带有“instruct”或“chat”的模型。</translation>
    </message>
    <message>
        <source>The model&apos;s chat format has an error that Hearth cannot work around</source>
        <translation>模型的对话模板有 Hearth 无法绕过的错误</translation>
    </message>
    <message>
        <source>The model&apos;s chat format asks for something that this chat does not have</source>
        <translation>模型的对话模板需要此对话中没有的内容</translation>
    </message>
    <message>
        <source>The model refuses a chat of this form. Start a new chat, or leave out the system prompt.</source>
        <translation>模型不接受这种形式的对话。请开始新对话，或去掉系统提示词。</translation>
    </message>
    <message>
        <source>The model refuses a chat of this form: “%1”. Start a new chat, or leave out the system prompt.</source>
        <translation>模型不接受这种形式的对话：“%1”。请开始新对话，或去掉系统提示词。</translation>
    </message>
    <message>
        <source>The model&apos;s chat format could not be applied to this chat</source>
        <translation>模型的对话模板无法用于此对话</translation>
    </message>
    <message>
        <source>The model&apos;s chat format takes too much time or memory and was stopped</source>
        <translation>模型的对话模板耗费过多时间或内存，已被中止</translation>
    </message>
    <message>
        <source>%1 contains text that cannot be read. Copy the text again, or save the file as UTF-8.</source>
        <translation>%1包含无法识别的文字。请重新复制文字，或将文件保存为 UTF-8 编码。</translation>
    </message>
    <message>
        <source>The message</source>
        <translation>这条消息</translation>
    </message>
    <message>
        <source>This was stopped before it was finished. You can start it again.</source>
        <translation>已中途停止，可以重新开始。</translation>
    </message>
    <message>
        <source>The processor or graphics card reported an error while computing. Load the model again; if it comes back, restart the computer.</source>
        <translation>处理器或显卡在计算时报告了错误。请重新加载模型；如果再次出现，请重启电脑。</translation>
    </message>
    <message>
        <source>Hearth made a mistake and stopped this model to be safe; your chats are kept. Load the model again.</source>
        <translation>Hearth 内部出错，为安全起见已停止此模型。你的对话都已保留，请重新加载模型。</translation>
    </message>
    <message>
        <source>This file</source>
        <translation>此文件</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source> (expected %1, found %2)</source>
        <translation>（应为 %1，实为 %2）</translation>
    </message>
    <message>
        <source> (found %1)</source>
        <translation>（实为 %1）</translation>
    </message>
    <message>
        <source> (expected %1)</source>
        <translation>（应为 %1）</translation>
    </message>
    <message>
        <source>, in “%1”%2</source>
        <translation>，位于“%1”%2</translation>
    </message>
    <message>
        <source>%1 is damaged: %2%3. Download it again, or take another copy.</source>
        <translation>%1已损坏：%2%3。请重新下载，或换用另一份副本。</translation>
    </message>
    <message>
        <source>%1 cannot be used: %2%3. Choose another model, or look for a newer Hearth.</source>
        <translation>%1无法使用：%2%3。请选择其他模型，或查找更新版本的 Hearth。</translation>
    </message>
    <message>
        <source> (line %1)</source>
        <translation>（第 %1 行）</translation>
    </message>
    <message>
        <source>%1%2%3. Choose another model, or another copy of this one.</source>
        <translation>%1%2%3。请选择其他模型，或换用此模型的另一份副本。</translation>
    </message>
    <message>
        <source>%1 could not be written: it needs %2, and %3 are free. Make room on that drive.</source>
        <translation>无法写入%1：需要 %2，仅剩 %3。请在该磁盘上腾出空间。</translation>
    </message>
    <message>
        <source>%1 could not be written. Check that the drive has room and that you may write there.</source>
        <translation>无法写入%1。请确认磁盘有足够空间，且你有权写入。</translation>
    </message>
    <message>
        <source>%1 is incomplete: it should have %2 and has %3. Download it again.</source>
        <translation>%1不完整：应有 %2，实有 %3。请重新下载。</translation>
    </message>
    <message>
        <source>%1 is incomplete. Download it again.</source>
        <translation>%1不完整。请重新下载。</translation>
    </message>
    <message>
        <source>There is not enough memory: %1 are needed and %2 are free. Close other programs, choose a smaller model or a shorter context.</source>
        <translation>内存不足：需要 %1，可用 %2。请关闭其他程序，或选择更小的模型、更短的上下文。</translation>
    </message>
    <message>
        <source>There is not enough memory for %1. Close other programs, choose a smaller model or a shorter context.</source>
        <translation>内存不足：需要 %1。请关闭其他程序，或选择更小的模型、更短的上下文。</translation>
    </message>
    <message>
        <source>There is not enough memory. Close other programs, choose a smaller model or a shorter context.</source>
        <translation>内存不足。请关闭其他程序，或选择更小的模型、更短的上下文。</translation>
    </message>
    <message>
        <source>This chat has %1 tokens, and the model&apos;s context has room for %2. Leave out older messages, or enlarge the context.</source>
        <translation>此对话有 %1 个词元，模型的上下文只能容纳 %2 个。请略去较早的消息，或扩大上下文。</translation>
    </message>
    <message>
        <source>This chat is longer than the model&apos;s context. Leave out older messages, or enlarge the context.</source>
        <translation>此对话超出了模型的上下文。请略去较早的消息，或扩大上下文。</translation>
    </message>
    <message>
        <source>The model cannot answer with these settings. Put the chat&apos;s settings back to their defaults.</source>
        <translation>模型无法按这些设置回答。请将对话设置恢复为默认值。</translation>
    </message>
    <message>
        <source>The setting “%1” cannot be used%2. Change it, or put it back to its default.</source>
        <translation>设置“%1”无法使用%2。请更改，或恢复为默认值。</translation>
    </message>
    <message>
        <source>%1 is too short to be a model, so the download is incomplete. Download it again.</source>
        <translation>%1太短，不可能是模型，说明没有下载完。请重新下载。</translation>
    </message>
    <message>
        <source>its table of contents is larger than that of any model</source>
        <translation>文件头比任何模型的都大</translation>
    </message>
    <message>
        <source>its table of contents cannot be read</source>
        <translation>文件头无法读取</translation>
    </message>
    <message>
        <source>it has two entries with the same name</source>
        <translation>其中有两个同名的条目</translation>
    </message>
    <message>
        <source>it holds more than the model</source>
        <translation>其中含有不属于模型的内容</translation>
    </message>
    <message>
        <source>it names a file that could lie outside of the model&apos;s folder</source>
        <translation>其中指向的文件可能在模型文件夹之外</translation>
    </message>
    <message>
        <source>one of its tables has a number format of an unknown name</source>
        <translation>其中一个数据表的数值格式名称未知</translation>
    </message>
    <message>
        <source>one of its tables ends before it begins</source>
        <translation>其中一个数据表的结尾位于开头之前</translation>
    </message>
    <message>
        <source>one of its tables has another size than its shape needs</source>
        <translation>其中一个数据表的大小与其形状不符</translation>
    </message>
    <message>
        <source>one of its tables would be larger than any computer&apos;s memory</source>
        <translation>其中一个数据表超出了任何电脑的内存</translation>
    </message>
    <message>
        <source>there are gaps between its data</source>
        <translation>数据之间有空隙</translation>
    </message>
    <message>
        <source>its data overlap</source>
        <translation>数据相互重叠</translation>
    </message>
</context>
<context>
    <name>FailureSentence</name>
    <message>
        <source>%1 is asked too often just now (error 429). Wait a while, then try again.</source>
        <translation>%1 的请求过于频繁（错误 429）。请稍等片刻再试。</translation>
    </message>
    <message>
        <source>%1 has trouble of its own (error %2). Try again later.</source>
        <translation>%1 出现故障（错误 %2）。请稍后再试。</translation>
    </message>
    <message>
        <source>The drive is full. Free some space, then try again. What has been downloaded is kept.</source>
        <translation>磁盘已满。请释放一些空间，然后重试。已下载的部分会保留。</translation>
    </message>
    <message>
        <source>There is not enough space on the drive: %1 more is needed, %2 is free. Free some space, then try again.</source>
        <translation>磁盘空间不足：还差 %1，可用 %2。请释放一些空间，然后重试。</translation>
    </message>
    <message>
        <source>Hearth is offline. The download waits until you go online again.</source>
        <translation>Hearth 处于离线状态，恢复在线后才会继续下载。</translation>
    </message>
    <message>
        <source>Another program is downloading this file now. Wait until it has finished.</source>
        <translation>另一个程序正在下载此文件，请等它完成。</translation>
    </message>
    <message>
        <source>A different file is already at %1. Move or rename it, then try again.</source>
        <translation>%1 处已有另一个文件。请将它移走或改名，然后重试。</translation>
    </message>
    <message>
        <source>%1 could not be found. Check your connection to the Internet, then try again.</source>
        <translation>找不到 %1。请检查网络连接，然后重试。</translation>
    </message>
    <message>
        <source>The proxy of your network could not be found. Check its settings, then try again.</source>
        <translation>找不到网络代理。请检查代理设置，然后重试。</translation>
    </message>
    <message>
        <source>%1 could not be reached. Check your connection to the Internet, then try again.</source>
        <translation>无法连接到 %1。请检查网络连接，然后重试。</translation>
    </message>
    <message>
        <source>%1 does not answer. Check your connection to the Internet, then try again.</source>
        <translation>%1 没有响应。请检查网络连接，然后重试。</translation>
    </message>
    <message>
        <source>A web page came from %1 instead of the file. If your network wants you to sign in, do that first, then try again.</source>
        <translation>%1 返回的是网页，而不是文件。如果你的网络需要登录，请先登录，然后重试。</translation>
    </message>
    <message>
        <source>The proxy %1 could not be reached. Check its settings, then try again.</source>
        <translation>无法连接代理 %1。请检查代理设置后重试。</translation>
    </message>
    <message>
        <source>%1 gives this file only to people who have signed in. Add your token of the hub in the settings, then try again.</source>
        <translation>%1 只向已登录的用户提供此文件。请在设置中填写访问令牌后重试。</translation>
    </message>
    <message>
        <source>%1 does not accept your token: it may have expired. Make a new one on its web site, then try again.</source>
        <translation>%1 不接受你的令牌：它可能已过期。请在其网站上新建一个后重试。</translation>
    </message>
    <message>
        <source>This model has a licence that you have to accept first: open its page on %1, accept it, then try again.</source>
        <translation>此模型的许可证需要你先接受：请打开它在 %1 上的页面，接受后重试。</translation>
    </message>
    <message>
        <source>%1 does not give this file to you (error %2). It may want you to sign in, or be blocked where you are. Try another source.</source>
        <translation>%1 拒绝提供此文件（错误 %2）。可能需要登录，或在你所在的地区受到限制。请换一个来源。</translation>
    </message>
    <message>
        <source>%1 no longer has this file (error %2). Try another source, or choose another model.</source>
        <translation>%1 上已没有此文件（错误 %2）。请换一个来源，或选择另一个模型。</translation>
    </message>
    <message>
        <source>%1 answered with error %2. Try again later, or try another source.</source>
        <translation>%1 返回了错误 %2。请稍后再试，或换一个来源。</translation>
    </message>
    <message>
        <source>The download was stopped. Try again to go on where it stopped.</source>
        <translation>下载已停止。重试即可从中断处继续。</translation>
    </message>
    <message>
        <source>No address is known for this file. Choose another model, or look for this one in Discover.</source>
        <translation>没有此文件的下载地址。请选择另一个模型，或在“发现”中查找。</translation>
    </message>
    <message>
        <source>The address of this file cannot be used. Look for the model in Discover and get it there.</source>
        <translation>此文件的下载地址无法使用。请在“发现”中查找并获取此模型。</translation>
    </message>
    <message>
        <source>The list of models describes this file wrongly, so it cannot be checked. Look for the model in Discover and get it there.</source>
        <translation>模型列表中此文件的信息有误，无法校验。请在“发现”中查找并获取此模型。</translation>
    </message>
    <message>
        <source>The proxy of your network did not let Hearth reach %1 (%2). Check its settings, or ask who looks after the network.</source>
        <translation>网络代理不允许 Hearth 访问 %1（%2）。请检查代理设置，或询问网络管理员。</translation>
    </message>
    <message>
        <source>No secure connection to %1 could be made (%2). Check the date of this computer; on a company network, ask for its certificate.</source>
        <translation>无法与 %1 建立安全连接（%2）。请检查电脑的日期；如果使用公司网络，请向管理员索取证书。</translation>
    </message>
    <message>
        <source>%1 stopped sending. What has come is kept; try again to go on from there.</source>
        <translation>%1 停止了传输。已下载的部分会保留，重试即可继续。</translation>
    </message>
    <message>
        <source>The connection to %1 was lost. What has come is kept; try again to go on from there.</source>
        <translation>与 %1 的连接中断。已下载的部分会保留，重试即可继续。</translation>
    </message>
    <message>
        <source>%1 has no such model, or does not show it to you. Check its name, or try another source.</source>
        <translation>%1 没有这个模型，或不向你显示。请检查名称，或换一个来源。</translation>
    </message>
    <message>
        <source>%1 has no such file. Choose another size of this model, or try another source.</source>
        <translation>%1 没有这个文件。请选择此模型的另一个大小，或换一个来源。</translation>
    </message>
    <message>
        <source>%1 leads to an address that is not safe to follow. Try another source.</source>
        <translation>%1 跳转到了不安全的地址。请换一个来源。</translation>
    </message>
    <message>
        <source>%1 sent a pointer to the file, not the file itself. Try another source.</source>
        <translation>%1 返回的是指向文件的指针，而不是文件本身。请换一个来源。</translation>
    </message>
    <message>
        <source>%1 sent an error message instead of the file (%2). Try again later, or try another source.</source>
        <translation>%1 返回的是错误信息，而不是文件（%2）。请稍后再试，或换一个来源。</translation>
    </message>
    <message>
        <source>Nothing came from %1. Try again later, or try another source.</source>
        <translation>%1 没有返回任何内容。请稍后再试，或换一个来源。</translation>
    </message>
    <message>
        <source>%1 has a file of another size than expected, so it is not the right one. Try another source.</source>
        <translation>%1 上的文件大小与预期不符，不是正确的文件。请换一个来源。</translation>
    </message>
    <message>
        <source>%1 sends the file in a form that was not asked for (%2). Try another source.</source>
        <translation>%1 以不符合请求的编码发送文件（%2）。请换一个来源。</translation>
    </message>
    <message>
        <source>%1 has another file under this name now. Look for the model in Discover and get it again.</source>
        <translation>%1 上的同名文件已换成另一个文件。请在“发现”中重新查找并获取此模型。</translation>
    </message>
    <message>
        <source>%1 sends neither the rest of the file nor all of it. Try another source, or cancel the download and begin again.</source>
        <translation>%1 既不发送剩余部分，也不发送完整文件。请换一个来源，或取消后重新下载。</translation>
    </message>
    <message>
        <source>What came from %1 is not the right file and was thrown away. Try again, or try another source.</source>
        <translation>从 %1 下载的文件不正确，已丢弃。请重试，或换一个来源。</translation>
    </message>
    <message>
        <source>%1 cannot be written (%2). Check that the drive is connected and that you may write to it.</source>
        <translation>无法写入 %1（%2）。请检查磁盘是否已连接、你是否有写入权限。</translation>
    </message>
    <message>
        <source>%1 cannot be read (%2). Check that the drive is connected and that you may read it.</source>
        <translation>无法读取 %1（%2）。请检查磁盘是否已连接、你是否有读取权限。</translation>
    </message>
    <message>
        <source>Hearth made a mistake (%1). Try again; if it comes back, start Hearth anew.</source>
        <translation>Hearth 内部出错（%1）。请重试；如果再次出现，请重新启动 Hearth。</translation>
    </message>
</context>
<context>
    <name>FirstRun</name>
    <message>
        <source>Looking for models on this computer…</source>
        <translation>正在查找这台电脑上的模型…</translation>
    </message>
    <message>
        <source>No model was found on this computer</source>
        <translation>这台电脑上没有找到模型</translation>
    </message>
    <message>
        <source>Open a model file that you have, or drop it here.</source>
        <translation>打开已有的模型文件，或将它拖到此处。</translation>
    </message>
    <message numerus="yes">
        <source>%n more model(s)…</source>
        <translation>
            <numerusform>另外 %n 个模型…</numerusform>
        </translation>
    </message>
    <message>
        <source>Open a model file…</source>
        <translation>打开模型文件…</translation>
    </message>
    <message>
        <source>or drop a model file here</source>
        <translation>或将模型文件拖到此处</translation>
    </message>
</context>
<context>
    <name>FirstRunHeader</name>
    <message>
        <source>Talk to a model on this computer</source>
        <translation>与这台电脑上的模型对话</translation>
    </message>
    <message>
        <source>Nothing you write leaves it. Pick a first model; you can change it at any time.</source>
        <translation>你写的内容不会离开这台电脑。先选一个模型，之后随时可以更换。</translation>
    </message>
</context>
<context>
    <name>FitText</name>
    <message>
        <source>Fits</source>
        <translation>可以运行</translation>
    </message>
    <message>
        <source>%1 context</source>
        <comment>a number of tokens</comment>
        <translation>%1 上下文</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>勉强</translation>
    </message>
    <message>
        <source>Does not fit · needs %1 more</source>
        <translation>放不下 · 还差 %1</translation>
    </message>
    <message>
        <source>%1 in use</source>
        <comment>memory</comment>
        <translation>占用 %1</translation>
    </message>
    <message>
        <source>Probably fits</source>
        <translation>应该可以运行</translation>
    </message>
    <message>
        <source>Probably tight</source>
        <translation>应该勉强可以</translation>
    </message>
    <message>
        <source>Probably does not fit · needs about %1 more</source>
        <translation>应该放不下 · 约差 %1</translation>
    </message>
    <message>
        <source>about %1 in use</source>
        <translation>占用约 %1</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 词元/秒</translation>
    </message>
    <message>
        <source>about %1 tokens/s</source>
        <translation>约 %1 词元/秒</translation>
    </message>
</context>
<context>
    <name>FolderRow</name>
    <message>
        <source>Hearth&apos;s own</source>
        <translation>Hearth 默认</translation>
    </message>
    <message>
        <source>Do not look in “%1” any more</source>
        <translation>不再查找“%1”</translation>
    </message>
</context>
<context>
    <name>GeneralSection</name>
    <message>
        <source>General</source>
        <translation>通用</translation>
    </message>
    <message>
        <source>Changes take effect at once and can be undone.</source>
        <translation>更改立即生效，并可撤销。</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Of Hearth itself. Models answer in the language you write in.</source>
        <translation>Hearth 界面的语言。模型会用你提问的语言回答。</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source> %</source>
        <translation>%</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>How do tides work? The moon pulls on the near side of the sea a little more than on the far side, so the water bulges on both.</source>
        <translation>潮汐是怎样形成的？月球对近侧海水的引力比对远侧略强，因此两侧的海水都会隆起。</translation>
    </message>
    <message>
        <source>Less motion</source>
        <translation>减少动态效果</translation>
    </message>
    <message>
        <source>Nothing slides or fades. Also when the system asks for it.</source>
        <translation>不再滑动或淡入淡出。系统要求减少动态效果时也会生效。</translation>
    </message>
    <message>
        <source>Sending a message</source>
        <translation>发送消息</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Ctrl+Enter</source>
        <translation>Ctrl+Enter</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>Shift+Enter starts a new line in either case.</source>
        <translation>无论选哪种，Shift+Enter 都会换行。</translation>
    </message>
    <message>
        <source>In percent.</source>
        <translation>以百分比表示。</translation>
    </message>
</context>
<context>
    <name>HDialog</name>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>HScrollBar</name>
    <message>
        <source>Scroll sideways</source>
        <translation>横向滚动</translation>
    </message>
    <message>
        <source>Scroll</source>
        <translation>滚动</translation>
    </message>
</context>
<context>
    <name>HSplitView</name>
    <message>
        <source>Line between two panels</source>
        <translation>两个面板之间的分隔线</translation>
    </message>
</context>
<context>
    <name>HubCard</name>
    <message>
        <source>Asks for a sign-in</source>
        <translation>需要登录</translation>
    </message>
    <message>
        <source>Sign-in</source>
        <translation>需登录</translation>
    </message>
    <message>
        <source>Choose it to see whether it fits</source>
        <translation>点开可查看能否运行</translation>
    </message>
</context>
<context>
    <name>HubGroupRow</name>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Use in chat</source>
        <translation>用于聊天</translation>
    </message>
    <message>
        <source>Get</source>
        <translation>获取</translation>
    </message>
    <message>
        <source>Recommended</source>
        <translation>推荐</translation>
    </message>
    <message>
        <source>Download of %1</source>
        <translation>下载 %1</translation>
    </message>
</context>
<context>
    <name>HubModelHead</name>
    <message>
        <source>Back to the list</source>
        <translation>返回列表</translation>
    </message>
    <message>
        <source>Model card</source>
        <translation>模型页面</translation>
    </message>
    <message>
        <source>Asks for a sign-in</source>
        <translation>需要登录</translation>
    </message>
</context>
<context>
    <name>HubModelPage</name>
    <message>
        <source>Back to the list</source>
        <translation>返回列表</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>请选择一个模型</translation>
    </message>
    <message>
        <source>Its files are shown here, with what they take on this computer.</source>
        <translation>这里会显示它的文件，以及在这台电脑上的占用。</translation>
    </message>
    <message>
        <source>Asking for %1…</source>
        <translation>正在询问 %1…</translation>
    </message>
    <message>
        <source>%1 cannot be shown</source>
        <translation>无法显示 %1</translation>
    </message>
    <message>
        <source>It has no files that Hearth could run.</source>
        <translation>它没有 Hearth 能运行的文件。</translation>
    </message>
</context>
<context>
    <name>HubSettings</name>
    <message>
        <source>Getting models</source>
        <translation>获取模型</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>The hub that Discover searches. A mirror helps where the hub itself is slow or cannot be reached.</source>
        <translation>“发现”所搜索的模型站。主站缓慢或无法访问时，可使用镜像。</translation>
    </message>
    <message>
        <source>A hub of your own</source>
        <translation>自己的模型站</translation>
    </message>
    <message>
        <source>This is no address of a hub. It begins with https://.</source>
        <translation>这不是模型站的地址。地址以 https:// 开头。</translation>
    </message>
    <message>
        <source>Access token for %1</source>
        <translation>%1 的访问令牌</translation>
    </message>
    <message>
        <source>Paste it here</source>
        <translation>粘贴到这里</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>Until Hearth ends</source>
        <translation>到 Hearth 退出为止</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Remove the access token for %1</source>
        <translation>删除 %1 的访问令牌</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>Write it as http://host:port or socks5://host:port.</source>
        <translation>请写成 http://主机:端口 或 socks5://主机:端口。</translation>
    </message>
    <message>
        <source>Empty: as the system says. This computer itself is always reached directly.</source>
        <translation>留空则按系统设置。本机始终直接访问。</translation>
    </message>
    <message>
        <source>Speed of downloads</source>
        <translation>下载速度</translation>
    </message>
    <message>
        <source>As fast as the line gives.</source>
        <translation>不限速。</translation>
    </message>
    <message>
        <source>At most so many megabytes a second, all downloads together.</source>
        <translation>每秒最多这么多兆字节，所有下载合计。</translation>
    </message>
    <message>
        <source>Megabytes a second</source>
        <translation>每秒兆字节</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>不限制</translation>
    </message>
    <message>
        <source>No limit to the speed of downloads</source>
        <translation>不限制下载速度</translation>
    </message>
    <message>
        <source>A hub that answers as Hugging Face does. It joins the sources above.</source>
        <translation>与 Hugging Face 接口相同的模型站地址，会加入上面的来源。</translation>
    </message>
</context>
<context>
    <name>HubText</name>
    <message>
        <source>Hearth is offline and opens no connection. Go online to ask %1.</source>
        <translation>Hearth 处于离线状态，不会建立任何连接。请恢复在线以询问 %1。</translation>
    </message>
    <message>
        <source>%1 has no such model, or your token is not one of those that may see it.</source>
        <translation>%1 没有这个模型，或你的令牌无权查看。</translation>
    </message>
    <message>
        <source>%1 has no such model any more, or shows it only to people who have signed in.</source>
        <translation>%1 已没有这个模型，或只向已登录的用户显示。</translation>
    </message>
    <message>
        <source>The makers ask everybody to accept their terms first. Accept them on the model&apos;s page on %1, then try again.</source>
        <translation>作者要求先接受其条款。请在 %1 的模型页面上接受，然后重试。</translation>
    </message>
    <message>
        <source>The makers ask everybody to accept their terms first. Accept them on the model&apos;s page on %1, then give Hearth your access token.</source>
        <translation>作者要求先接受其条款。请在 %1 的模型页面上接受，然后把访问令牌交给 Hearth。</translation>
    </message>
    <message>
        <source>%1 shows this model only to people who have signed in. With your access token Hearth can ask for it.</source>
        <translation>%1 只向已登录的用户显示此模型。有了访问令牌，Hearth 就能代为请求。</translation>
    </message>
    <message>
        <source>%1 did not accept your access token. It may have run out; make a new one there.</source>
        <translation>%1 不接受你的访问令牌。它可能已过期，请在那里新建一个。</translation>
    </message>
    <message>
        <source>What came is no answer of %1. A sign-in page of the network may stand in between.</source>
        <translation>收到的不是 %1 的回答。可能被网络的登录页面拦截了。</translation>
    </message>
    <message>
        <source>%1 was asked too often. Try again in %2.</source>
        <translation>对 %1 的请求过于频繁。请在 %2 后重试。</translation>
    </message>
    <message>
        <source>%1 was asked too often. Wait a few minutes, then try again.</source>
        <translation>对 %1 的请求过于频繁。请等几分钟再试。</translation>
    </message>
    <message>
        <source>%1 has trouble of its own at the moment. Try again later, or choose another source.</source>
        <translation>%1 目前自身有问题。请稍后重试，或换一个来源。</translation>
    </message>
    <message>
        <source>%1 answered with error %2. Try again later, or choose another source.</source>
        <translation>%1 返回错误 %2。请稍后重试，或换一个来源。</translation>
    </message>
    <message>
        <source>Chat and writing</source>
        <translation>聊天与写作</translation>
    </message>
    <message>
        <source>Reads images</source>
        <translation>能看图片</translation>
    </message>
    <message>
        <source>Compares texts</source>
        <translation>比较文本</translation>
    </message>
    <message>
        <source>Translation</source>
        <translation>翻译</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between languages</comment>
        <translation>、</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <comment>languages</comment>
        <translation>
            <numerusform>%1 等（另有 %n 种）</numerusform>
        </translation>
    </message>
    <message>
        <source>Hearth cannot run this quantization yet.</source>
        <translation>Hearth 还不能运行这种量化。</translation>
    </message>
    <message>
        <source>Hearth cannot run the quantization %1 yet.</source>
        <translation>Hearth 还不能运行 %1 量化。</translation>
    </message>
    <message>
        <source>Parts of it are missing on the hub.</source>
        <translation>模型站上缺少它的一部分。</translation>
    </message>
    <message>
        <source>Parts of it are missing on the hub, first %1.</source>
        <translation>模型站上缺少它的一部分，首先是 %1。</translation>
    </message>
    <message>
        <source>The names of its files could reach outside of the models folder.</source>
        <translation>它的文件名可能越出模型文件夹。</translation>
    </message>
    <message>
        <source>The hub does not say how to check its files, so Hearth does not fetch them.</source>
        <translation>模型站没有说明如何校验它的文件，因此 Hearth 不下载。</translation>
    </message>
    <message>
        <source>Files that say how to run it are missing on the hub.</source>
        <translation>模型站上缺少说明如何运行它的文件。</translation>
    </message>
    <message>
        <source>from a moment ago</source>
        <translation>刚刚获取</translation>
    </message>
    <message>
        <source>Licence: %1</source>
        <translation>许可证：%1</translation>
    </message>
    <message>
        <source>Licence of its own</source>
        <translation>自有许可证</translation>
    </message>
    <message>
        <source>%1 cannot be asked for this: it is too long, or not what a hub calls a model. Use fewer words, or check the name.</source>
        <translation>无法向 %1 查询这个内容：它太长，或不是模型的名称。请减少字词，或检查名称。</translation>
    </message>
    <message numerus="yes">
        <source>from %n minute(s) ago</source>
        <translation>
            <numerusform>%n 分钟前获取</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>from %n hour(s) ago</source>
        <translation>
            <numerusform>%n 小时前获取</numerusform>
        </translation>
    </message>
    <message>
        <source>from yesterday</source>
        <translation>昨天获取</translation>
    </message>
    <message numerus="yes">
        <source>from %n day(s) ago</source>
        <translation>
            <numerusform>%n 天前获取</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HubTroublePane</name>
    <message>
        <source>Go online</source>
        <translation>恢复在线</translation>
    </message>
    <message>
        <source>Access token…</source>
        <translation>访问令牌…</translation>
    </message>
    <message>
        <source>Open the model&apos;s page</source>
        <translation>打开模型页面</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
</context>
<context>
    <name>HubTroubleStrip</name>
    <message>
        <source>Go online</source>
        <translation>恢复在线</translation>
    </message>
    <message>
        <source>Access token…</source>
        <translation>访问令牌…</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
</context>
<context>
    <name>HumanFormat</name>
    <message>
        <source>%1 of %2 %3</source>
        <comment>used memory, all memory, unit</comment>
        <translation>%1 / %2 %3</translation>
    </message>
    <message>
        <source>%1k</source>
        <comment>thousands of tokens</comment>
        <translation>%1k</translation>
    </message>
    <message>
        <source>%1 %</source>
        <comment>a share</comment>
        <translation>%1%</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分钟</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>a part in a smaller unit than the whole</comment>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>ImageRow</name>
    <message>
        <source>Image, not loaded</source>
        <translation>图片，未加载</translation>
    </message>
</context>
<context>
    <name>JumpButton</name>
    <message>
        <source>Jump to what is being written</source>
        <translation>跳到正在生成的内容</translation>
    </message>
    <message>
        <source>Jump to latest</source>
        <translation>跳到最新消息</translation>
    </message>
</context>
<context>
    <name>LanguageNames</name>
    <message>
        <source>Arabic</source>
        <translation>阿拉伯语</translation>
    </message>
    <message>
        <source>Bengali</source>
        <translation>孟加拉语</translation>
    </message>
    <message>
        <source>Czech</source>
        <translation>捷克语</translation>
    </message>
    <message>
        <source>Danish</source>
        <translation>丹麦语</translation>
    </message>
    <message>
        <source>German</source>
        <translation>德语</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>希腊语</translation>
    </message>
    <message>
        <source>English</source>
        <translation>英语</translation>
    </message>
    <message>
        <source>Spanish</source>
        <translation>西班牙语</translation>
    </message>
    <message>
        <source>Persian</source>
        <translation>波斯语</translation>
    </message>
    <message>
        <source>Finnish</source>
        <translation>芬兰语</translation>
    </message>
    <message>
        <source>French</source>
        <translation>法语</translation>
    </message>
    <message>
        <source>Hebrew</source>
        <translation>希伯来语</translation>
    </message>
    <message>
        <source>Hindi</source>
        <translation>印地语</translation>
    </message>
    <message>
        <source>Hungarian</source>
        <translation>匈牙利语</translation>
    </message>
    <message>
        <source>Indonesian</source>
        <translation>印尼语</translation>
    </message>
    <message>
        <source>Italian</source>
        <translation>意大利语</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>日语</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>韩语</translation>
    </message>
    <message>
        <source>Malay</source>
        <translation>马来语</translation>
    </message>
    <message>
        <source>Dutch</source>
        <translation>荷兰语</translation>
    </message>
    <message>
        <source>Norwegian</source>
        <translation>挪威语</translation>
    </message>
    <message>
        <source>Polish</source>
        <translation>波兰语</translation>
    </message>
    <message>
        <source>Portuguese</source>
        <translation>葡萄牙语</translation>
    </message>
    <message>
        <source>Romanian</source>
        <translation>罗马尼亚语</translation>
    </message>
    <message>
        <source>Russian</source>
        <translation>俄语</translation>
    </message>
    <message>
        <source>Swedish</source>
        <translation>瑞典语</translation>
    </message>
    <message>
        <source>Thai</source>
        <translation>泰语</translation>
    </message>
    <message>
        <source>Turkish</source>
        <translation>土耳其语</translation>
    </message>
    <message>
        <source>Ukrainian</source>
        <translation>乌克兰语</translation>
    </message>
    <message>
        <source>Urdu</source>
        <translation>乌尔都语</translation>
    </message>
    <message>
        <source>Vietnamese</source>
        <translation>越南语</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>中文</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between the names of languages</comment>
        <translation>、</translation>
    </message>
</context>
<context>
    <name>LibraryMove</name>
    <message>
        <source>Moving the models to “%1” was cut off. No model is lost.</source>
        <translation>模型移动到“%1”的过程中断了。没有丢失任何模型。</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Give up</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Everything stays where it was</source>
        <translation>一切保持原样</translation>
    </message>
    <message>
        <source>Moving the models. They can be used meanwhile; downloads wait until this is done.</source>
        <translation>正在移动模型。期间仍可使用；下载会等到移动完成。</translation>
    </message>
</context>
<context>
    <name>LinkDialog</name>
    <message>
        <source>Open this link?</source>
        <translation>打开此链接？</translation>
    </message>
    <message>
        <source>It leads to %1 and opens outside Hearth.</source>
        <translation>链接指向 %1，将在 Hearth 之外打开。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
</context>
<context>
    <name>LoadingCard</name>
    <message numerus="yes">
        <source>about %n second(s) left</source>
        <translation>
            <numerusform>剩余约 %n 秒</numerusform>
        </translation>
    </message>
    <message>
        <source>Loading %1 into memory</source>
        <translation>正在将 %1 加载到内存</translation>
    </message>
    <message>
        <source>%1 could not be loaded</source>
        <translation>无法加载 %1</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>how far, how long it takes</comment>
        <translation>%1 · %2</translation>
    </message>
</context>
<context>
    <name>LoadingState</name>
    <message>
        <source>Loading…</source>
        <translation>正在加载…</translation>
    </message>
</context>
<context>
    <name>LocalDetails</name>
    <message>
        <source>Back to the list</source>
        <translation>返回列表</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>载入中</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>卸载</translation>
    </message>
    <message>
        <source>Use in chat</source>
        <translation>用于聊天</translation>
    </message>
    <message>
        <source>Takes the model out of memory. Chats stay.</source>
        <translation>从内存中移除模型。聊天记录保留。</translation>
    </message>
    <message>
        <source>Checking the files of %1</source>
        <translation>正在校验 %1 的文件</translation>
    </message>
    <message>
        <source>Checking its files… %1 %</source>
        <translation>正在校验文件… %1 %</translation>
    </message>
    <message>
        <source>Stop checking</source>
        <translation>停止校验</translation>
    </message>
    <message>
        <source>Check files</source>
        <translation>校验文件</translation>
    </message>
    <message>
        <source>Reads every file and compares it with what it should be</source>
        <translation>读取每个文件并与应有的内容比较</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Move to the trash</source>
        <translation>移到回收站</translation>
    </message>
    <message>
        <source>Take off this list</source>
        <translation>从列表中移除</translation>
    </message>
    <message>
        <source>It is in use: unload it first</source>
        <translation>正在使用：请先卸载</translation>
    </message>
    <message>
        <source>Its files stay where they are</source>
        <translation>文件留在原处</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>重新查找</translation>
    </message>
    <message>
        <source>Download again</source>
        <translation>重新下载</translation>
    </message>
    <message>
        <source>Fetches the files that are not as they should be, from where they came</source>
        <translation>从原来的地址重新获取有问题的文件</translation>
    </message>
    <message>
        <source>Use anyway…</source>
        <translation>仍然使用…</translation>
    </message>
</context>
<context>
    <name>LocalHeading</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Quantization</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
</context>
<context>
    <name>LocalModelsText</name>
    <message>
        <source>Its drive is not connected. Connect it and look again.</source>
        <translation>它所在的磁盘未连接。请连接后重新查找。</translation>
    </message>
    <message>
        <source>Its drive, last seen at %1, is not connected. Connect it and look again.</source>
        <translation>它所在的磁盘（上次位于 %1）未连接。请连接后重新查找。</translation>
    </message>
    <message>
        <source>%1 was deleted, moved or renamed. Put it back, or remove the model from the list.</source>
        <translation>%1 已被删除、移动或改名。请放回原处，或从列表中移除此模型。</translation>
    </message>
    <message>
        <source>This file was cut into pieces. Join the pieces into one file first.</source>
        <translation>此文件被切成了几块。请先合并成一个文件。</translation>
    </message>
    <message>
        <source>Nothing is known to compare “%1” with. Its content is remembered now: checking again will tell whether it has changed.</source>
        <translation>没有可与“%1”比较的信息。现已记住其内容：再次校验即可得知是否改变。</translation>
    </message>
    <message>
        <source>The list of models was damaged and was made anew from the folders. The damaged file was kept as %1.</source>
        <translation>模型列表已损坏，已根据文件夹重建。损坏的文件保存为 %1。</translation>
    </message>
    <message>
        <source>A newer version of Hearth keeps the list of models. What you change in it here is forgotten when Hearth ends.</source>
        <translation>模型列表由更新版本的 Hearth 保存。此处的更改在 Hearth 退出后不再保留。</translation>
    </message>
    <message>
        <source>The disk is full, so the list of models cannot be saved. What you change in it is forgotten when Hearth ends.</source>
        <translation>磁盘已满，无法保存模型列表。更改在 Hearth 退出后不再保留。</translation>
    </message>
    <message>
        <source>The list of models cannot be saved in Hearth&apos;s folder. What you change in it is forgotten when Hearth ends.</source>
        <translation>模型列表无法保存到 Hearth 的文件夹。更改在 Hearth 退出后不再保留。</translation>
    </message>
    <message>
        <source>This model is no longer in the list.</source>
        <translation>此模型已不在列表中。</translation>
    </message>
    <message>
        <source>The models are being moved already.</source>
        <translation>模型已在移动中。</translation>
    </message>
    <message>
        <source>Choose an empty folder: this one has files in it.</source>
        <translation>请选择空文件夹：此文件夹中有文件。</translation>
    </message>
    <message>
        <source>The models cannot be moved into this folder. Choose another one.</source>
        <translation>模型无法移动到此文件夹。请另选一个。</translation>
    </message>
    <message>
        <source>There is not enough space there: %1 are needed, %2 are free.</source>
        <translation>那里空间不足：需要 %1，可用 %2。</translation>
    </message>
    <message>
        <source>Hearth cannot run this kind of model (%1) yet. Choose another one.</source>
        <translation>Hearth 还不能运行这类模型（%1）。请选择另一个。</translation>
    </message>
    <message>
        <source>Hearth cannot run models with numbers of the kind %1 yet. Choose another version of this model.</source>
        <translation>Hearth 还不能运行数字格式为 %1 的模型。请选择此模型的另一个版本。</translation>
    </message>
    <message>
        <source>“%1” is as it should be.</source>
        <translation>“%1”没有问题：文件与应有的内容一致。</translation>
    </message>
    <message>
        <source>The drive of this model has no trash.</source>
        <translation>此模型所在的磁盘没有回收站。</translation>
    </message>
    <message>
        <source>The drive is so full that not even the trash can take it.</source>
        <translation>磁盘已满，连回收站也放不下。</translation>
    </message>
    <message>
        <source>The trash does not take it: %1</source>
        <translation>无法移到回收站：%1</translation>
    </message>
    <message>
        <source>“%1” is damaged: a file of it is not what it should be. Its answers may be wrong, or it may not load at all.</source>
        <translation>“%1”已损坏：其中有文件与原文件不一致。它的回答可能有错，也可能根本无法加载。</translation>
    </message>
    <message>
        <source>“%1” is damaged: %2 is not what it should be. Download it again, or remove it.</source>
        <translation>“%1”已损坏：%2 与原文件不一致。请重新下载，或将其移除。</translation>
    </message>
    <message>
        <source>Nobody knows where this model came from. Remove it, and get it from Discover.</source>
        <translation>不知道此模型的来源。请将其移除，再到“发现”中获取。</translation>
    </message>
</context>
<context>
    <name>LocalRow</name>
    <message>
        <source>in use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>载入中</translation>
    </message>
</context>
<context>
    <name>LocalStateBadge</name>
    <message>
        <source>Ready</source>
        <translation>可用</translation>
    </message>
    <message>
        <source>Incomplete</source>
        <translation>不完整</translation>
    </message>
    <message>
        <source>Drive not here</source>
        <translation>磁盘未连接</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>找不到</translation>
    </message>
    <message>
        <source>Cannot run</source>
        <translation>无法运行</translation>
    </message>
    <message>
        <source>Damaged</source>
        <translation>已损坏</translation>
    </message>
</context>
<context>
    <name>LocalTools</name>
    <message>
        <source>Filter by name</source>
        <translation>按名称筛选</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Can be used</source>
        <translation>可用</translation>
    </message>
    <message>
        <source>Cannot be used</source>
        <translation>不可用</translation>
    </message>
    <message>
        <source>Sorted by size</source>
        <translation>按大小排序</translation>
    </message>
    <message>
        <source>Sorted by name</source>
        <translation>按名称排序</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <source>By size</source>
        <translation>按大小</translation>
    </message>
</context>
<context>
    <name>LocalView</name>
    <message>
        <source>Models on this computer</source>
        <translation>这台电脑上的模型</translation>
    </message>
    <message>
        <source>No model matches “%1”.</source>
        <translation>没有与“%1”匹配的模型。</translation>
    </message>
    <message>
        <source>No model is like that.</source>
        <translation>没有这样的模型。</translation>
    </message>
    <message>
        <source>No model was found on this computer</source>
        <translation>这台电脑上没有找到模型</translation>
    </message>
    <message>
        <source>Get one from Discover, add a file or a folder that you have, or drop a file here.</source>
        <translation>从“发现”获取一个，添加已有的文件或文件夹，或把文件拖到这里。</translation>
    </message>
    <message>
        <source>Add a file…</source>
        <translation>添加文件…</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>Looking for models on this computer…</source>
        <translation>正在这台电脑上查找模型…</translation>
    </message>
    <message>
        <source>Delete “%1” for good?</source>
        <translation>要永久删除“%1”吗？</translation>
    </message>
    <message>
        <source>%1 Its files would be deleted at once and could not be brought back.</source>
        <translation>%1其文件将立即删除，无法恢复。</translation>
    </message>
    <message>
        <source>Delete for good</source>
        <translation>永久删除</translation>
    </message>
    <message>
        <source>Discover models</source>
        <translation>发现模型</translation>
    </message>
</context>
<context>
    <name>MeasurePrompt</name>
    <message>
        <source>Measuring this computer…</source>
        <translation>正在测量这台电脑…</translation>
    </message>
    <message>
        <source>How fast models would be is not known yet. Measuring takes about ten seconds.</source>
        <translation>还不知道模型会有多快。测量约需十秒。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Measure this computer</source>
        <translation>测量这台电脑</translation>
    </message>
    <message>
        <source>Measure again</source>
        <translation>重新测量</translation>
    </message>
</context>
<context>
    <name>MessageActions</name>
    <message>
        <source>Copy message</source>
        <translation>复制消息</translation>
    </message>
    <message>
        <source>Edit message</source>
        <translation>编辑消息</translation>
    </message>
    <message>
        <source>Write another answer</source>
        <translation>重新生成</translation>
    </message>
    <message>
        <source>Branch into a new chat from here</source>
        <translation>从这里开新分支对话</translation>
    </message>
    <message>
        <source>Delete message</source>
        <translation>删除消息</translation>
    </message>
</context>
<context>
    <name>ModelButton</name>
    <message>
        <source>loading %1 %</source>
        <translation>加载中 %1%</translation>
    </message>
    <message>
        <source>could not be loaded</source>
        <translation>无法加载</translation>
    </message>
    <message>
        <source>cannot chat</source>
        <translation>不支持对话</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Model: %1</source>
        <translation>模型：%1</translation>
    </message>
</context>
<context>
    <name>ModelChooser</name>
    <message>
        <source>Models on this computer</source>
        <translation>本机模型</translation>
    </message>
    <message>
        <source>Looking for models</source>
        <translation>正在查找模型</translation>
    </message>
    <message>
        <source>Look for models again</source>
        <translation>重新查找模型</translation>
    </message>
    <message>
        <source>Filter by name</source>
        <translation>按名称筛选</translation>
    </message>
    <message>
        <source>No model matches “%1”.</source>
        <translation>没有与“%1”匹配的模型。</translation>
    </message>
    <message>
        <source>No model was found on this computer yet.</source>
        <translation>这台电脑上还没有找到模型。</translation>
    </message>
    <message>
        <source>Looking for models on this computer…</source>
        <translation>正在查找这台电脑上的模型…</translation>
    </message>
    <message>
        <source>Go online</source>
        <translation>恢复在线</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Add a file…</source>
        <translation>添加文件…</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>卸载</translation>
    </message>
    <message>
        <source>Takes the model out of memory. Chats stay.</source>
        <translation>将模型移出内存，对话会保留。</translation>
    </message>
</context>
<context>
    <name>ModelDrop</name>
    <message>
        <source>Drop it to use this model</source>
        <translation>松开即可使用此模型</translation>
    </message>
    <message>
        <source>The file stays where it is.</source>
        <translation>文件会留在原处。</translation>
    </message>
    <message>
        <source>This file cannot be added</source>
        <translation>无法添加此文件</translation>
    </message>
</context>
<context>
    <name>ModelLoading</name>
    <message numerus="yes">
        <source>about %n second(s) left</source>
        <translation>
            <numerusform>剩余约 %n 秒</numerusform>
        </translation>
    </message>
    <message>
        <source>Your message is sent as soon as a model is ready.</source>
        <translation>模型就绪后会立即发送你的消息。</translation>
    </message>
    <message>
        <source>Loading %1, %2 %</source>
        <translation>正在加载 %1，%2%</translation>
    </message>
    <message>
        <source>Your message is sent as soon as it is ready.</source>
        <translation>加载完成后会立即发送你的消息。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Choose another model</source>
        <translation>选择其他模型</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Cancel loading</source>
        <translation>取消加载</translation>
    </message>
    <message>
        <source>Do not send</source>
        <translation>不发送</translation>
    </message>
    <message>
        <source>Loading the model</source>
        <translation>正在加载模型</translation>
    </message>
</context>
<context>
    <name>ModelRow</name>
    <message>
        <source>in use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>加载中</translation>
    </message>
    <message>
        <source>incomplete</source>
        <translation>不完整</translation>
    </message>
    <message>
        <source>cannot run</source>
        <translation>无法运行</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>已损坏</translation>
    </message>
</context>
<context>
    <name>ModelText</name>
    <message>
        <source>Hearth&apos;s folder</source>
        <translation>Hearth 文件夹</translation>
    </message>
    <message>
        <source>your folder</source>
        <translation>你的文件夹</translation>
    </message>
    <message>
        <source>a file you opened</source>
        <translation>你打开的文件</translation>
    </message>
    <message>
        <source>Ollama&apos;s folder</source>
        <translation>Ollama 文件夹</translation>
    </message>
    <message>
        <source>LM Studio&apos;s folder</source>
        <translation>LM Studio 文件夹</translation>
    </message>
    <message>
        <source>the Hugging Face folder</source>
        <translation>Hugging Face 文件夹</translation>
    </message>
    <message>
        <source>Jan&apos;s folder</source>
        <translation>Jan 的文件夹</translation>
    </message>
    <message>
        <source>GPT4All&apos;s folder</source>
        <translation>GPT4All 的文件夹</translation>
    </message>
    <message>
        <source>Hearth&apos;s own folder</source>
        <translation>Hearth 自己的文件夹</translation>
    </message>
    <message>
        <source>A folder you added</source>
        <translation>你添加的文件夹</translation>
    </message>
    <message>
        <source>A file you opened</source>
        <translation>你打开的文件</translation>
    </message>
    <message>
        <source>Hugging Face cache</source>
        <translation>Hugging Face 缓存</translation>
    </message>
</context>
<context>
    <name>ModelsHeader</name>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Views of the models</source>
        <translation>模型的视图</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>这台电脑上</translation>
    </message>
    <message>
        <source>Discover</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Looking for models</source>
        <translation>正在查找模型</translation>
    </message>
    <message>
        <source>Look for models again</source>
        <translation>重新查找模型</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Move the models to another folder…</source>
        <translation>把模型移到另一个文件夹…</translation>
    </message>
    <message>
        <source>Add models</source>
        <translation>添加模型</translation>
    </message>
    <message>
        <source>Add a file…</source>
        <translation>添加文件…</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>添加文件夹…</translation>
    </message>
</context>
<context>
    <name>ModelsPage</name>
    <message>
        <source>Drop it to add this model</source>
        <translation>松开以添加此模型</translation>
    </message>
    <message>
        <source>An empty folder for the models</source>
        <translation>存放模型的空文件夹</translation>
    </message>
</context>
<context>
    <name>ModelsSection</name>
    <message>
        <source>Models and memory</source>
        <translation>模型与内存</translation>
    </message>
    <message>
        <source>Load the last model at start</source>
        <translation>启动时加载上次的模型</translation>
    </message>
    <message>
        <source>Not after Hearth ended unexpectedly.</source>
        <translation>Hearth 意外退出后除外。</translation>
    </message>
    <message>
        <source>Offer models of other programs</source>
        <translation>使用其他程序的模型</translation>
    </message>
    <message>
        <source>Folders with models</source>
        <translation>模型文件夹</translation>
    </message>
    <message>
        <source>Add a folder</source>
        <translation>添加文件夹</translation>
    </message>
    <message>
        <source>Length of a conversation</source>
        <translation>上下文长度</translation>
    </message>
    <message>
        <source>Hearth chooses what fits into memory.</source>
        <translation>由 Hearth 按可用内存决定。</translation>
    </message>
    <message>
        <source>How many tokens a model keeps in view, question and answer together. A token is about three quarters of an English word, or one to two Chinese characters. Longer takes more memory.</source>
        <translation>模型一次能看到多少词元（token），问题和回答合计。一个词元约为一到两个汉字，或四分之三个英文单词。越长越占内存。</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Memory for chats</source>
        <translation>对话占用的内存</translation>
    </message>
    <message>
        <source>Hearth sets aside what is useful and leaves the rest to other programs.</source>
        <translation>Hearth 只预留用得上的内存，其余留给其他程序。</translation>
    </message>
    <message>
        <source>In MiB, besides the model itself. Shared by all chats that write at the same time.</source>
        <translation>以 MiB 为单位，不含模型本身。由同时生成回答的所有对话共用。</translation>
    </message>
    <message>
        <source>MiB</source>
        <translation>MiB</translation>
    </message>
    <message>
        <source>Processor threads</source>
        <translation>处理器线程</translation>
    </message>
    <message>
        <source>As many as this computer has cores.</source>
        <translation>与这台电脑的核心数相同。</translation>
    </message>
    <message>
        <source>Fewer leave the computer more responsive; more than it has cores only slow the model down.</source>
        <translation>线程少一些，电脑更流畅；超过核心数只会拖慢模型。</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>A folder with models</source>
        <translation>选择模型文件夹</translation>
    </message>
    <message>
        <source>Changes to memory take effect the next time a model is loaded.</source>
        <translation>与内存有关的更改在下次加载模型时生效。</translation>
    </message>
    <message>
        <source>Those of Ollama, LM Studio and the Hugging Face cache, used in place. Nothing is moved or changed.</source>
        <translation>包括 Ollama、LM Studio 和 Hugging Face 缓存文件夹中的模型。直接使用，不会移动或更改任何文件。</translation>
    </message>
</context>
<context>
    <name>NoteRow</name>
    <message>
        <source>The answer reached its length limit</source>
        <translation>回答已达到长度上限</translation>
    </message>
    <message>
        <source>Hearth was closed while this was being written</source>
        <translation>生成回答时 Hearth 被关闭</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message>
        <source>Dismiss</source>
        <translation>忽略</translation>
    </message>
</context>
<context>
    <name>OfferActions</name>
    <message>
        <source>Pause the download of %1</source>
        <translation>暂停下载 %1</translation>
    </message>
    <message>
        <source>Cancel the download of %1 and remove what has come</source>
        <translation>取消下载 %1 并删除已下载的部分</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Go online</source>
        <translation>恢复在线</translation>
    </message>
    <message>
        <source>Start with this</source>
        <translation>用它开始</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
</context>
<context>
    <name>OfferCard</name>
    <message>
        <source>Download of %1</source>
        <translation>下载 %1</translation>
    </message>
</context>
<context>
    <name>OpenModelFile</name>
    <message>
        <source>Open a model file</source>
        <translation>打开模型文件</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Model files (*.gguf *.safetensors)</source>
        <translation>模型文件 (*.gguf *.safetensors)</translation>
    </message>
</context>
<context>
    <name>OpenModelFolder</name>
    <message>
        <source>A folder with models</source>
        <translation>含有模型的文件夹</translation>
    </message>
</context>
<context>
    <name>ParameterRow</name>
    <message>
        <source>%1: back to the default</source>
        <translation>%1：恢复默认值</translation>
    </message>
</context>
<context>
    <name>PresetPicker</name>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>No preset</source>
        <translation>不使用预设</translation>
    </message>
    <message>
        <source>No presets yet</source>
        <translation>还没有预设</translation>
    </message>
    <message>
        <source>Presets: more</source>
        <translation>更多预设操作</translation>
    </message>
    <message>
        <source>Keep as a new preset…</source>
        <translation>保存为新预设…</translation>
    </message>
    <message>
        <source>Update “%1”</source>
        <translation>更新“%1”</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Keep as a preset</source>
        <translation>保存为预设</translation>
    </message>
    <message>
        <source>The system prompt and the settings of this chat, to use in other chats.</source>
        <translation>保存此对话的系统提示词和设置，供其他对话使用。</translation>
    </message>
    <message>
        <source>Name of the preset</source>
        <translation>预设名称</translation>
    </message>
    <message>
        <source>Rename the preset</source>
        <translation>重命名预设</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
</context>
<context>
    <name>PrivacySection</name>
    <message>
        <source>Privacy</source>
        <translation>隐私</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>离线模式</translation>
    </message>
    <message>
        <source>No connection is opened at all. Downloads wait until you go online again.</source>
        <translation>不建立任何网络连接。恢复在线后才会继续下载。</translation>
    </message>
    <message>
        <source>Connections Hearth has made</source>
        <translation>Hearth 的联网记录</translation>
    </message>
    <message>
        <source>None.</source>
        <translation>无。</translation>
    </message>
    <message>
        <source>The latest first.</source>
        <translation>最新的在最前。</translation>
    </message>
    <message>
        <source>Your chats and settings stay on this computer. Hearth sends no statistics and looks for no updates by itself. It connects only to look for models in Discover and to download those you choose.</source>
        <translation>你的对话和设置只保存在这台电脑上。Hearth 不发送统计数据，也不自动检查更新，只在“发现”中查找模型和下载你选择的模型时联网。</translation>
    </message>
</context>
<context>
    <name>QuantizationText</name>
    <message>
        <source>smallest, but rough</source>
        <translation>最小，但比较粗糙</translation>
    </message>
    <message>
        <source>small, a little rough</source>
        <translation>较小，略粗糙</translation>
    </message>
    <message>
        <source>good balance</source>
        <translation>大小与质量均衡</translation>
    </message>
    <message>
        <source>a bit more exact</source>
        <translation>更精确一些</translation>
    </message>
    <message>
        <source>nearly exact</source>
        <translation>接近原版</translation>
    </message>
    <message>
        <source>practically exact</source>
        <translation>几乎与原版一样</translation>
    </message>
    <message>
        <source>the original</source>
        <translation>原版</translation>
    </message>
</context>
<context>
    <name>Rail</name>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Find anything</source>
        <translation>快速查找</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
</context>
<context>
    <name>RequestText</name>
    <message>
        <source>Download of %1</source>
        <comment>a model</comment>
        <translation>下载 %1</translation>
    </message>
    <message>
        <source>Search for models</source>
        <translation>搜索模型</translation>
    </message>
    <message>
        <source>Page of %1</source>
        <comment>a model</comment>
        <translation>%1 的页面</translation>
    </message>
    <message>
        <source>Does %1 fit this computer?</source>
        <comment>a model</comment>
        <translation>%1 能否在本机运行？</translation>
    </message>
    <message>
        <source>List of models</source>
        <translation>模型列表</translation>
    </message>
    <message>
        <source>offline</source>
        <translation>离线</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>stopped at the proxy</source>
        <translation>被代理拦下</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>无法连接</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>无应答</translation>
    </message>
    <message>
        <source>connection lost</source>
        <translation>连接断开</translation>
    </message>
    <message>
        <source>no secure connection</source>
        <translation>无法建立安全连接</translation>
    </message>
    <message>
        <source>unsafe address not followed</source>
        <translation>未转到不安全的地址</translation>
    </message>
    <message>
        <source>not used</source>
        <comment>an answer</comment>
        <translation>未采用</translation>
    </message>
    <message>
        <source>running</source>
        <comment>a request</comment>
        <translation>进行中</translation>
    </message>
    <message>
        <source>complete</source>
        <comment>a request</comment>
        <translation>完成</translation>
    </message>
    <message>
        <source>refused</source>
        <comment>a request</comment>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>leads elsewhere</source>
        <comment>an answer</comment>
        <translation>转到别处</translation>
    </message>
    <message>
        <source>stopped</source>
        <comment>a request</comment>
        <translation>已停止</translation>
    </message>
</context>
<context>
    <name>SamplingSettings</name>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Low: sober and repeatable. High: more surprising, and more mistakes.</source>
        <translation>低：稳妥，结果更一致。高：更出人意料，也更容易出错。</translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation>回答长度上限</translation>
    </message>
    <message>
        <source>The answer stops after so many tokens; a token is about three quarters of a word.</source>
        <translation>达到此词元数后停止回答。一个词元约为一到两个汉字。</translation>
    </message>
    <message>
        <source>The answer may be as long as the context allows.</source>
        <translation>上下文放得下多少，回答就可以有多长。</translation>
    </message>
    <message>
        <source>Limit the answer</source>
        <translation>限制回答长度</translation>
    </message>
    <message>
        <source>Longest answer in tokens</source>
        <translation>回答长度上限（词元）</translation>
    </message>
    <message>
        <source>Fewer settings</source>
        <translation>收起更多设置</translation>
    </message>
    <message>
        <source>All settings</source>
        <translation>显示更多设置</translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <source>Draws from the likeliest tokens that together make up this share. 1 is off.</source>
        <translation>只从概率最高、合计达到此比例的词元中选取。1 为关闭。</translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation>Min-p</translation>
    </message>
    <message>
        <source>Leaves out tokens that are less likely than this share of the likeliest. 0 is off.</source>
        <translation>排除概率低于最高概率此比例的词元。0 为关闭。</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>Draws from so many of the likeliest tokens. 0 is off.</source>
        <translation>只从概率最高的这么多个词元中选取。0 为关闭。</translation>
    </message>
    <message>
        <source>Repetition penalty</source>
        <translation>重复惩罚</translation>
    </message>
    <message>
        <source>Makes tokens of the last 64 less likely. 1 is off; more than 1.2 is rarely good.</source>
        <translation>降低最近 64 个词元再次出现的概率。1 为关闭；超过 1.2 效果通常不好。</translation>
    </message>
    <message>
        <source>Frequency penalty</source>
        <translation>频率惩罚</translation>
    </message>
    <message>
        <source>Makes a token less likely each time it was used. 0 is off.</source>
        <translation>词元每出现一次，再次出现的概率就降低一些。0 为关闭。</translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation>存在惩罚</translation>
    </message>
    <message>
        <source>Makes a token less likely once it was used at all. 0 is off.</source>
        <translation>词元只要出现过，再次出现的概率就会降低。0 为关闭。</translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Clear the search</source>
        <translation>清除搜索</translation>
    </message>
</context>
<context>
    <name>SearchNote</name>
    <message>
        <source>These are the newest; more chats contain it. Another word narrows it down.</source>
        <translation>这里是最新的结果，还有更多对话包含它。再输入一个词可缩小范围。</translation>
    </message>
    <message>
        <source>Older messages are still being searched.</source>
        <translation>正在继续搜索更早的消息。</translation>
    </message>
</context>
<context>
    <name>SeedSetting</name>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>The same question with the same settings gives the same answer.</source>
        <translation>问题和设置都相同时，回答也相同。</translation>
    </message>
    <message>
        <source>Every answer is drawn with a new random number.</source>
        <translation>每次回答都使用新的随机数。</translation>
    </message>
    <message>
        <source>Fixed seed</source>
        <translation>固定种子</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>随机</translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message>
        <source>%1 %2</source>
        <comment>two sentences after each other</comment>
        <translation>%1%2</translation>
    </message>
</context>
<context>
    <name>SettingsPage</name>
    <message>
        <source>General</source>
        <translation>通用</translation>
    </message>
    <message>
        <source>Models and memory</source>
        <translation>模型与内存</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>隐私</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>About</source>
        <translation>关于</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Sections</source>
        <translation>分类</translation>
    </message>
    <message>
        <source>Undo: %1</source>
        <translation>撤销：%1</translation>
    </message>
    <message>
        <source>Nothing to undo</source>
        <translation>没有可撤销的更改</translation>
    </message>
</context>
<context>
    <name>SettingsSchema</name>
    <message>
        <source>one of: %1</source>
        <translation>下列值之一：%1</translation>
    </message>
    <message>
        <source>a number from %1 to %2</source>
        <translation>介于 %1 和 %2 之间的数</translation>
    </message>
    <message>
        <source>null, or a whole number from %1 to %2</source>
        <translation>介于 %1 和 %2 之间的整数或 null</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>布尔值（true 或 false）</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>a list of folders</source>
        <translation>文件夹列表</translation>
    </message>
    <message>
        <source>a list of keys, such as “Ctrl+K”, by name of the action</source>
        <translation>以操作名称为键的快捷键列表（例如“Ctrl+K”）</translation>
    </message>
    <message>
        <source>The settings could not be read: the file is not valid JSON from line %1 on.</source>
        <translation>无法读取设置：文件从第 %1 行起不是有效的 JSON。</translation>
    </message>
    <message>
        <source>The setting “%1” could not be used: it must be %2. Its default is used instead.</source>
        <translation>设置“%1”无法使用，应为%2。已改用默认值。</translation>
    </message>
    <message>
        <source>an address such as “http://proxy.example:3128”</source>
        <translation>形如“http://proxy.example:3128”的地址</translation>
    </message>
</context>
<context>
    <name>ShellWindow</name>
    <message>
        <source>%1 – Hearth</source>
        <translation>%1 – Hearth</translation>
    </message>
    <message>
        <source>Settings – Hearth</source>
        <translation>设置 – Hearth</translation>
    </message>
    <message>
        <source>Quit while chats are writing?</source>
        <translation>仍有对话在生成回答，要退出吗？</translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s) have not finished. What is written so far is kept, and you can continue it later.</source>
        <translation>
            <numerusform>%n 个对话尚未完成。已生成的内容会保留，以后可以继续。</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop and quit</source>
        <translation>停止并退出</translation>
    </message>
    <message>
        <source>Quit without storing?</source>
        <translation>未保存，仍要退出吗？</translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s) hold messages that could not be stored. They are lost when Hearth ends. Make room on the drive and store them first.</source>
        <translation>
            <numerusform>%n 个对话中有未能保存的消息，退出后将会丢失。请先在磁盘上腾出空间并保存。</numerusform>
        </translation>
    </message>
    <message>
        <source>Quit and lose them</source>
        <translation>放弃并退出</translation>
    </message>
    <message>
        <source>Models – Hearth</source>
        <translation>模型 – Hearth</translation>
    </message>
</context>
<context>
    <name>ShortcutRow</name>
    <message>
        <source>The usual keys for “%1”</source>
        <translation>恢复“%1”的默认快捷键</translation>
    </message>
    <message>
        <source>Keys for “%1”: %2</source>
        <translation>“%1”的快捷键：%2</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Press keys…</source>
        <translation>请按键…</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>ShortcutsSection</name>
    <message>
        <source>Shortcuts</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Choose a shortcut, then press the new keys. Backspace removes it, Esc leaves it as it was.</source>
        <translation>选中一个快捷键，然后按下新的按键。按 Backspace 清除，按 Esc 保持不变。</translation>
    </message>
    <message>
        <source>Restore default shortcuts</source>
        <translation>恢复默认快捷键</translation>
    </message>
</context>
<context>
    <name>SidePanel</name>
    <message>
        <source>Settings of this chat</source>
        <translation>对话设置</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>此对话</translation>
    </message>
    <message>
        <source>Hide the settings of this chat</source>
        <translation>隐藏对话设置</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>All chats use the same model. Each answer remembers which one wrote it.</source>
        <translation>所有对话使用同一个模型。每条回答都会记录由哪个模型生成。</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>Who the model should be and how it should answer, for example: “You are a patient teacher. Answer in short sentences.”</source>
        <translation>告诉模型它的身份和回答方式，例如：“你是一位耐心的老师，请用简短的句子回答。”</translation>
    </message>
    <message>
        <source>How it writes</source>
        <translation>生成方式</translation>
    </message>
    <message>
        <source>All to default</source>
        <translation>全部恢复默认</translation>
    </message>
</context>
<context>
    <name>SpaceMeter</name>
    <message>
        <source>Room on the drive of the models</source>
        <translation>模型所在磁盘的空间</translation>
    </message>
    <message>
        <source>Other files</source>
        <translation>其他文件</translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Chats that are writing</source>
        <translation>生成中的对话</translation>
    </message>
    <message>
        <source>Set aside for chats</source>
        <translation>为对话预留</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>离线</translation>
    </message>
    <message>
        <source>Hearth opens no connection to anywhere</source>
        <translation>Hearth 不会建立任何网络连接</translation>
    </message>
    <message>
        <source>Show the downloads</source>
        <translation>显示下载</translation>
    </message>
</context>
<context>
    <name>StopStrings</name>
    <message>
        <source>Stop strings</source>
        <translation>停止词</translation>
    </message>
    <message>
        <source>The answer ends where one of these would appear; it is not shown.</source>
        <translation>回答会在即将出现停止词时结束，停止词不会显示。</translation>
    </message>
    <message>
        <source>New stop string</source>
        <translation>新停止词</translation>
    </message>
    <message>
        <source>Add the stop string</source>
        <translation>添加停止词</translation>
    </message>
</context>
<context>
    <name>TabButton</name>
    <message>
        <source>Close “%1”</source>
        <translation>关闭“%1”</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>new answer</source>
        <translation>有新回答</translation>
    </message>
</context>
<context>
    <name>TabMenu</name>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>Reopen closed tab</source>
        <translation>重新打开关闭的标签页</translation>
    </message>
    <message>
        <source>Move to a new window</source>
        <translation>移到新窗口</translation>
    </message>
    <message>
        <source>Move to the window of “%1”</source>
        <translation>移到“%1”所在的窗口</translation>
    </message>
    <message>
        <source>Close the other tabs</source>
        <translation>关闭其他标签页</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>关闭标签页</translation>
    </message>
</context>
<context>
    <name>TabStrip</name>
    <message>
        <source>Open chats</source>
        <translation>打开的对话</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>All open chats</source>
        <translation>所有打开的对话</translation>
    </message>
    <message>
        <source>new answer</source>
        <translation>有新回答</translation>
    </message>
</context>
<context>
    <name>Theme</name>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
</context>
<context>
    <name>ThinkingRow</name>
    <message>
        <source>Thinking…</source>
        <translation>正在思考…</translation>
    </message>
    <message>
        <source>Thoughts</source>
        <translation>思考过程</translation>
    </message>
    <message>
        <source>Thought for a moment</source>
        <translation>思考了片刻</translation>
    </message>
    <message>
        <source>Thought for %1 s</source>
        <translation>思考了 %1 秒</translation>
    </message>
    <message>
        <source>Thought for %1 min %2 s</source>
        <translation>思考了 %1 分 %2 秒</translation>
    </message>
    <message>
        <source>Hide the thinking</source>
        <translation>收起思考过程</translation>
    </message>
    <message>
        <source>Show the thinking</source>
        <translation>展开思考过程</translation>
    </message>
</context>
<context>
    <name>Toast</name>
    <message>
        <source>Dismiss</source>
        <translation>忽略</translation>
    </message>
</context>
<context>
    <name>TranscriptList</name>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
</context>
<context>
    <name>TranscriptMenu</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Ctrl+C</source>
        <translation>Ctrl+C</translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation>复制消息</translation>
    </message>
    <message>
        <source>Copy link address</source>
        <translation>复制链接地址</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Ctrl+A</source>
        <translation>Ctrl+A</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
</context>
<context>
    <name>TranscriptView</name>
    <message>
        <source>Conversation</source>
        <translation>对话内容</translation>
    </message>
    <message>
        <source>Opening the conversation…</source>
        <translation>正在打开对话…</translation>
    </message>
</context>
<context>
    <name>VersionSwitch</name>
    <message>
        <source>Previous version</source>
        <translation>上一版本</translation>
    </message>
    <message>
        <source>%1/%2</source>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>Version %1 of %2</source>
        <translation>第 %1 个版本，共 %2 个</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>下一版本</translation>
    </message>
</context>
<context>
    <name>hearth::About</name>
    <message>
        <source>window</source>
        <translation>窗口界面</translation>
    </message>
    <message>
        <source>typeface</source>
        <translation>界面字体</translation>
    </message>
    <message>
        <source>typeface for code</source>
        <translation>代码字体</translation>
    </message>
    <message>
        <source>public domain</source>
        <translation>公有领域</translation>
    </message>
    <message>
        <source>chats and search</source>
        <translation>对话存储与搜索</translation>
    </message>
    <message>
        <source>reading Markdown</source>
        <translation>解析 Markdown</translation>
    </message>
    <message>
        <source>downloads</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>checksums and secure connections</source>
        <translation>校验和与安全连接</translation>
    </message>
    <message>
        <source>reading JSON</source>
        <translation>解析 JSON</translation>
    </message>
    <message>
        <source>splitting text for the model</source>
        <translation>为模型切分文本</translation>
    </message>
    <message>
        <source>writing numbers</source>
        <translation>数字格式化</translation>
    </message>
    <message>
        <source>checksums</source>
        <translation>校验和</translation>
    </message>
    <message>
        <source>command line</source>
        <translation>命令行</translation>
    </message>
    <message>
        <source>Painted by the processor: no graphics card can be used for it here</source>
        <translation>由处理器绘制（没有可用的显卡）</translation>
    </message>
    <message>
        <source>Painted by the graphics card (%1)</source>
        <translation>由显卡绘制（%1）</translation>
    </message>
</context>
<context>
    <name>hearth::ActiveModel</name>
    <message>
        <source>Architecture %1, computed on %2</source>
        <translation>架构 %1，运行于 %2</translation>
    </message>
</context>
<context>
    <name>hearth::AnswerRun</name>
    <message>
        <source>This model takes no system prompt; it was put before your first message instead.</source>
        <translation>此模型不支持系统提示词，已将它放在你的第一条消息之前。</translation>
    </message>
    <message>
        <source>Messages without an answer between them were read by the model as one message.</source>
        <translation>中间没有回答的连续消息，模型会当作一条消息来读。</translation>
    </message>
    <message>
        <source>The model ended its answer without a word. Try again, or say more.</source>
        <translation>模型没有写出任何内容就结束了回答。请重试，或多说一些。</translation>
    </message>
</context>
<context>
    <name>hearth::Application</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>“%1” could not be saved (%2). What you changed holds until Hearth ends.</source>
        <translation>无法保存“%1”（%2）。你的更改在 Hearth 退出前有效。</translation>
    </message>
    <message>
        <source>“%1” was deleted</source>
        <translation>已删除“%1”</translation>
    </message>
    <message>
        <source>%1 is here</source>
        <translation>%1 已下载完成</translation>
    </message>
    <message>
        <source>Use in chat</source>
        <translation>用于聊天</translation>
    </message>
    <message>
        <source>“%1” is in the trash</source>
        <translation>“%1”已移到回收站</translation>
    </message>
    <message>
        <source>“%1” is off the list</source>
        <translation>“%1”已从列表移除</translation>
    </message>
    <message>
        <source>The models are in their new folder</source>
        <translation>模型已在新文件夹中</translation>
    </message>
    <message>
        <source>%1 could not be loaded with more context. It is loaded as before. %2</source>
        <translation>%1 无法以更大的上下文加载，已恢复为原来的设置。%2</translation>
    </message>
    <message>
        <source>Changed: %1</source>
        <translation>已更改：%1</translation>
    </message>
</context>
<context>
    <name>hearth::ChatListModel</name>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>搜索结果</translation>
    </message>
    <message>
        <source>Not stored</source>
        <translation>未保存</translation>
    </message>
    <message>
        <source>This chat is not stored: once deleted it could not be brought back. Store it first.</source>
        <translation>此对话尚未保存：删除后将无法恢复。请先保存。</translation>
    </message>
    <message>
        <source>There is a folder of this name already.</source>
        <translation>已有同名的文件夹。</translation>
    </message>
</context>
<context>
    <name>hearth::ChatParameters</name>
    <message>
        <source>A seed is a whole number from 0 to 18,446,744,073,709,551,615.</source>
        <translation>随机种子须为 0 到 18,446,744,073,709,551,615 之间的整数。</translation>
    </message>
    <message>
        <source>This stop string is in the list already.</source>
        <translation>列表中已有此停止词。</translation>
    </message>
</context>
<context>
    <name>hearth::ChatSession</name>
    <message>
        <source>The oldest messages are left out.</source>
        <translation>已略去最早的消息。</translation>
    </message>
    <message>
        <source>Nothing is left out any more.</source>
        <translation>不再略去任何消息。</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>Summary of the messages above, which the model no longer sees:</source>
        <translation>以上消息的总结（模型不再看到原文）：</translation>
    </message>
    <message>
        <source>Only stored messages can be branched from.</source>
        <translation>只能从已保存的消息开新分支。</translation>
    </message>
    <message>
        <source>The summary was deleted.</source>
        <translation>已删除总结。</translation>
    </message>
    <message>
        <source>The message was deleted.</source>
        <translation>已删除消息。</translation>
    </message>
    <message>
        <source>%1 in queue</source>
        <comment>place: 1st, 2nd…</comment>
        <translation>排队第 %1 位</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>reading %1</source>
        <translation>读取 %1</translation>
    </message>
    <message>
        <source>writing</source>
        <translation>生成中</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>An answer is being written. Wait for it or stop it first.</source>
        <translation>正在生成回答。请等待完成，或先停止。</translation>
    </message>
    <message>
        <source>Store the newest messages of this chat first: this would hide them for good.</source>
        <translation>请先保存此对话最新的消息，否则它们将再也无法看到。</translation>
    </message>
    <message>
        <source>needs a choice</source>
        <translation>需要选择</translation>
    </message>
    <message>
        <source>Nothing was sent: the message it belongs to is no longer shown in this chat.</source>
        <translation>没有发送任何内容：它所属的消息已不再显示在此对话中。</translation>
    </message>
    <message>
        <source>failed: %1</source>
        <translation>失败：%1</translation>
    </message>
    <message>
        <source>The chat has gone on since: what was deleted cannot be put back.</source>
        <translation>这个对话后来又继续了：删除的内容无法放回原处。</translation>
    </message>
    <message>
        <source>%1 tok/s</source>
        <translation>%1 词元/秒</translation>
    </message>
</context>
<context>
    <name>hearth::CommandPalette</name>
    <message>
        <source>Actions</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
</context>
<context>
    <name>hearth::Composer</name>
    <message>
        <source>Pasted text, %1 characters</source>
        <translation>粘贴的文本，%1 个字符</translation>
    </message>
</context>
<context>
    <name>hearth::ContextMeter</name>
    <message>
        <source>%1 / %2</source>
        <comment>tokens used / size of the context</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>How much the model can read at once shows here when a model is loaded.</source>
        <translation>加载模型后，这里会显示模型一次能读多少内容。</translation>
    </message>
    <message>
        <source>%1 of %2 tokens that the model can read at once are taken.</source>
        <translation>模型一次能读 %2 个词元，已占用 %1 个。</translation>
    </message>
    <message>
        <source>There is no room for the next answer.</source>
        <translation>已没有空间容纳下一条回答。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln 个词元</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hearth::ContextRelief</name>
    <message>
        <source>Load a model first: how much fits depends on it.</source>
        <translation>请先加载模型：能放下多少取决于模型。</translation>
    </message>
    <message>
        <source>The conversation takes %1 of the %2 tokens that %3 can read at once. Everything fits.</source>
        <translation>%3 一次能读 %2 个词元，此对话占用 %1 个，完全放得下。</translation>
    </message>
    <message>
        <source>With room for an answer the conversation needs %1 tokens. %2 can read %3 at once. Nothing is left out unless you say so.</source>
        <translation>加上回答所需的空间，此对话共需 %1 个词元，而 %2 一次能读 %3 个。未经你同意，不会略去任何内容。</translation>
    </message>
    <message numerus="yes">
        <source>The model no longer sees the %n oldest message(s); that frees %1 tokens. They stay in the chat, and you can take it back.</source>
        <translation>
            <numerusform>模型不再看到最早的 %n 条消息，可腾出 %1 个词元。消息仍保留在对话中，此操作可以撤销。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The model sums up the %n oldest message(s) in a few sentences and sees those instead. You can read and change the summary.</source>
        <translation>
            <numerusform>模型用几句话总结最早的 %n 条消息，之后只看这份总结。你可以查看和修改总结。</numerusform>
        </translation>
    </message>
    <message>
        <source>The last message alone is too long for this context.</source>
        <translation>仅最后一条消息就超出了上下文。</translation>
    </message>
    <message>
        <source>%1 is loaded again with room for %2 tokens.</source>
        <translation>重新加载 %1，可容纳 %2 个词元。</translation>
    </message>
    <message>
        <source>Answers that are being written stop.</source>
        <translation>正在生成的回答会停止。</translation>
    </message>
    <message>
        <source>This model was not made for more than %1 tokens.</source>
        <translation>此模型最多支持 %1 个词元。</translation>
    </message>
    <message>
        <source>Working out the memory…</source>
        <translation>正在计算所需内存…</translation>
    </message>
    <message>
        <source>That takes %1 of memory; %2 are free for it.</source>
        <translation>需要 %1 内存，可用 %2。</translation>
    </message>
    <message>
        <source>That is not enough.</source>
        <translation>内存不够。</translation>
    </message>
    <message>
        <source>The model gave no summary. Try again, or choose another way.</source>
        <translation>模型没有给出总结。请重试，或选择其他方式。</translation>
    </message>
    <message>
        <source>That is more memory for chats than the settings allow.</source>
        <translation>这超过了设置中允许对话使用的内存。</translation>
    </message>
    <message>
        <source>The summary did not come to its end. Try again, or choose another way.</source>
        <translation>摘要没有写完。请重试，或选择其他方式。</translation>
    </message>
    <message>
        <source>Your message takes %1 tokens, and %2 was made for %3 at most: it cannot be sent unless it is made shorter.</source>
        <translation>你的消息有 %1 个词元，而 %2 最多只能处理 %3 个：只有缩短后才能发送。</translation>
    </message>
    <message>
        <source>Your message takes %1 tokens, and this computer has the memory for about %3 at most with %2: it cannot be sent unless it is made shorter.</source>
        <translation>你的消息有 %1 个词元，而这台电脑的内存用 %2 最多只够约 %3 个：只有缩短后才能发送。</translation>
    </message>
</context>
<context>
    <name>hearth::DeletedChatsModel</name>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>Deleted today</source>
        <translation>今天删除</translation>
    </message>
    <message>
        <source>Deleted yesterday</source>
        <translation>昨天删除</translation>
    </message>
    <message numerus="yes">
        <source>Deleted %n day(s) ago</source>
        <translation>
            <numerusform>%n 天前删除</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>kept for %n more day(s)</source>
        <translation>
            <numerusform>还会保留 %n 天</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hearth::Downloads</name>
    <message>
        <source>Waits until the models have moved</source>
        <translation>等待模型移动完成</translation>
    </message>
</context>
<context>
    <name>hearth::HubGroups</name>
    <message>
        <source>As it is</source>
        <comment>quantization</comment>
        <translation>原样</translation>
    </message>
</context>
<context>
    <name>hearth::HubModelView</name>
    <message>
        <source>%1 context</source>
        <comment>a number of tokens</comment>
        <translation>%1 上下文</translation>
    </message>
    <message>
        <source>It was called %1 before.</source>
        <translation>它以前叫 %1。</translation>
    </message>
    <message>
        <source>%1 cannot be reached now. This page is %2.</source>
        <translation>现在无法连接 %1。此页面为%2。</translation>
    </message>
    <message>
        <source>%1 cannot be reached now. This page is one kept from before.</source>
        <translation>现在无法连接 %1。此页面是以前保存的。</translation>
    </message>
    <message>
        <source>Choose a size. The figures are for this computer: %1 free for a model, %2 context.</source>
        <translation>请选择大小。以下数字针对这台电脑：可供模型使用的内存 %1，上下文 %2。</translation>
    </message>
    <message>
        <source>Reading how large it becomes in memory…</source>
        <translation>正在读取它在内存中的大小…</translation>
    </message>
    <message>
        <source>How much memory it takes could not be found out. %1</source>
        <translation>无法得知它占用多少内存。%1</translation>
    </message>
    <message>
        <source>%1 “About” marks an estimate: point at its row for the exact figure.</source>
        <translation>%1“约”表示估计值：把指针移到该行即可看到准确数字。</translation>
    </message>
</context>
<context>
    <name>hearth::HubSearch</name>
    <message>
        <source>Any language</source>
        <translation>任何语言</translation>
    </message>
    <message>
        <source>Any licence</source>
        <translation>任何许可证</translation>
    </message>
    <message>
        <source>Chat and writing</source>
        <translation>聊天与写作</translation>
    </message>
    <message>
        <source>Reads images</source>
        <translation>能看图片</translation>
    </message>
    <message>
        <source>Any task</source>
        <translation>任何用途</translation>
    </message>
    <message>
        <source>Trending first</source>
        <translation>热门优先</translation>
    </message>
    <message>
        <source>Most downloaded first</source>
        <translation>下载最多优先</translation>
    </message>
    <message>
        <source>Most liked first</source>
        <translation>点赞最多优先</translation>
    </message>
    <message>
        <source>Newest first</source>
        <translation>最新优先</translation>
    </message>
    <message>
        <source>Any size</source>
        <translation>任何大小</translation>
    </message>
    <message>
        <source>Up to %1</source>
        <translation>不超过 %1</translation>
    </message>
    <message>
        <source>%1 cannot be reached now. This list is %2.</source>
        <translation>现在无法连接 %1。此列表为%2。</translation>
    </message>
    <message>
        <source>%1 cannot be reached now. This list is one kept from before.</source>
        <translation>现在无法连接 %1。此列表是以前保存的。</translation>
    </message>
    <message>
        <source>A good start</source>
        <translation>从这些开始</translation>
    </message>
    <message>
        <source>More on %1</source>
        <translation>%1 上的更多模型</translation>
    </message>
</context>
<context>
    <name>hearth::HubToken</name>
    <message>
        <source>Asking the system&apos;s keyring…</source>
        <translation>正在询问系统密钥环…</translation>
    </message>
    <message>
        <source>Some models are given only to people who have signed in at %1. Make a token there that may read, and paste it here.</source>
        <translation>有些模型只提供给在 %1 登录的用户。请在那里新建一个只读令牌，粘贴到这里。</translation>
    </message>
    <message>
        <source>Kept in the system&apos;s keyring, and shown to %1 alone.</source>
        <translation>保存在系统密钥环中，只出示给 %1。</translation>
    </message>
    <message>
        <source>The system&apos;s keyring cannot be used, so the token is kept until Hearth ends. It is shown to %1 alone.</source>
        <translation>系统密钥环无法使用，因此令牌只保留到 Hearth 退出。只出示给 %1。</translation>
    </message>
</context>
<context>
    <name>hearth::LibrarySpace</name>
    <message numerus="yes">
        <source>%n model(s), %1</source>
        <translation>
            <numerusform>%n 个模型，%1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 free on this drive</source>
        <translation>此磁盘可用 %1</translation>
    </message>
</context>
<context>
    <name>hearth::LinkOpener</name>
    <message>
        <source>Hearth does not open “%1”: only web and mail addresses are opened from a chat.</source>
        <translation>Hearth 不会打开“%1”：对话中只能打开网页和邮件地址。</translation>
    </message>
</context>
<context>
    <name>hearth::LocalModelFacts</name>
    <message>
        <source>Checked: its files are as they should be.</source>
        <translation>已校验：文件正确无误。</translation>
    </message>
    <message>
        <source>Checked: nobody said how its files should be, so Hearth remembers how they are.</source>
        <translation>已校验：没有可比较的信息，Hearth 已记住其内容。</translation>
    </message>
    <message>
        <source>Checked: a file is not as it should be. Remove the model and get it again.</source>
        <translation>已校验：有文件不正确。请移除此模型并重新获取。</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message numerus="yes">
        <source>%1 in %n file(s)</source>
        <translation>
            <numerusform>%1，共 %n 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>Quantization</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个词元</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>架构</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来自</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a quantization and what it means</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Checked: a file is not as it should be. Download it again.</source>
        <translation>已检查：有文件与原文件不一致。请重新下载。</translation>
    </message>
</context>
<context>
    <name>hearth::LocalModels</name>
    <message>
        <source>That is not a file on this computer.</source>
        <translation>这不是这台电脑上的文件。</translation>
    </message>
    <message>
        <source>%1 could not be read: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>“%1” is not a model that Hearth can use. Model files end in .gguf or .safetensors.</source>
        <translation>“%1”不是 Hearth 能使用的模型。模型文件以 .gguf 或 .safetensors 结尾。</translation>
    </message>
</context>
<context>
    <name>hearth::ModelSwitch</name>
    <message>
        <source>Unload the model while chats are writing?</source>
        <translation>仍有对话在生成回答，要卸载模型吗？</translation>
    </message>
    <message>
        <source>Change the model while chats are writing?</source>
        <translation>仍有对话在生成回答，要更换模型吗？</translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s) will stop where they are. What is written so far is kept.</source>
        <translation>
            <numerusform>%n 个对话会就此停止，已生成的内容会保留。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s) will stop where they are, and can be continued with %1. What is written so far is kept.</source>
        <translation>
            <numerusform>%n 个对话会就此停止，之后可用 %1 继续。已生成的内容会保留。</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop and unload</source>
        <translation>停止并卸载</translation>
    </message>
    <message>
        <source>Stop and change</source>
        <translation>停止并更换</translation>
    </message>
    <message>
        <source>Use this model anyway?</source>
        <translation>仍要使用此模型？</translation>
    </message>
    <message>
        <source>Use anyway</source>
        <translation>仍然使用</translation>
    </message>
</context>
<context>
    <name>hearth::PresetListModel</name>
    <message>
        <source>A preset needs a name.</source>
        <translation>请填写预设名称。</translation>
    </message>
    <message>
        <source>A name has at most %1 characters.</source>
        <translation>名称最多 %1 个字符。</translation>
    </message>
    <message>
        <source>There is a preset with this name already.</source>
        <translation>已有同名预设。</translation>
    </message>
</context>
<context>
    <name>hearth::SafeStart</name>
    <message>
        <source>Hearth ended unexpectedly while it was loading %1, so it was not loaded again. Your chats are kept.</source>
        <translation>Hearth 上次在加载 %1 时意外退出，因此没有再次加载。你的对话都已保留。</translation>
    </message>
    <message>
        <source>Hearth ended unexpectedly last time, so %1 was not loaded by itself. Your chats are kept.</source>
        <translation>Hearth 上次意外退出，因此没有自动加载 %1。你的对话都已保留。</translation>
    </message>
    <message>
        <source>Load it now</source>
        <translation>立即加载</translation>
    </message>
</context>
<context>
    <name>hearth::Settings</name>
    <message>
        <source>The settings in “%1” could not be read (%2). Defaults are used.</source>
        <translation>无法读取“%1”中的设置（%2），已使用默认值。</translation>
    </message>
    <message>
        <source>All settings</source>
        <translation>全部设置</translation>
    </message>
    <message>
        <source>Memory for chats</source>
        <translation>对话占用的内存</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>离线模式</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Length of a conversation</source>
        <translation>上下文长度</translation>
    </message>
    <message>
        <source>Load the last model at start</source>
        <translation>启动时加载上次的模型</translation>
    </message>
    <message>
        <source>Folders with models</source>
        <translation>模型文件夹</translation>
    </message>
    <message>
        <source>Less motion</source>
        <translation>减少动态效果</translation>
    </message>
    <message>
        <source>Offer models of other programs</source>
        <translation>使用其他程序的模型</translation>
    </message>
    <message>
        <source>Sending a message</source>
        <translation>发送消息</translation>
    </message>
    <message>
        <source>Processor threads</source>
        <translation>处理器线程</translation>
    </message>
    <message>
        <source>Speed of downloads</source>
        <translation>下载速度</translation>
    </message>
    <message>
        <source>Address of your hub</source>
        <translation>你的模型站地址</translation>
    </message>
    <message>
        <source>Source of models</source>
        <translation>模型来源</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>代理</translation>
    </message>
</context>
<context>
    <name>hearth::ShortcutTable</name>
    <message>
        <source>These keys cannot be used.</source>
        <translation>不能使用这些按键。</translation>
    </message>
    <message>
        <source>Add Ctrl or Alt: this key alone is for typing.</source>
        <translation>请加上 Ctrl 或 Alt：单独按此键用于输入文字。</translation>
    </message>
    <message>
        <source>%1 is needed for editing text.</source>
        <translation>%1 用于编辑文字。</translation>
    </message>
    <message>
        <source>%1 already means “%2”.</source>
        <translation>%1 已用于“%2”。</translation>
    </message>
</context>
<context>
    <name>hearth::SpeedProbe</name>
    <message numerus="yes">
        <source>Speeds are predicted from a measurement of %1 with %n thread(s).</source>
        <translation>
            <numerusform>速度根据 %1 的测量（%n 个线程）估算。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Speeds are predicted from an earlier measurement with %n thread(s).</source>
        <translation>
            <numerusform>速度根据之前的测量（%n 个线程）估算。</numerusform>
        </translation>
    </message>
    <message>
        <source>Other programs kept the processor busy then, so they are too low. Measure again when this computer has nothing else to do.</source>
        <translation>当时其他程序占用了处理器，因此数值偏低。请在电脑空闲时重新测量。</translation>
    </message>
</context>
<context>
    <name>hearth::StarterOffers</name>
    <message>
        <source>%1 to download</source>
        <translation>需下载 %1</translation>
    </message>
    <message>
        <source>licence %1</source>
        <translation>许可证 %1</translation>
    </message>
    <message>
        <source>Hearth is offline. Nothing is downloaded until you go online again.</source>
        <translation>Hearth 处于离线状态，恢复在线后才能下载。</translation>
    </message>
    <message>
        <source>On this computer already.</source>
        <translation>已在这台电脑上。</translation>
    </message>
    <message>
        <source>Found in %1. Used in place, nothing is copied.</source>
        <translation>来自%1，直接使用，不会复制。</translation>
    </message>
</context>
<context>
    <name>hearth::StatusLine</name>
    <message>
        <source>No model loaded</source>
        <translation>未加载模型</translation>
    </message>
    <message>
        <source>Loading %1</source>
        <translation>正在加载 %1</translation>
    </message>
    <message>
        <source>The model could not be loaded</source>
        <translation>无法加载模型</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>可用 %1</translation>
    </message>
    <message>
        <source>Memory of this computer: %1, of which %2 are free for models</source>
        <translation>本机内存：%1，其中 %2 可供模型使用</translation>
    </message>
    <message>
        <source>Model: %1</source>
        <translation>模型：%1</translation>
    </message>
    <message>
        <source>Chats that are writing: %1</source>
        <translation>生成中的对话：%1</translation>
    </message>
    <message>
        <source>Set aside for chats: %1</source>
        <translation>为对话预留：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s) writing</source>
        <translation>
            <numerusform>%n 个对话生成中</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiting</source>
        <comment>requests in the queue</comment>
        <translation>
            <numerusform>%n 个排队中</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n download(s) · %1</source>
        <translation>
            <numerusform>%n 个下载 · %1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 词元/秒</translation>
    </message>
</context>
<context>
    <name>hearth::TabListModel</name>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
</context>
</TS>
