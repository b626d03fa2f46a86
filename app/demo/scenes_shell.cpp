// The window around the chats: palette, settings, tabs, banners.

#include "chat/chat_session.h"
#include "demo/scenes.h"
#include "downloads/downloads.h"
#include "settings/settings.h"
#include "shell/window_state.h"
#include "system/run_marker.h"

#include <QDir>
#include <QFile>
#include <QQuickItem>
#include <QQuickWindow>
#include <algorithm>

namespace hearth {

namespace {

using namespace std::chrono_literals;

void openChat(ScenePlay& play) {
    play.useModel(kLargeModel);
    play.open(play.chats.bread);
}

std::function<void(ScenePlay&)> settingsSection(int section) {
    return [section](ScenePlay& play) {
        play.useModel(kLargeModel);
        play.stage.windowState().setPage(WindowState::Settings);
        play.item("SettingsPage").setProperty("section", section);
    };
}
constexpr int kShortcutSection = 3;

/// The end of a section that is longer than the window.
std::function<void(ScenePlay&)> endOfSection(int section, const char* name) {
    return [section, name](ScenePlay& play) {
        settingsSection(section)(play);
        play.settle();
        QQuickItem& page = play.item(name);
        page.setProperty("contentY", std::max(0.0, page.property("contentHeight").toReal() - page.height()));
    };
}

/// Requests as an evening with Discover leaves them.
void logRequests(ScenePlay& play) {
    using transfers::RequestPurpose;
    using transfers::RequestState;
    struct Made {
        const char* url;
        RequestPurpose purpose;
        const char* subject;
        std::uint64_t bytes;
        RequestState state;
    };
    transfers::RequestLog& log = play.stage.program().downloads().service().log();
    for (const Made& made :
         {Made{"https://huggingface.co/api/models", RequestPurpose::search, "", 41'800, RequestState::ended},
          Made{"https://huggingface.co/Qwen/Qwen3-8B-GGUF", RequestPurpose::download, "Qwen3 8B · Q4_K_M", 0,
               RequestState::redirect},
          Made{"https://cdn-lfs.hf.co/repos/qwen3-8b", RequestPurpose::download, "Qwen3 8B · Q4_K_M",
               5'027'783'488, RequestState::ended},
          Made{"https://hf-mirror.com/api/models", RequestPurpose::search, "", 0, RequestState::failed}}) {
        const std::uint64_t number = log.start("GET", made.url, made.purpose, made.subject);
        transfers::RequestOutcome outcome{.state = made.state, .status = 200, .failure = {}};
        if (made.state == RequestState::failed) {
            outcome.failure = transfers::FailureKind::cannot_connect;
            outcome.status.reset();
        }
        log.finish(number, made.bytes, outcome);
    }
    settingsSection(2)(play);
}

void recordShortcut(ScenePlay& play, Qt::Key key, Qt::KeyboardModifiers modifiers) {
    settingsSection(kShortcutSection)(play);
    play.settle();
    QQuickItem& row = play.item("ShortcutRow");
    play.click(row, {row.width() - 60, row.height() - 14});
    play.settle();
    play.press(key, modifiers);
}

void crashed(SceneSetting& setting) {
    RunMarker marker(setting.folder.runMarker());
    marker.setActivity(QStringLiteral("loading"), kLargeModel);
}

/// Bytes 60 to 63 of an SQLite file are the version of what is in it.
void fromTheFuture(SceneSetting& setting) {
    QFile file(setting.folder.chatsDatabase());
    if (file.open(QIODevice::ReadWrite) && file.seek(60)) {
        file.write(QByteArray("\x00\x00\x03\xE7", 4));
    }
}

void damaged(SceneSetting& setting) {
    QFile file(setting.folder.chatsDatabase());
    if (file.open(QIODevice::ReadWrite)) {
        const QByteArray garbage(2048, '\x5A');
        for (qint64 place = 8192; place + garbage.size() < file.size() / 2; place += 12'288) {
            file.seek(place);
            file.write(garbage);
        }
    }
}

void noFile(SceneSetting& setting) {
    setting.withChats = false;
    QFile::remove(setting.folder.chatsDatabase());
    QDir().mkpath(setting.folder.chatsDatabase());  // a folder where the file should be
}

void manyTabs(ScenePlay& play) {
    play.useModel(kLargeModel);
    for (const std::int64_t chat :
         {play.chats.bread, play.chats.blocks, play.chats.longTitle, play.chats.versions, play.chats.code,
          play.chats.thinking, play.chats.stopped, play.chats.interrupted}) {
        play.open(chat);
    }
    play.stage.windowState().activate(2);
    play.settle();
}

void quitWhileWriting(ScenePlay& play) {
    play.useModel(kLargeModel);
    play.ask(play.in("What should I pack for the trip?", "旅行要带什么行李？"), 2s);
    play.stage.windowState().perform(QStringLiteral("quit"));
}

}  // namespace

QList<Scene> shellScenes() {
    return {
        {"palette",
         "open",
         {},
         [](ScenePlay& play) {
             openChat(play);
             play.stage.windowState().perform(QStringLiteral("commandPalette"));
         }},
        {"palette", "query", placeModels,
         [](ScenePlay& play) {
             openChat(play);
             play.stage.windowState().perform(QStringLiteral("commandPalette"));
             play.settle();
             play.type(play.in("ch", "聊"));
             play.stage.run(300ms);
         }},
        {"palette",
         "nothing",
         {},
         [](ScenePlay& play) {
             openChat(play);
             play.stage.windowState().perform(QStringLiteral("commandPalette"));
             play.settle();
             play.type(QStringLiteral("qqqq"));
             play.stage.run(300ms);
         }},
        {"settings", "general", {}, settingsSection(0)},
        {"settings", "models", {}, settingsSection(1)},
        {"settings", "privacy", {}, settingsSection(2)},
        {"settings", "models-end", {}, endOfSection(1, "ModelsSection")},
        {"settings", "general-end", {}, endOfSection(0, "GeneralSection")},
        {"settings", "privacy-log", {}, logRequests},
        {"settings", "shortcuts", {}, settingsSection(kShortcutSection)},
        {"settings", "about", {}, settingsSection(4)},
        {"settings",
         "shortcut-recording",
         {},
         [](ScenePlay& play) { recordShortcut(play, Qt::Key_unknown, Qt::NoModifier); }},
        {"settings",
         "shortcut-conflict",
         {},
         [](ScenePlay& play) { recordShortcut(play, Qt::Key_K, Qt::ControlModifier); }},
        {"window",
         "setting-undo",
         {},
         [](ScenePlay& play) {
             play.stage.program().settings().setSendKey(QStringLiteral("ctrl+enter"));
             play.item("notice");
         }},
        {"window",
         "notices",
         {},
         [](ScenePlay& play) {
             openChat(play);
             Settings& settings = play.stage.program().settings();
             for (const char* key : {"ctrl+enter", "enter", "ctrl+enter"}) {
                 settings.setSendKey(QString::fromLatin1(key));  // one notice, whatever the steps
             }
             const TranscriptModel& transcript = *play.stage.session()->transcript();
             play.stage.session()->remove(static_cast<double>(transcript.keyOf(transcript.rowCount() - 1)));
             settings.setLoadLastModel(!settings.loadLastModel());
             play.item("notice");
         }},
        {"tabs", "many", {}, manyTabs},
        {"tabs",
         "menu",
         {},
         [](ScenePlay& play) {
             manyTabs(play);
             play.item("TabStrip").forceActiveFocus(Qt::TabFocusReason);
             play.press(Qt::Key_Menu);
             play.item("HMenuItem");
         }},
        {"window", "quit-question", {}, quitWhileWriting},
        {"window",
         "switch-question",
         {},
         [](ScenePlay& play) {
             play.useModel(kLargeModel);
             play.ask(play.in("What should I pack for the trip?", "旅行要带什么行李？"), 2s);
             play.stage.program().modelSwitch().use(kMiddleModel);
         }},
        {"window", "crash-banner", crashed, [](ScenePlay& play) { play.open(play.chats.bread); }},
        {"window", "offline", [](SceneSetting& setting) { setting.offline = true; }, openChat},
        {"storage", "first-run-cannot-open",
         [](SceneSetting& setting) {
             noFile(setting);
             setting.newcomer = true;
         },
         [](ScenePlay& play) {
             play.need(
                 [&play] { return play.stage.program().storage().state() == ChatStorage::State::Failed; },
                 "the store opened");
             play.stage.run(300ms);
         }},
        {"storage", "not-stored", noFile,
         [](ScenePlay& play) {
             play.need(
                 [&play] { return play.stage.program().storage().state() == ChatStorage::State::Failed; },
                 "the store opened");
             play.useModel(kLargeModel);
             ChatSession* session = play.stage.session();
             session->sendText(play.in("What should I pack for the trip?", "旅行要带什么行李？"));
             play.need([session] { return !session->saveError().isEmpty(); }, "it was stored");
             session->goOnUnsaved();
             play.need([session] { return session->isUnsaved() && !session->isWriting(); }, "no answer came");
             play.stage.windowState().newTab();
         }},
        {"storage", "newer-version", fromTheFuture, openChat},
        {"storage", "damaged", damaged,
         [](ScenePlay& play) {
             play.need([&play] { return !play.stage.program().storage().message().isEmpty(); },
                       "nothing was said");
         }},
        {"storage", "cannot-open", noFile,
         [](ScenePlay& play) {
             play.need(
                 [&play] { return play.stage.program().storage().state() == ChatStorage::State::Failed; },
                 "the store opened");
         }},
    };
}

}  // namespace hearth
