// The chat page and the list of chats in every state.

#include "chat/chat_session.h"
#include "demo/scenes.h"
#include "shell/window_state.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QQuickItem>
#include <filesystem>

namespace hearth {

namespace {

using namespace std::chrono_literals;

/// A large model that is ready and an open chat.
std::function<void(ScenePlay&)> opened(std::int64_t DemoChats::*chat) {
    return [chat](ScenePlay& play) {
        play.useModel(kLargeModel);
        play.open(play.chats.*chat);
    };
}

QString skyQuestion(const ScenePlay& play) {
    return play.in("Why is the sky blue and the sunset red?", "为什么天空是蓝的，日落是红的？");
}

void twoAtOnce(SceneSetting& setting) {
    setting.stage.script.concurrentRequests = 2;
    setting.stage.script.answer = [](const ChatRequest& request, std::uint64_t number) {
        FakeAnswer answer = fakeAnswerFor(request, number);
        answer.readingTime = number == 1 ? 9s : 300ms;
        answer.tokensPerSecond = 24;
        answer.minimumTokens = 4000;
        return answer;
    };
}

/// One tab writes, one reads, two wait.
void busyTabs(ScenePlay& play) {
    play.useModel(kLargeModel);
    ChatSession& first = play.ask(play.in("What should I pack for the trip?", "旅行要带什么行李？"), 4s);
    WindowState& window = play.stage.windowState();
    const int tab = window.currentIndex();
    for (const auto& [english, chinese] :
         {std::pair{"Compare three ways to make coffee", "比较三种做咖啡的方法"},
          std::pair{"Write a small cache in code", "用代码写一个小缓存"},
          std::pair{"How do I start a sourdough bread?", "怎么开始做酸面包？"}}) {
        window.newTab();
        ChatSession* session = play.stage.session();
        session->sendText(play.in(english, chinese));
        play.need(
            [session] {
                return session->activity() == ChatSession::Activity::Reading ||
                       session->activity() == ChatSession::Activity::Queued;
            },
            "the chat neither reads nor waits");
    }
    window.activate(tab);
    play.let(4s);
    play.need([&first] { return first.activity() == ChatSession::Activity::Writing; },
              "the first chat stopped");
}

/// A failure in the middle of an answer.
void breaksOff(SceneSetting& setting) {
    setting.stage.script.answer = [](const ChatRequest& request, std::uint64_t number) {
        FakeAnswer answer = fakeAnswerFor(request, number);
        answer.failure = Error{ErrorCode::engine_failed, "a worker thread ended unexpectedly", {}};
        answer.failureTokens = 40;
        return answer;
    };
}

void fullContext(ScenePlay& play) {
    play.useModel(kSmallModel);
    play.open(play.chats.full);
    ChatSession* session = play.stage.session();
    session->composer()->setText(play.in("And what did we forget?", "我们还忘了什么？"));
    play.need([session] { return session->contextMeter()->isOverfull(); }, "the context is not full");
}

/// A text that no context of this model holds.
void endlessMessage(ScenePlay& play) {
    play.useModel(kSmallModel);
    play.open(play.chats.bread);
    ChatSession* session = play.stage.session();
    session->composer()->takeLongText(
        play.in("A line of the log that was pasted.\n", "粘贴进来的一行日志。\n").repeated(9000));
    session->send();
    play.need([session] { return session->contextChoices()->isHopeless(); }, "there was hope");
}

void withDeletedChats(SceneSetting& setting) {
    if (!writeDeletedChats(std::filesystem::path(setting.folder.chatsDatabase().toStdU16String()),
                           setting.chinese)) {
        throw SceneFailure("nothing was deleted");
    }
}

void showDeletedChats(ScenePlay& play) {
    opened (&DemoChats::bread)(play);
    play.need([&play] { return play.stage.program().deletedChats().count() > 0; }, "nothing is in the trash");
    play.item("deletedChatsEntry").forceActiveFocus(Qt::TabFocusReason);
    play.press(Qt::Key_Return);
    play.item("DialogFrame");
}

/// Answers that came while another chat was looked at, and one that failed.
void newAnswers(ScenePlay& play) {
    play.useModel(kLargeModel);
    play.open(play.chats.bread);
    for (const std::int64_t chat : {play.chats.code, play.chats.thinking, play.chats.versions}) {
        play.open(chat);
        ChatSession* session = play.stage.session();
        session->sendText(skyQuestion(play));
        play.need([session] { return session->isWriting(); }, "nothing is written");
    }
    play.stage.windowState().activate(0);
    play.need([&play] { return play.stage.program().sessions().writingCount() == 0; }, "it goes on writing");
    play.settle();
}

/// The first answer comes to its end, the second fails, the third goes on.
void endsDifferently(SceneSetting& setting) {
    setting.stage.script.answer = [](const ChatRequest& request, std::uint64_t number) {
        FakeAnswer answer = fakeAnswerFor(request, number);
        answer.readingTime = 100ms;
        answer.tokensPerSecond = 400;
        if (number == 1) {
            answer.failure = Error{ErrorCode::engine_failed, "a worker thread ended unexpectedly", {}};
            answer.failureTokens = 40;
        }
        return answer;
    };
}

void showSidePanel(ScenePlay& play) {
    play.item("ChatPage").setProperty("panelOpen", true);
}

QList<Scene> conversationScenes() {
    return {
        {"chat", "empty", {}, [](ScenePlay& play) { play.useModel(kLargeModel); }},
        {"chat", "no-model", {}, [](ScenePlay&) {}},
        {"chat",
         "loading-model",
         {},
         [](ScenePlay& play) {
             play.stage.program().activeModel().use(kLargeModel);
             play.need([&play] { return play.stage.program().activeModel().progress() > 0.4; },
                       "nothing loads");
         }},
        {"chat", "load-failed",
         [](SceneSetting& setting) {
             setting.stage.script.models.at(kLargeModel).loadError =
                 Error{ErrorCode::out_of_memory,
                       "the model does not fit",
                       {.bytes_needed = 5'900'000'000, .bytes_available = 4'100'000'000}};
         },
         [](ScenePlay& play) {
             play.open(play.chats.bread);
             play.stage.program().activeModel().use(kLargeModel);
             play.need([&play] { return play.stage.program().activeModel().state() == ActiveModel::Failed; },
                       "the model loaded");
         }},
        {"chat", "conversation", {}, opened(&DemoChats::bread)},
        {"chat", "blocks", {}, opened(&DemoChats::blocks)},
        {"chat", "code", {}, opened(&DemoChats::code)},
        {"chat",
         "thinking",
         {},
         [](ScenePlay& play) {
             play.useModel(kLargeModel);
             play.ask(skyQuestion(play), 1500ms);
         }},
        {"chat", "thought", {}, opened(&DemoChats::thinking)},
        {"chat",
         "streaming",
         {},
         [](ScenePlay& play) {
             play.useModel(kLargeModel);
             play.ask(play.in("What should I pack for the trip?", "旅行要带什么行李？"), 3s);
         }},
        {"chat", "busy-tabs", twoAtOnce, busyTabs},
        {"chat", "failed", {}, opened(&DemoChats::failed)},
        {"chat", "broke-off", breaksOff,
         [](ScenePlay& play) {
             play.useModel(kLargeModel);
             ChatSession& session =
                 play.ask(play.in("How do I start a sourdough bread?", "怎么开始做酸面包？"), 3s);
             play.need([&session] { return session.activity() == ChatSession::Activity::Failed; },
                       "it did not fail");
         }},
        {"chat", "stopped", {}, opened(&DemoChats::stopped)},
        {"chat", "interrupted", {}, opened(&DemoChats::interrupted)},
        {"chat", "versions", {}, opened(&DemoChats::versions)},
        {"chat", "long-title", {}, opened(&DemoChats::longTitle)},
        {"chat",
         "context-rule",
         {},
         [](ScenePlay& play) {
             fullContext(play);
             ContextChoices& choices = *play.stage.session()->contextChoices();
             choices.prepare();
             play.need([&choices] { return choices.canLeaveOut(); }, "nothing can be left out");
             choices.leaveOut();
             play.settle();
             play.show(TranscriptModel::ContextRule);
         }},
        {"chat", "context-full", {}, fullContext},
        {"chat",
         "context-dialog",
         {},
         [](ScenePlay& play) {
             fullContext(play);
             play.stage.session()->send();
             play.need([&play] { return play.stage.find(QStringLiteral("ContextChoice")) != nullptr; },
                       "no choice was offered");
         }},
        {"chat", "too-long-for-any-context", {}, endlessMessage},
        {"chat", "new-answers", endsDifferently, newAnswers},
        {"chat",
         "editing",
         {},
         [](ScenePlay& play) {
             opened (&DemoChats::versions)(play);
             play.stage.session()->beginEditOfLast();
         }},
        {"chat",
         "pasted-text",
         {},
         [](ScenePlay& play) {
             opened (&DemoChats::code)(play);
             QString lines;
             for (int i = 0; i < 2000; ++i) {
                 lines += play.in("A line of the log that was pasted.\n", "粘贴进来的一行日志。\n");
             }
             play.stage.session()->composer()->takeLongText(lines);
             play.stage.session()->composer()->setText(play.in("What is unusual in it?", "里面有什么异常？"));
         }},
        {"chat",
         "deleted-undo",
         {},
         [](ScenePlay& play) {
             opened (&DemoChats::bread)(play);
             const TranscriptModel& transcript = *play.stage.session()->transcript();
             play.stage.session()->remove(static_cast<double>(transcript.keyOf(transcript.rowCount() - 1)));
             play.item("notice");
         }},
        {"chat",
         "link-menu",
         {},
         [](ScenePlay& play) {
             opened (&DemoChats::blocks)(play);
             play.settle();
             play.item("TranscriptList").forceActiveFocus(Qt::TabFocusReason);
             play.press(Qt::Key_Home);  // where the links are
             play.settle();
             play.press(Qt::Key_Menu);
             play.item("HMenuItem");
         }},
        {"chat",
         "directions",
         {},
         [](ScenePlay& play) {
             play.useModel(kLargeModel);
             // An override that would read "exe.pdf", an isolate that nothing closes, lines from the right.
             play.ask(play.in("Is bill\u202Efdp.exe safe to open?\n\u2067It stands in my "
                              "mail.\n\u0645\u0631\u062D\u0628\u0627\u060C "
                              "\u0643\u064A\u0641 "
                              "\u0627\u0644\u062D\u0627\u0644\u061F\n\u05E9\u05DC\u05D5\u05DD, 123!",
                              "bill\u202Efdp.exe "
                              "可以打开吗？\n\u2067它在我的邮件里。\n\u0645\u0631\u062D\u0628\u0627\u060C "
                              "\u0643\u064A\u0641 "
                              "\u0627\u0644\u062D\u0627\u0644\u061F\n\u05E9\u05DC\u05D5\u05DD, 123!"),
                      2s);
         }},
        {"chat",
         "link-dialog",
         {},
         [](ScenePlay& play) {
             opened (&DemoChats::blocks)(play);
             QMetaObject::invokeMethod(
                 &play.item("ChatPage"), "linkActivated",
                 Q_ARG(QString, QStringLiteral("https://example.org/valley/huts?season=winter")));
         }},
    };
}

QList<Scene> besideConversationScenes() {
    return {
        {"side-panel",
         "defaults",
         {},
         [](ScenePlay& play) {
             opened (&DemoChats::bread)(play);
             showSidePanel(play);
         }},
        {"side-panel",
         "changed",
         {},
         [](ScenePlay& play) {
             opened (&DemoChats::bread)(play);
             ChatParameters& parameters = *play.stage.session()->parameters();
             parameters.setSystemPrompt(
                 play.in("You are a baker. Answer in two sentences and give weights in grams.",
                         "你是一位面包师。用两句话回答，重量用克。"));
             parameters.setTemperature(1.4);
             parameters.setLimitsAnswer(true);
             parameters.setFixedSeed(true);
             parameters.addStopString(QStringLiteral("###"));
             showSidePanel(play);
         }},
        {"model-chooser", "models", placeModels,
         [](ScenePlay& play) {
             play.need([&play] { return play.stage.program().localModels().count() >= 3; },
                       "no models were found");
             opened (&DemoChats::bread)(play);
             play.call("ChatPage", "chooseModel");
         }},
        {"model-chooser",
         "nothing",
         {},
         [](ScenePlay& play) {
             play.need([&play] { return play.stage.program().localModels().scanned(); },
                       "no folder was read");
             play.call("ChatPage", "chooseModel");
         }},
        {"chat-list",
         "search",
         {},
         [](ScenePlay& play) {
             opened (&DemoChats::bread)(play);
             play.stage.windowState().perform(QStringLiteral("searchChats"));
             play.stage.program().chats().setSearchText({});
             play.settle();
             play.type(play.in("bread", "面包"));
             play.need(
                 [&play] {
                     return play.stage.program().chats().isSearching() &&
                            !play.stage.program().chats().isLoading();
                 },
                 "nothing is searched");
             play.stage.run(200ms);
         }},
        {"chat-list",
         "nothing-found",
         {},
         [](ScenePlay& play) {
             opened (&DemoChats::bread)(play);
             play.stage.windowState().perform(QStringLiteral("searchChats"));
             play.settle();
             play.type(play.in("zebra", "斑马"));
             play.stage.run(400ms);
         }},
        {"chat-list",
         "menu",
         {},
         [](ScenePlay& play) {
             opened (&DemoChats::bread)(play);
             play.settle();  // what opens a chat moves the focus to it
             play.item("chatRows").forceActiveFocus(Qt::TabFocusReason);
             play.press(Qt::Key_Menu);
             play.item("HMenuItem");
         }},
        {"chat-list", "deleted-chats", withDeletedChats, showDeletedChats},
        {"chat-list", "delete-for-good", withDeletedChats,
         [](ScenePlay& play) {
             showDeletedChats(play);
             play.settle();
             play.press(Qt::Key_Down);
             play.press(Qt::Key_Delete);
             play.stage.run(200ms);
         }},
        {"chat-list", "no-chats", [](SceneSetting& setting) { setting.withChats = false; },
         [](ScenePlay& play) { play.useModel(kLargeModel); }},
        {"chat-list",
         "deleted-undo",
         {},
         [](ScenePlay& play) {
             opened (&DemoChats::bread)(play);
             play.stage.program().chats().remove(play.chats.code);
             play.item("notice");
         }},
    };
}

}  // namespace

QList<Scene> chatScenes() {
    return conversationScenes() + besideConversationScenes();
}

}  // namespace hearth
