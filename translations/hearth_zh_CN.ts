<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>About</name>
    <message>
        <source>chats and search</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AboutSection</name>
    <message>
        <source>Hearth %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs language models on your own computer. Free software under the Apache licence, version 2.0.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Qt %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Versions and system, for a report of a fault</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All settings as on the first day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chats and models stay. Can be undone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Made with</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>Tabs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reopen closed tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move tab left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move tab right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move tab to a new window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show or hide the settings of this chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unload the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find anything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show or hide the list of chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Usual text size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch between light and dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go offline or online</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit Hearth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to tab 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to tab 2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to tab 3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to tab 4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to tab 5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to tab 6</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to tab 7</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to tab 8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the last tab</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AnswerFigures</name>
    <message>
        <source>%1 s to first token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tok/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 % of the prompt from cache</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AttachFile</name>
    <message>
        <source>Attach text files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text files (*.txt *.md *.csv *.json *.xml *.html *.py *.cpp *.h *.js *.log)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AttachmentDialog</name>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AutomaticSwitch</name>
    <message>
        <source>Automatic</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CaretRow</name>
    <message>
        <source>The answer is being written</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ChatHeader</name>
    <message>
        <source>Hide the settings of this chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings of this chat</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ChatList</name>
    <message>
        <source>Chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+T</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No chats yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No title and no message contains “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What you write is kept here, on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The chats could not be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ChatListMenu</name>
    <message>
        <source>Rename</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>F2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move to folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Del</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename the folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dissolve the folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” goes into it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name of the folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Create</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename the folder</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ChatListModel</name>
    <message>
        <source>Today</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last week</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MMMM yyyy</source>
        <comment>heading of a month in the list of chats</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ChatListRow</name>
    <message>
        <source>New title</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ChatNotices</name>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on without storing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The answer could not be stored yet; it is tried again. %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your message could not be stored. %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The newest messages of this chat are not stored. %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Store now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The answer ended because the model&apos;s context is full.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The next message does not fit: the model&apos;s context is full.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose what to keep</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ChatPage</name>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The preset “%1” was deleted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opening the chat…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This chat could not be opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter stores the new version · Shift+Enter starts a new line · Esc goes back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter sends · Shift+Enter starts a new line · Esc stops the answer</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ChatParameters</name>
    <message>
        <source>Temperature goes from 0 to 2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top-k is a whole number from 0 (off) to 1,000,000.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top-p is more than 0 and at most 1 (off).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Min-p goes from 0 (off) to 1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The repetition penalty goes from 1 (off) to 2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Frequency and presence penalties go from −2 to 2; 0 is off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The longest answer is at least 1 token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At most 16 stop strings can be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A stop string has between 1 and 256 characters.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ChatStorage</name>
    <message>
        <source>The disk is full. Free some space, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder of your chats cannot be written to. Allow writing to it, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file of your chats cannot be opened. Check that its folder exists and is yours.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file of your chats is damaged. Start Hearth again to save what can be read of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your chats were written by a newer Hearth. They can be read, but not changed, with this one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another program is using the file of your chats. Close it, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The disk reported a fault. Check its cable and health, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is not enough memory to store this. Close other programs, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This text is too large to be stored. Shorten it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is not there any more: it was deleted elsewhere.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something went wrong in Hearth while storing your chats.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your chats were brought up to date. A copy of the old file is kept as %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your chats can be read, but nothing new is stored.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file of your chats was damaged. All of it could be read; the damaged file is kept as %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file of your chats was damaged. What could be read was saved; the damaged file is kept as %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is stored now: chats are gone when Hearth is closed.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Chip</name>
    <message>
        <source>Remove %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CodeHead</name>
    <message>
        <source>text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wrap long lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CommandPaletteView</name>
    <message>
        <source>Find a chat, a model or something to do</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing fits “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>“%1” could not be opened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” could not be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is larger than 8 MB, more than a model can read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is not a text file in UTF-8.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is not a file on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ComposerCard</name>
    <message>
        <source>Message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop text files here to attach them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You are changing an answer. The old version is kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You are changing a message. The old version and its answer are kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attach a text file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Store the new version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Esc</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ContextDialog</name>
    <message>
        <source>What the model sees of this chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the summary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave out the oldest messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sum up the oldest messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sum up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enlarge the context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enlarge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See everything again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The messages that are left out now are given to the model again, as far as they fit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ContextGauge</name>
    <message>
        <source>Context: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ContextRuleRow</name>
    <message numerus="yes">
        <source>%n earlier message(s) no longer fit the context</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Choose what to keep</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DownloadRow</name>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel the download and remove what has come</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download of %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DownloadText</name>
    <message>
        <source>%1/s</source>
        <comment>bytes per second</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 left</source>
        <comment>a time</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checking what is already here…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connecting again…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connection lost, trying again (%1)…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finishing…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused at %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped at %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server could not go on where it stopped, so it began again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file changed on the server, so the download began again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was here was damaged, so the download began again.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EditMenu</name>
    <message>
        <source>Cut</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+X</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+C</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+V</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+A</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EmptyChat</name>
    <message>
        <source>What is on your mind?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing you write leaves this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 answers on this computer. Nothing you write leaves it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Explain something</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Explain in simple words: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Improve a text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Improve this text and say what you changed:

