#include "demo/scripted_run.h"

#include "chat/chat_session.h"
#include "demo/scenes.h"
#include "demo/stage.h"
#include "shell/window_state.h"

#include <QCoreApplication>
#include <QHash>
#include <QRandomGenerator>
#include <QTimer>
#include <algorithm>
#include <chrono>
#include <cstdio>

namespace hearth {

namespace {

using namespace std::chrono_literals;

constexpr auto kStep = 25ms;
constexpr auto kWatch = 10ms;
constexpr int kMostTabs = 6;

FakeScript quickScript(std::uint32_t seed) {
    FakeScript script = defaultFakeScript();
    script.concurrentRequests = 3;
    script.models.at(kLargeModel).loadTime = 1ms;
    script.answer = [random = std::make_shared<QRandomGenerator>(seed)](const ChatRequest& request,
                                                                        std::uint64_t number) {
        FakeAnswer answer = fakeAnswerFor(request, number);
        answer.readingTime = std::chrono::milliseconds(random->bounded(5, 40));
        answer.tokensPerSecond = random->bounded(100, 1500);
        return answer;
    };
    return script;
}

class ScriptedRun : public QObject {
 public:
    ScriptedRun(const DataFolder& folder, std::uint32_t seed)
        : m_stage({.folder = folder, .script = quickScript(seed)}), m_random(seed) {
        m_steps.setInterval(kStep);
        connect(&m_steps, &QTimer::timeout, this, [this] { step(); });
        m_watch.setInterval(kWatch);
        connect(&m_watch, &QTimer::timeout, this, [this] { watch(); });
    }

    bool start() {
        if (!m_stage.show() || !m_stage.useModel(kLargeModel)) {
            return false;
        }
        say("ready\n");
        m_steps.start();
        m_watch.start();
        return true;
    }

 private:
    static void say(const char* line) {
        std::fputs(line, stdout);
        std::fflush(stdout);
    }
    static void say(const char* what, MessageKey key, qsizetype bytes) {
        const auto now = std::chrono::duration_cast<std::chrono::milliseconds>(
            std::chrono::steady_clock::now().time_since_epoch());
        std::printf("%s %lld %lld %lld\n", what, static_cast<long long>(now.count()),
                    static_cast<long long>(key), static_cast<long long>(bytes));
        std::fflush(stdout);
    }

    /// Does one thing that a person might do now.
    void step() {
        WindowState& window = m_stage.windowState();
        ChatSession* session = m_stage.session();
        if (session == nullptr || session->isLoading()) {
            return;
        }
        switch (m_random.bounded(12)) {
            case 0:
                if (window.tabs()->count() < kMostTabs) {
                    window.newTab();
                } else {
                    window.closeTab(m_random.bounded(window.tabs()->count()));
                }
                break;
            case 1:
                window.activate(m_random.bounded(window.tabs()->count()));
                break;
            case 2:
                session->stop();
                break;
            case 3:
                session->composer()->setText(QStringLiteral("draft %1").arg(m_random.generate()));
                break;
            case 4:
                if (session->conversationId() != 0) {
                    session->rename(QStringLiteral("Title %1").arg(m_random.bounded(1000)));
                }
                break;
            case 5:
                withLastAnswer(*session, [session](double key) { session->regenerate(key); });
                break;
            case 6:
                withLastAnswer(*session, [session](double key) { session->continueAnswer(key); });
                break;
            case 7:
                withLastAnswer(*session, [session](double key) { session->switchVersion(key, -1); });
                break;
            default:
                send(*session);
                break;
        }
    }

    void send(ChatSession& session) {
        if (session.isWriting() || session.composer()->isEditing()) {
            return;
        }
        static constexpr std::array kQuestions = {"Tell me about bread", "用代码写一个小缓存",
                                                  "Why is the sky blue?", "旅行要带什么行李？",
                                                  "Compare three ways"};
        session.composer()->setText(
            QString::fromUtf8(kQuestions[m_random.bounded(static_cast<int>(kQuestions.size()))]));
        session.send();
    }

    static void withLastAnswer(ChatSession& session, const std::function<void(double)>& act) {
        const TranscriptModel& transcript = *session.transcript();
        if (!session.isWriting() && transcript.messageCount() > 1) {
            act(static_cast<double>(transcript.keyOf(transcript.rowCount() - 1)));
        }
    }

    /// Says what has come into sight since the last look.
    void watch() {
        for (ChatSession* session : m_stage.program().sessions().sessions()) {
            const TranscriptModel& transcript = *session->transcript();
            if (transcript.loading()) {
                continue;
            }
            const int rows = transcript.rowCount();
            MessageKey last{};
            for (int row = 0; row < rows; ++row) {
                const MessageKey key = transcript.keyOf(row);
                if (key == last || static_cast<qint64>(key) <= 0) {
                    continue;
                }
                last = key;
                const bool own = transcript.data(transcript.index(row), TranscriptModel::OwnRole).toBool();
                const bool writing =
                    transcript.data(transcript.index(row), TranscriptModel::WritingRole).toBool();
                tell(*session, transcript, key, own, writing);
            }
        }
    }

    void tell(const ChatSession& session, const TranscriptModel& transcript, MessageKey key, bool own,
              bool writing) {
        Seen& seen = m_seen[static_cast<qint64>(key)];
        if (seen.done) {
            if (writing) {
                seen.done = false;  // it is written on
            } else {
                return;
            }
        }
        const qsizetype bytes = transcript.source(key).toUtf8().size();
        if (own || (!writing && !seen.written)) {
            say("sent", key, bytes);
            seen.done = true;
        } else if (!writing && !session.isStoring()) {
            say("done", key, bytes);
            seen.done = true;
        } else if (bytes != seen.bytes) {
            say("seen", key, bytes);
            seen.bytes = bytes;
            seen.written = true;
        }
    }

    struct Seen {
        qsizetype bytes = 0;
        bool written = false;  ///< in this run
        bool done = false;
    };

    Stage m_stage;
    QRandomGenerator m_random;
    QTimer m_steps;
    QTimer m_watch;
    QHash<qint64, Seen> m_seen;
};

}  // namespace

int runScript(const DataFolder& folder, std::uint32_t seed) {
    ScriptedRun run(folder, seed);
    return run.start() ? QCoreApplication::exec() : 1;
}

}  // namespace hearth
