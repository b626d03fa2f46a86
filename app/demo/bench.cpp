#include "demo/bench.h"

#include "chat/chat_session.h"
#include "demo/big_chat.h"
#include "demo/delivery_check.h"
#include "demo/frame_meter.h"
#include "demo/process_figures.h"
#include "demo/stage.h"
#include "demo/thread_block_meter.h"
#include "settings/settings.h"
#include "shell/window_state.h"
#include "system/renderer_choice.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QQuickItem>
#include <QQuickWindow>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace hearth {

namespace {

using namespace std::chrono_literals;

constexpr auto kCalmDown = 3s;  ///< after the start: scans of folders and the like
constexpr auto kIdle = 10s;
constexpr auto kStreaming = 30s;
constexpr auto kBetweenSwitches = 250ms;
constexpr int kTabs = 8;
constexpr double kTokensPerSecond = 100;
constexpr std::int64_t kFirstConversation = 1;  ///< the only one of the prepared store
const QString kModel = QStringLiteral("/models/Ember-8B-Q4.gguf");

double inMilliseconds(std::chrono::microseconds time) {
    return static_cast<double>(time.count()) / 1000;
}
double megabytes(std::uint64_t bytes) {
    return static_cast<double>(bytes) / 1e6;
}

/// A model that reads the long chat at once and writes as fast as the bench asks for.
FakeScript benchScript() {
    FakeScript script = defaultFakeScript();
    FakeModel& model = script.models[kModel];
    model.loadTime = 200ms;
    model.info.contextTokens = 262'144;
    model.info.modelContextTokens = 262'144;
    model.kvBytesPerToken = 4096;
    script.concurrentRequests = kTabs;
    script.answer = [](const ChatRequest& request, std::uint64_t number) {
        FakeAnswer answer = fakeAnswerFor(request, number);
        answer.tokensPerSecond = kTokensPerSecond;
        answer.readingTime = 50ms;
        answer.minimumTokens = static_cast<std::uint32_t>(
            kTokensPerSecond * static_cast<double>(std::chrono::seconds(kStreaming).count()));
        return answer;
    };
    return script;
}

std::vector<std::chrono::microseconds> values(const std::vector<FrameMeter::Frame>& frames,
                                              std::chrono::microseconds FrameMeter::Frame::*member) {
    std::vector<std::chrono::microseconds> result;
    result.reserve(frames.size());
    std::transform(frames.begin(), frames.end(), std::back_inserter(result),
                   [member](const FrameMeter::Frame& frame) { return frame.*member; });
    return result;
}

class Measurement {
 public:
    explicit Measurement(const DataFolder& folder) : m_stage({.folder = folder, .script = benchScript()}) {}

    bool measure() { return start() && idle() && stream() && switchTabs(); }
    const QJsonObject& figures() const { return m_figures; }
    bool allDelivered() const { return m_allDelivered; }

 private:
    bool start() {
        if (!m_stage.show()) {
            return fail("the window did not open");
        }
        std::chrono::milliseconds first{};
        const QMetaObject::Connection watch =
            QObject::connect(m_stage.window(), &QQuickWindow::frameSwapped, m_stage.window(), [&first] {
                if (first == 0ms) {
                    first = ProcessFigures::now().age;
                }
            });
        if (!m_stage.waitFor([&first] { return first != 0ms; })) {
            return fail("the window painted nothing");
        }
        QObject::disconnect(watch);
        m_figures[QStringLiteral("renderer")] = rendererName(*m_stage.window());
        m_figures[QStringLiteral("startup_ms")] = static_cast<qint64>(first.count());
        return true;
    }

    bool idle() {
        m_stage.window()->requestActivate();
        m_stage.run(kCalmDown);
        const QQuickItem* focus = m_stage.window()->activeFocusItem();
        if (focus == nullptr || !focus->property("cursorVisible").toBool()) {
            std::fprintf(stderr, "hearth-demo: the focus is in %s\n",
                         focus == nullptr ? "nothing" : focus->metaObject()->className());
            return fail("the composer has no blinking cursor");
        }
        const ProcessFigures before = ProcessFigures::now();
        m_stage.run(kIdle);
        const ProcessFigures after = ProcessFigures::now();
        m_figures[QStringLiteral("idle_cpu_percent")] =
            inMilliseconds(after.processorTime - before.processorTime) /
            static_cast<double>((after.age - before.age).count()) * 100;
        m_figures[QStringLiteral("idle_rss_mb")] = megabytes(after.residentBytes);
        return true;
    }