</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Translate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Translate into English:

</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make a plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make a plan, step by step, for </source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ErrorRow</name>
    <message>
        <source>The answer failed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ErrorSentences</name>
    <message>
        <source>%1 is not there. Check that its drive is connected and that it was not moved or renamed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 could not be read. Check that you may open it and that its drive is connected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not a model file that Hearth can open. Choose a file that ends in .gguf, or download it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ends before its table of contents does, so the download is incomplete. Download it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is written in a version of the file format that Hearth does not read%2. Look for a newer copy of this model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it claims to hold more entries than the file has room for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has a text that is longer than the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has an entry whose name is not valid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has an entry of the wrong kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has a list that is longer than the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its data are not placed where they should be</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one of its tables has an impossible size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one of its tables has an unknown number format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one of its tables lies outside the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one of its tables has a name that is not valid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This model comes in several files, and %1 is missing. Put all its files into one folder, or download the model again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 does not belong to the other files of this model%2. Download the model again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it lacks an entry that every such model has</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has an entry whose value cannot be right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a part of the model is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it stores its numbers in a format that Hearth cannot compute with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hearth does not know this kind of model yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it uses something that Hearth cannot do yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it splits text into words in a way that Hearth does not know yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 does not say how a chat with it is written, so it is not made for chatting. Choose a model whose name contains “instruct” or “chat”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model&apos;s chat format has an error that Hearth cannot work around</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model&apos;s chat format asks for something that this chat does not have</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model refuses a chat of this form. Start a new chat, or leave out the system prompt.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model refuses a chat of this form: “%1”. Start a new chat, or leave out the system prompt.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model&apos;s chat format could not be applied to this chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model&apos;s chat format takes too much time or memory and was stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 contains text that cannot be read. Copy the text again, or save the file as UTF-8.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This was stopped before it was finished. You can start it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The processor or graphics card reported an error while computing. Load the model again; if it comes back, restart the computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hearth made a mistake and stopped this model to be safe; your chats are kept. Load the model again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> (expected %1, found %2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> (found %1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> (expected %1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, in “%1”%2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is damaged: %2%3. Download it again, or take another copy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be used: %2%3. Choose another model, or look for a newer Hearth.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> (line %1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1%2%3. Choose another model, or another copy of this one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 could not be written: it needs %2, and %3 are free. Make room on that drive.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 could not be written. Check that the drive has room and that you may write there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is incomplete: it should have %2 and has %3. Download it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is incomplete. Download it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is not enough memory: %1 are needed and %2 are free. Close other programs, choose a smaller model or a shorter context.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is not enough memory for %1. Close other programs, choose a smaller model or a shorter context.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is not enough memory. Close other programs, choose a smaller model or a shorter context.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This chat has %1 tokens, and the model&apos;s context has room for %2. Leave out older messages, or enlarge the context.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This chat is longer than the model&apos;s context. Leave out older messages, or enlarge the context.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model cannot answer with these settings. Put the chat&apos;s settings back to their defaults.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The setting “%1” cannot be used%2. Change it, or put it back to its default.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FailureSentence</name>
    <message>
        <source>%1 does not give this file to you (error %2). It may want you to sign in, or be blocked where you are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 no longer has this file (error %2).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is asked too often just now (error 429). Wait a while, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has trouble of its own (error %2). Try again later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 answered with error %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The drive is full. Free some space, then try again. What has been downloaded is kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is not enough space on the drive: %1 more is needed, %2 is free. Free some space, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hearth is offline. The download waits until you go online again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No address is known for this file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The address of this file cannot be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The list of models describes this file wrongly, so it cannot be checked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another program is downloading this file now. Wait until it has finished.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A different file is already at %1. Move or rename it, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 could not be found. Check your connection to the Internet, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The proxy of your network could not be found. Check its settings, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The proxy of your network did not let Hearth reach %1 (%2).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 could not be reached. Check your connection to the Internet, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 does not answer. Check your connection to the Internet, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No secure connection to %1 could be made. Check the date of this computer; on a company network, ask for its certificate. (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 stopped sending. What has been downloaded is kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The connection to %1 was lost. What has been downloaded is kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 leads to an address that is not safe to follow.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A web page came from %1 instead of the file. If your network wants you to sign in, do that first, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 sent a pointer to the file, not the file itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 sent an error message instead of the file: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing came from %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has a file of another size than expected, so it is not the right one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 sends the file in a form that was not asked for (%2).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has another file under this name now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 sends neither the rest of the file nor all of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What came from %1 is not the right file: its check sum differs. It was thrown away.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something went wrong inside Hearth: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FirstRun</name>
    <message>
        <source>Looking for models on this computer…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model was found on this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a model file that you have, or drop it here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n more model(s)…</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Open a model file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>or drop a model file here</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FirstRunHeader</name>
    <message>
        <source>Talk to a model on this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing you write leaves it. Pick a first model; you can change it at any time.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FolderRow</name>
    <message>
        <source>Hearth&apos;s own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do not look in “%1” any more</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>GeneralSection</name>
    <message>
        <source>General</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changes take effect at once and can be undone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of Hearth itself. Models answer in the language you write in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size of text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In percent. Ctrl+Plus and Ctrl+Minus do the same anywhere.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preview</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How do tides work? The moon pulls on the near side of the sea a little more than on the far side, so the water bulges on both.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Less motion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing slides or fades. Also when the system asks for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sending a message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The other key starts a new line.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Enter</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HDialog</name>
    <message>
        <source>OK</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HScrollBar</name>
    <message>
        <source>Scroll sideways</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scroll</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HSplitView</name>
    <message>
        <source>Line between two panels</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HumanFormat</name>
    <message>
        <source>%1 of %2 %3</source>
        <comment>used memory, all memory, unit</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1k</source>
        <comment>thousands of tokens</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %</source>
        <comment>a share</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ImageRow</name>
    <message>
        <source>Image, not loaded</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>JumpButton</name>
    <message>
        <source>Jump to what is being written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jump to latest</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LinkDialog</name>
    <message>
        <source>Open this link?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It leads to %1 and opens outside Hearth.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LoadingCard</name>
    <message numerus="yes">
        <source>about %n second(s) left</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Loading %1 into memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 could not be loaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LoadingState</name>
    <message>
        <source>Loading…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MessageActions</name>
    <message>
        <source>Copy message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write another answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Branch into a new chat from here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete message</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ModelButton</name>
    <message>
        <source>loading %1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>could not be loaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ModelChooser</name>
    <message>
        <source>Models on this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look for models again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter by name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model matches “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model was found on this computer yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for models on this computer…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go online</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Takes the model out of memory. Chats stay.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ModelDrop</name>
    <message>
        <source>Drop it to use this model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file stays where it is.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ModelLoading</name>
    <message numerus="yes">
        <source>about %n second(s) left</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Your message is sent as soon as a model is ready.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading %1, %2 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your message is sent as soon as it is ready.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel loading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do not send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading the model</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ModelRow</name>
    <message>
        <source>in use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>incomplete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot run</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ModelText</name>
    <message>
        <source>Hearth&apos;s folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>your folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a file you opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ollama&apos;s folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LM Studio&apos;s folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the Hugging Face folder</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ModelsSection</name>
    <message>
        <source>Models and memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What concerns memory takes effect when a model is loaded next.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load the last model at start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not after Hearth ended unexpectedly.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offer models of other programs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Those in the folders of Ollama, LM Studio and the Hugging Face cache, used where they are. Nothing is moved or changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folders with models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Length of a conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hearth chooses what fits into memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many tokens a model keeps in view, question and answer together. A token is about three quarters of an English word, or one to two Chinese characters. Longer takes more memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory for chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hearth sets aside what is useful and leaves the rest to other programs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In MiB, besides the model itself. Shared by all chats that write at the same time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processor threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As many as this computer has cores.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fewer leave the computer more responsive; more than it has cores only slow the model down.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A folder with models</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>NoteRow</name>
    <message>
        <source>The answer reached its length limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hearth was closed while this was being written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Continue</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message>
        <source>Dismiss</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>OfferActions</name>
    <message>
        <source>Pause the download of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel the download of %1 and remove what has come</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go online</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start with this</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>OfferCard</name>
    <message>
        <source>Download of %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>OpenModelFile</name>
    <message>
        <source>Open a model file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model files (*.gguf)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ParameterRow</name>
    <message>
        <source>%1: back to the default</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PresetPicker</name>
    <message>
        <source>Preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No presets yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Presets: more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep as a new preset…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Update “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep as a preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The system prompt and the settings of this chat, to use in other chats.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name of the preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename the preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PrivacySection</name>
    <message>
        <source>Privacy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your chats and settings stay on this computer. Hearth sends no statistics and looks for no updates by itself. It connects only to download a model you chose.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No connection is opened at all. Downloads wait until you go online again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connections Hearth has made</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The latest first.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Rail</name>
    <message>
        <source>Pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find anything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SamplingSettings</name>
    <message>
        <source>Temperature</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Low: sober and repeatable. High: more surprising, and more mistakes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The answer stops after so many tokens; a token is about three quarters of a word.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The answer may be as long as the context allows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limit the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest answer in tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fewer settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draws from the likeliest tokens that together make up this share. 1 is off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leaves out tokens that are less likely than this share of the likeliest. 0 is off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draws from so many of the likeliest tokens. 0 is off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repetition penalty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Makes tokens of the last 64 less likely. 1 is off; more than 1.2 is rarely good.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Frequency penalty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Makes a token less likely each time it was used. 0 is off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Makes a token less likely once it was used at all. 0 is off.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Clear the search</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SeedSetting</name>
    <message>
        <source>Seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same question with the same settings gives the same answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every answer is drawn with a new random number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fixed seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Random</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SettingsPage</name>
    <message>
        <source>General</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models and memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sections</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing to undo</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SettingsSchema</name>
    <message>
        <source>one of: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a number from %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>null, or a whole number from %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>true or false</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a list of folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a list of keys, such as “Ctrl+K”, by name of the action</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings could not be read: the file is not valid JSON from line %1 on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The setting “%1” could not be used: it must be %2. Its default is used instead.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ShellWindow</name>
    <message>
        <source>%1 – Hearth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings – Hearth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit while chats are writing?</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s) have not finished. What is written so far is kept, and you can continue it later.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Stop and quit</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ShortcutRow</name>
    <message>
        <source>The usual keys for “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys for “%1”: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press keys…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ShortcutsSection</name>
    <message>
        <source>Shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a shortcut, then press the new keys. Backspace removes it, Esc leaves it as it was.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All shortcuts as at first</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SidePanel</name>
    <message>
        <source>Settings of this chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide the settings of this chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Esc</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All chats use the same model. Each answer remembers which one wrote it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Who the model should be and how it should answer, for example: “You are a patient teacher. Answer in short sentences.”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How it writes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All to default</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message>
        <source>Status</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chats that are writing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set aside for chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hearth opens no connection to anywhere</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StopStrings</name>
    <message>
        <source>Stop strings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The answer ends where one of these would appear; it is not shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New stop string</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add the stop string</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TabButton</name>
    <message>
        <source>Close “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TabMenu</name>
    <message>
        <source>New chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reopen closed tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move to a new window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move to the window of “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the other tabs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TabStrip</name>
    <message>
        <source>Open chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All open chats</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ThinkingRow</name>
    <message>
        <source>Thinking…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thoughts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thought for a moment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thought for %1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thought for %1 min %2 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folds what the model thought</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows what the model thought</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Toast</name>
    <message>
        <source>Dismiss</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TranscriptList</name>
    <message>
        <source>Messages</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TranscriptMenu</name>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+C</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy link address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+A</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TranscriptView</name>
    <message>
        <source>Conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opening the conversation…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>VersionSwitch</name>
    <message>
        <source>Previous version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/%2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Version %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next version</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>hearth::About</name>
    <message>
        <source>window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>typeface</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>typeface for code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>public domain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>chats and search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reading Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>downloads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>checksums and secure connections</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reading JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>splitting text for the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>writing numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>checksums</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>command line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Painted by the processor: no graphics card can be used for it here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Painted by the graphics card (%1)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>hearth::AnswerRun</name>
    <message>
        <source>This model takes no system prompt; it was put before your first message instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Messages without an answer between them were read by the model as one message.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model ended its answer without a word. Try again, or say more.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>hearth::Application</name>
    <message>
        <source>%1 changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” could not be saved (%2). What you changed holds until Hearth ends.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” was deleted</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>hearth::ChatListModel</name>
    <message>
        <source>New chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>hearth::ChatParameters</name>
    <message>
        <source>A seed is a whole number from 0 to 18,446,744,073,709,551,615.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This stop string is in the list already.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>hearth::ChatSession</name>
    <message>
        <source>The oldest messages are left out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is left out any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Summary of the messages above, which the model no longer sees:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only stored messages can be branched from.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The summary was deleted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The message was deleted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 in queue</source>
        <comment>place: 1st, 2nd…</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reading %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tok/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>writing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An answer is being written. Wait for it or stop it first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Store the newest messages of this chat first: this would hide them for good.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>hearth::CommandPalette</name>
    <message>
        <source>Actions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>hearth::Composer</name>
    <message>
        <source>Pasted text, %1 characters</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>hearth::ContextMeter</name>
    <message>
        <source>%1 / %2</source>
        <comment>tokens used / size of the context</comment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>How much the model can read at once shows here when a model is loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 tokens that the model can read at once are taken.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no room for the next answer.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>hearth::ContextRelief</name>
    <message>
        <source>Load a model first: how much fits depends on it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The conversation takes %1 of the %2 tokens that %3 can read at once. Everything fits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With room for an answer the conversation needs %1 tokens. %2 can read %3 at once. Nothing is left out unless you say so.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>The model no longer sees the %n oldest message(s); that frees %1 tokens. They stay in the chat, and you can take it back.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The model sums up the %n oldest message(s) in a few sentences and sees those instead. You can read and change the summary.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>The last message alone is too long for this context.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is loaded again with room for %2 tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answers that are being written stop.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This model was not made for more than %1 tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Working out the memory…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That takes %1 of memory; %2 are free for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That is not enough.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model gave no summary. Try again, or choose another way.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>hearth::LinkOpener</name>
    <message>
        <source>Hearth does not open “%1”: only web and mail addresses are opened from a chat.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>hearth::LocalModels</name>
    <message>
        <source>That is not a file on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is not a model that Hearth can use. Model files end in .gguf.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 could not be read: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>hearth::ModelSwitch</name>
    <message>
        <source>Unload the model while chats are writing?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the model while chats are writing?</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s) will stop where they are. What is written so far is kept.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s) will stop where they are, and can be continued with %1. What is written so far is kept.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Stop and unload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop and change</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>hearth::PresetListModel</name>
    <message>
        <source>A preset needs a name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A name has at most %1 characters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is a preset with this name already.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>hearth::SafeStart</name>
    <message>
        <source>Hearth ended unexpectedly while it was loading %1, so it was not loaded again. Your chats are kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hearth ended unexpectedly last time, so %1 was not loaded by itself. Your chats are kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load it now</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>hearth::Settings</name>
    <message>
        <source>The settings in “%1” could not be read (%2). Defaults are used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory for chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading at start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Motion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models of other programs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sending</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Threads</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>hearth::ShortcutTable</name>
    <message>
        <source>These keys cannot be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add Ctrl or Alt: this key alone is for typing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is needed for editing text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 already means “%2”.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>hearth::StarterOffers</name>
    <message>
        <source>%1 to download</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>licence %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hearth is offline. Nothing is downloaded until you go online again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On this computer already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Found in %1. Used in place, nothing is copied.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>hearth::StatusLine</name>
    <message>
        <source>No model loaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model could not be loaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory of this computer: %1, of which %2 are free for models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chats that are writing: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set aside for chats: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s) writing</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 tok/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n waiting</source>
        <comment>requests in the queue</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hearth::TabListModel</name>
    <message>
        <source>New chat</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
