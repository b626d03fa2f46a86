<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>AnswerFigures</name>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n token</numerusform>
            <numerusform>%n tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ContextRuleRow</name>
    <message numerus="yes">
        <source>The model no longer sees the %n earlier message(s)</source>
        <translation>
            <numerusform>The model no longer sees the %n earlier message</numerusform>
            <numerusform>The model no longer sees the %n earlier messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DeletedChatsDialog</name>
    <message numerus="yes">
        <source>A deleted chat is kept for %n day(s); after that it is gone for good.</source>
        <translation>
            <numerusform>A deleted chat is kept for %n day; after that it is gone for good.</numerusform>
            <numerusform>A deleted chat is kept for %n days; after that it is gone for good.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DeletedChatsEntry</name>
    <message numerus="yes">
        <source>%n chat(s)</source>
        <translation>
            <numerusform>%n chat</numerusform>
            <numerusform>%n chats</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FirstRun</name>
    <message numerus="yes">
        <source>%n more model(s)…</source>
        <translation>
            <numerusform>%n more model…</numerusform>
            <numerusform>%n more models…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HubText</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <comment>languages</comment>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>from %n minute(s) ago</source>
        <translation>
            <numerusform>from %n minute ago</numerusform>
            <numerusform>from %n minutes ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>from %n hour(s) ago</source>
        <translation>
            <numerusform>from %n hour ago</numerusform>
            <numerusform>from %n hours ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>from %n day(s) ago</source>
        <translation>
            <numerusform>from %n day ago</numerusform>
            <numerusform>from %n days ago</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LoadingCard</name>
    <message numerus="yes">
        <source>about %n second(s) left</source>
        <translation>
            <numerusform>about %n second left</numerusform>
            <numerusform>about %n seconds left</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ModelLoading</name>
    <message numerus="yes">
        <source>about %n second(s) left</source>
        <translation>
            <numerusform>about %n second left</numerusform>
            <numerusform>about %n seconds left</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ShellWindow</name>
    <message numerus="yes">
        <source>%n chat(s) have not finished. What is written so far is kept, and you can continue it later.</source>
        <translation>
            <numerusform>%n chat has not finished. What is written so far is kept, and you can continue it later.</numerusform>
            <numerusform>%n chats have not finished. What is written so far is kept, and you can continue them later.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s) hold messages that could not be stored. They are lost when Hearth ends. Make room on the drive and store them first.</source>
        <translation>
            <numerusform>%n chat holds messages that could not be stored. They are lost when Hearth ends. Make room on the drive and store them first.</numerusform>
            <numerusform>%n chats hold messages that could not be stored. They are lost when Hearth ends. Make room on the drive and store them first.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hearth::ContextMeter</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hearth::ContextRelief</name>
    <message numerus="yes">
        <source>The model no longer sees the %n oldest message(s); that frees %1 tokens. They stay in the chat, and you can take it back.</source>
        <translation>
            <numerusform>The model no longer sees the %n oldest message; that frees %1 tokens. It stays in the chat, and you can take this back.</numerusform>
            <numerusform>The model no longer sees the %n oldest messages; that frees %1 tokens. They stay in the chat, and you can take this back.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The model sums up the %n oldest message(s) in a few sentences and sees those instead. You can read and change the summary.</source>
        <translation>
            <numerusform>The model sums up the %n oldest message in a few sentences and sees those instead. You can read and change the summary.</numerusform>
            <numerusform>The model sums up the %n oldest messages in a few sentences and sees those instead. You can read and change the summary.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hearth::DeletedChatsModel</name>
    <message numerus="yes">
        <source>Deleted %n day(s) ago</source>
        <translation>
            <numerusform>Deleted %n day ago</numerusform>
            <numerusform>Deleted %n days ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>kept for %n more day(s)</source>
        <translation>
            <numerusform>kept for %n more day</numerusform>
            <numerusform>kept for %n more days</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hearth::LibrarySpace</name>
    <message numerus="yes">
        <source>%n model(s), %1</source>
        <translation>
            <numerusform>%n model, %1</numerusform>
            <numerusform>%n models, %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hearth::LocalModelFacts</name>
    <message numerus="yes">
        <source>%1 in %n file(s)</source>
        <translation>
            <numerusform>%1 in %n file</numerusform>
            <numerusform>%1 in %n files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hearth::ModelSwitch</name>
    <message numerus="yes">
        <source>%n chat(s) will stop where they are. What is written so far is kept.</source>
        <translation>
            <numerusform>%n chat will stop where it is. What is written so far is kept.</numerusform>
            <numerusform>%n chats will stop where they are. What is written so far is kept.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s) will stop where they are, and can be continued with %1. What is written so far is kept.</source>
        <translation>
            <numerusform>%n chat will stop where it is, and can be continued with %1. What is written so far is kept.</numerusform>
            <numerusform>%n chats will stop where they are, and can be continued with %1. What is written so far is kept.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hearth::SpeedProbe</name>
    <message numerus="yes">
        <source>Speeds are predicted from a measurement of %1 with %n thread(s).</source>
        <translation>
            <numerusform>Speeds are predicted from a measurement of %1 with %n thread.</numerusform>
            <numerusform>Speeds are predicted from a measurement of %1 with %n threads.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Speeds are predicted from an earlier measurement with %n thread(s).</source>
        <translation>
            <numerusform>Speeds are predicted from an earlier measurement with %n thread.</numerusform>
            <numerusform>Speeds are predicted from an earlier measurement with %n threads.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hearth::StatusLine</name>
    <message numerus="yes">
        <source>%n chat(s) writing</source>
        <translation>
            <numerusform>%n chat writing</numerusform>
            <numerusform>%n chats writing</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiting</source>
        <comment>requests in the queue</comment>
        <translation>
            <numerusform>%n waiting</numerusform>
            <numerusform>%n waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n download(s) · %1</source>
        <translation>
            <numerusform>%n download · %1</numerusform>
            <numerusform>%n downloads · %1</numerusform>
        </translation>
    </message>
</context>
</TS>