    bool stream() {
        returnFreedMemory();
        const std::uint64_t residentBefore = ProcessFigures::now().residentBytes;
        if (!m_stage.useModel(kModel)) {
            return fail("the model did not load");
        }
        WindowState& window = m_stage.windowState();
        std::vector<ChatSession*> sessions;
        window.openConversation(kFirstConversation);
        const int bigTab = window.currentIndex();
        ChatSession* big = m_stage.session();
        if (!m_stage.waitFor([big] { return !big->isLoading() && !big->transcript()->loading(); }, 30s) ||
            big->transcript()->messageCount() < static_cast<int>(kBigChatMessages)) {
            return fail("the long chat did not open");
        }
        sessions.push_back(big);
        while (static_cast<int>(sessions.size()) < kTabs) {
            window.newTab();
            sessions.push_back(m_stage.session());
        }
        window.activate(bigTab);
        m_stage.run(500ms);

        DeliveryCheck delivery(m_stage.engine());
        for (std::size_t i = 0; i < sessions.size(); ++i) {
            sessions[i]->sendText(QString::fromUtf8(kQuestions[i % kQuestions.size()]));
        }
        const auto allWrite = [&sessions] {
            return std::all_of(sessions.begin(), sessions.end(), [](const ChatSession* session) {
                return session->activity() == ChatSession::Activity::Writing;
            });
        };
        if (!m_stage.waitFor(allWrite)) {
            return fail("not every chat writes");
        }
        FrameMeter frames(*m_stage.window());
        ThreadBlockMeter blocks;
        const ProcessFigures before = ProcessFigures::now();
        m_stage.run(kStreaming - 1s);
        const ProcessFigures after = ProcessFigures::now();
        m_figures[QStringLiteral("streaming_cpu_percent")] =
            inMilliseconds(after.processorTime - before.processorTime) /
            static_cast<double>((after.age - before.age).count()) * 100;
        reportFrames(frames, blocks);
        m_figures[QStringLiteral("view_rss_mb")] =
            megabytes(after.residentBytes) - megabytes(std::min(after.residentBytes, residentBefore));

        const bool ended = m_stage.waitFor([&delivery] { return delivery.finishedCount() >= kTabs; }, 10s);
        m_stage.run(100ms);
        const std::uint64_t sent = delivery.sentTokens();
        const std::uint64_t delivered = delivery.deliveredTokens(sessions);
        m_figures[QStringLiteral("tokens_sent")] = static_cast<qint64>(sent);
        m_figures[QStringLiteral("tokens_delivered")] = static_cast<qint64>(delivered);
        m_allDelivered = ended && sent > 0 && sent == delivered;
        return true;
    }

    /// From tab to tab, through more chats than a window keeps pages for, twice; then new tabs that are
    /// closed again.
    bool switchTabs() {
        WindowState& window = m_stage.windowState();
        ThreadBlockMeter blocks;
        const auto act = [this](const std::function<void()>& action) {
            QTimer::singleShot(0, action);
            m_stage.run(kBetweenSwitches);
        };
        for (int i = 0; i < 2 * window.tabs()->count(); ++i) {
            act([&window] { window.step(1); });
        }
        for (int i = 0; i < 4; ++i) {
            act([&window] { window.newTab(); });
            act([&window] { window.closeTab(window.currentIndex()); });
        }
        m_figures[QStringLiteral("tabs_block_max_ms")] = inMilliseconds(blocks.longestWall());
        m_figures[QStringLiteral("tabs_block_cpu_max_ms")] = inMilliseconds(blocks.longestProcessor());
        return true;
    }

    void reportFrames(const FrameMeter& frames, const ThreadBlockMeter& blocks) {
        const auto wall = values(frames.frames(), &FrameMeter::Frame::wall);
        const auto processor = values(frames.frames(), &FrameMeter::Frame::processor);
        m_figures[QStringLiteral("frames")] = static_cast<qint64>(wall.size());
        m_figures[QStringLiteral("frame_p50_ms")] = inMilliseconds(percentile(wall, 0.5));
        m_figures[QStringLiteral("frame_p99_ms")] = inMilliseconds(percentile(wall, 0.99));
        m_figures[QStringLiteral("frame_max_ms")] = inMilliseconds(percentile(wall, 1));
        m_figures[QStringLiteral("frame_cpu_p99_ms")] = inMilliseconds(percentile(processor, 0.99));
        m_figures[QStringLiteral("frame_cpu_max_ms")] = inMilliseconds(percentile(processor, 1));
        m_figures[QStringLiteral("gui_block_max_ms")] = inMilliseconds(blocks.longestWall());
        m_figures[QStringLiteral("gui_block_cpu_max_ms")] = inMilliseconds(blocks.longestProcessor());
    }

    static bool fail(const char* why) {
        std::fprintf(stderr, "hearth-demo: %s\n", why);
        return false;
    }

    static constexpr std::array kQuestions = {
        "Tell me about bread",       "Write a cache in code", "Compare three ways to make coffee",
        "Why is the sky blue?",      "给我讲讲做面包",        "What should I pack for the trip?",
        "Show me the sum of 1 to n", "为什么天空是蓝的？",
    };

    Stage m_stage;
    QJsonObject m_figures;
    bool m_allDelivered = false;
};

void printForPeople(const QJsonObject& figures) {
    for (auto figure = figures.begin(); figure != figures.end(); ++figure) {
        const QJsonValue value = figure.value();
        const QString text = value.isString() ? value.toString() : QString::number(value.toDouble(), 'f', 2);
        std::printf("%-24s %s\n", qPrintable(figure.key()), qPrintable(text));
    }
}

}  // namespace

bool prepareBench(const DataFolder& folder) {
    const auto chat = writeBigChat(std::filesystem::path(folder.chatsDatabase().toStdU16String()));
    if (!chat) {
        std::fprintf(stderr, "hearth-demo: the long chat could not be written: %s\n",
                     chat.error().message.c_str());
        return false;
    }
    std::fprintf(stderr, "hearth-demo: a chat of %u messages and %llu tokens\n", chat->messages,
                 static_cast<unsigned long long>(chat->tokens));
    Settings settings(folder.settingsFile());
    settings.setLastModel(kModel);  // no first run: the window opens with the composer
    settings.flush();
    return chat->conversation == kFirstConversation;
}

int measureWindow(const DataFolder& folder, bool json) {
    Measurement measurement(folder);
    if (!measurement.measure()) {
        return 1;
    }
    if (json) {
        std::fputs(
            QJsonDocument(measurement.figures()).toJson(QJsonDocument::Compact).append('\n').constData(),
            stdout);
    } else {
        printForPeople(measurement.figures());
    }
    if (!measurement.allDelivered()) {
        std::fputs("hearth-demo: not every token came to its transcript\n", stderr);
        return 1;
    }
    return 0;
}

}  // namespace hearth
