#include "engine_bridge/active_model.h"
#include "engine_bridge/local_engine.h"
#include "event_log.h"
#include "support/real_models.h"
#include "watched_application.h"

#include <QSignalSpy>
#include <QtTest>
#include <set>

using namespace hearth;
using namespace hearth::test;
using namespace std::chrono_literals;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double kLongestBlockMs = 1000;
#else
constexpr double kLongestBlockMs = 100;
#endif

const char* const kStarter = "SmolLM2-135M-Instruct.Q4_1.gguf";
const char* const kOther = "gemma-3-270m-q4_k_m.gguf";

/// The path of a real model; empty where it is not there.
QString modelPath(const char* file) {
    const auto path = real_model(file);
    return path ? QString::fromStdString(path->string()) : QString();
}

/// An engine with the starter model.
struct Stage {
    LocalEngine engine;
    EventLog log{engine};
    ModelHandle model;
    ModelInfo info;

    explicit Stage(LoadModelRequest request = {}) {
        bool loaded = false;
        QObject::connect(&engine, &EngineClient::loaded, &log, [&](ModelHandle, const ModelInfo& what) {
            info = what;
            loaded = true;
        });
        request.path = modelPath(kStarter);
        model = engine.load(request);
        loopUntil([&] { return loaded; });
    }

    RequestHandle generate(const QString& question, std::uint32_t maxTokens) {
        ChatRequest request = ask(question);
        request.maxTokens = maxTokens;
        return engine.generate(model, request);
    }
    bool ended(const std::vector<RequestHandle>& requests) {
        return loopUntil([&] {
            return std::all_of(requests.begin(), requests.end(),
                               [&](RequestHandle request) { return log.of(request).ended(); });
        });
    }
};

const QStringList& questions() {
    static const QStringList list{QStringLiteral("What is the capital of France?"),
                                  QStringLiteral("Name three colours."),
                                  QStringLiteral("How do bees make honey?"),
                                  QStringLiteral("Tell me a short joke."),
                                  QStringLiteral("What is two plus two?"),
                                  QStringLiteral("Describe the sea in one line."),
                                  QStringLiteral("Who wrote Hamlet?"),
                                  QStringLiteral("Why is the sky blue?")};
    return list;
}

class RealModelTest : public QObject {
    Q_OBJECT

    /// One engine for the tests that leave it as it was.
    std::unique_ptr<Stage> m_shared;
    Stage& shared() {
        if (!m_shared) {
            m_shared = std::make_unique<Stage>();
        }
        return *m_shared;
    }

 private Q_SLOTS:
    void cleanupTestCase() { m_shared.reset(); }

    void init() {
        if (modelPath(kStarter).isEmpty()) {
            QSKIP("the starter model is not there; tests/fetch_models.sh gets it");
        }
    }

    void loadsIsGivenUpAndLoadsAgain() {
        LocalEngine engine;
        std::set<quint64> progress;
        std::optional<Error> failure;
        std::optional<ModelInfo> info;
        std::optional<ModelHandle> model;
        connect(&engine, &EngineClient::loadProgress, this, [&](ModelHandle, quint64 done, quint64 total) {
            progress.insert(done);
            QVERIFY(done <= total);
            if (!failure) {
                engine.cancelLoad(*model);
            }
        });
        connect(&engine, &EngineClient::loadFailed, this,
                [&](ModelHandle, const Error& error) { failure = error; });
        connect(&engine, &EngineClient::loaded, this,
                [&](ModelHandle, const ModelInfo& loaded) { info = loaded; });
        model = engine.load({.path = modelPath(kStarter)});
        engine.cancelLoad(*model);
        QVERIFY(loopUntil([&] { return failure.has_value(); }));
        QVERIFY(failure->code == ErrorCode::cancelled);
        model = engine.load({.path = modelPath(kStarter)});
        QVERIFY(loopUntil([&] { return info.has_value(); }));
        QCOMPARE(info->architecture, QStringLiteral("llama"));
        QVERIFY(info->weightBytes > 50'000'000);
        QVERIFY(info->kvBytes > 0);
        QCOMPARE(info->path, modelPath(kStarter));
    }

    void eightAtOnceSayWhatEachSaysAlone() {
        Stage& stage = shared();
        std::vector<QString> alone;
        for (const QString& question : questions()) {
            const RequestHandle request = stage.generate(question, 16);
            QVERIFY(stage.ended({request}));
            alone.push_back(stage.log.of(request).text);
            QVERIFY(!alone.back().isEmpty());
        }
        std::vector<RequestHandle> together;
        for (const QString& question : questions()) {
            together.push_back(stage.generate(question, 16));
        }
        QVERIFY(stage.ended(together));
        for (std::size_t i = 0; i < together.size(); ++i) {
            const EventLog::Answer& answer = stage.log.of(together[i]);
            QCOMPARE(answer.text, alone[i]);
            QCOMPARE(answer.finals, 1);
            QCOMPARE(answer.done->statistics.generatedTokens, answer.tokens);
        }
    }

    void stopsInTheMiddle() {
        Stage& stage = shared();
        const RequestHandle request = stage.generate(QStringLiteral("Write a very long story."), 1500);
        QVERIFY(loopUntil([&] { return stage.log.of(request).tokens >= 10; }));
        stage.engine.stop(request);
        QVERIFY(stage.ended({request}));
        const EventLog::Answer& answer = stage.log.of(request);
        QVERIFY(answer.done->reason == FinishReason::cancelled);
        QVERIFY(answer.tokens < 1000);
        QVERIFY(answer.done->statistics.ttftMs.has_value());
        const RequestHandle next = stage.generate(QStringLiteral("Hello"), 5);
        QVERIFY(stage.ended({next}));
        QVERIFY(stage.log.of(next).done.has_value());
    }

    void theVisibleOneOvertakesWhenMemoryIsShort() {
        const Stage probe({.contextTokens = 256});
        // Room for two of the eight.
        Stage stage({.contextTokens = 256, .kvBytes = probe.info.kvBytes / 4});
        std::vector<RequestHandle> requests;
        for (const QString& question : questions()) {
            ChatRequest request = ask(question + QString(120, u'?'));
            request.maxTokens = 32;
            requests.push_back(stage.engine.generate(stage.model, request));
        }
        const RequestHandle visible = requests.back();
        stage.engine.setPriority(visible, 1);
        QVERIFY(stage.ended(requests));
        QString order;
        for (const RequestHandle request : requests) {
            QVERIFY(stage.log.of(request).done.has_value());
            order += QStringLiteral(" %1").arg(stage.log.of(request).finishOrder);
        }
        qInfo("the eight end in the order%s; the last one is visible", qPrintable(order));
        QVERIFY(stage.log.of(visible).finishOrder <= 3);
    }

    void aSharedSystemPromptIsComputedOnce() {
        Stage stage;
        const QString system =
            QStringLiteral("You are a patient gardener who answers in few words. ").repeated(12);
        std::vector<RequestHandle> requests;
        for (const QString& question : questions()) {
            ChatRequest request;
            request.turns = {{ChatRole::System, system}, {ChatRole::User, question}};
            request.maxTokens = 4;
            requests.push_back(stage.engine.generate(stage.model, request));
        }
        QVERIFY(stage.ended(requests));
        std::optional<ContextMeasure> measure;
        stage.engine.measure(stage.model, {{ChatRole::System, system}}, QString(), this,
                             [&](const Result<ContextMeasure>& result) { measure = *result; });
        QVERIFY(loopUntil([&] { return measure.has_value(); }));
        int computed = 0;
        for (const RequestHandle request : requests) {
            const AnswerStatistics& statistics = stage.log.of(request).done->statistics;
            // Whole blocks and a shared part of the next one.
            const bool isCached = statistics.cachedTokens + 64 >= measure->turnTokens.at(0);
            computed += isCached ? 0 : 1;
        }
        QCOMPARE(computed, 1);
    }

    void theNextTurnFindsItsPrefix() {
        Stage& stage = shared();
        const RequestHandle first = stage.generate(QStringLiteral("Name a tree and describe it."), 20);
        QVERIFY(stage.ended({first}));
        ChatRequest request = ask(QStringLiteral("Name a tree and describe it."));
        request.turns.push_back({ChatRole::Assistant, stage.log.of(first).text});
        request.turns.push_back({ChatRole::User, QStringLiteral("And another.")});
        request.maxTokens = 5;
        const RequestHandle second = stage.engine.generate(stage.model, request);
        QVERIFY(stage.ended({second}));
        QVERIFY(stage.log.of(second).done->statistics.cachedTokens >=
                stage.log.of(first).done->statistics.promptTokens - 8);
    }

    void continuingGoesOnAsIfNeverStopped() {
        Stage& stage = shared();
        const QString question = QStringLiteral("How do bees make honey?");
        const RequestHandle whole = stage.generate(question, 30);
        const RequestHandle begun = stage.generate(question, 12);
        QVERIFY(stage.ended({whole, begun}));
        QVERIFY(stage.log.of(begun).done->reason == FinishReason::length);
        ChatRequest request = ask(question);
        request.turns.push_back({ChatRole::Assistant, stage.log.of(begun).text});
        request.start = AnswerStart::ContinueLast;
        request.maxTokens = 18;
        const RequestHandle rest = stage.engine.generate(stage.model, request);
        QVERIFY(stage.ended({rest}));
        QCOMPARE(stage.log.of(begun).text + stage.log.of(rest).text, stage.log.of(whole).text);
    }

    void measuresAreWhatRequestsTake() {
        Stage& stage = shared();
        std::vector<ChatTurn> turns{{ChatRole::System, QStringLiteral("Be brief.")},
                                    {ChatRole::User, QStringLiteral("Hello, 世界!\n\n  spaced  ")},
                                    {ChatRole::Assistant, QStringLiteral("Hi.")}};
        const QString draft = QStringLiteral("And now\nsomething *else*?");
        std::optional<ContextMeasure> measure;
        const auto keep = [&](const Result<ContextMeasure>& result) { measure = *result; };
        stage.engine.measure(stage.model, turns, draft, this, keep);
        QVERIFY(loopUntil([&] { return measure.has_value(); }));
        const std::uint32_t withDraft = measure->totalTokens;
        QCOMPARE(measure->turnTokens.size(), 3U);
        QVERIFY(std::is_sorted(measure->turnTokens.begin(), measure->turnTokens.end()));
        turns.push_back({ChatRole::User, draft});
        ChatRequest request{.turns = turns};
        request.maxTokens = 1;
        const RequestHandle handle = stage.engine.generate(stage.model, request);
        QVERIFY(stage.ended({handle}));
        QCOMPARE(withDraft, stage.log.of(handle).done->statistics.promptTokens);
    }

    void tooLongIsRefusedNotCut() {
        Stage stage({.contextTokens = 128});
        QCOMPARE(stage.info.contextTokens, 128U);
        const RequestHandle request = stage.generate(QStringLiteral("word ").repeated(500), 5);
        QVERIFY(stage.ended({request}));
        QVERIFY(stage.log.of(request).failure->error.code == ErrorCode::context_too_long);
    }

    void nothingToAnswerIsAFailureAndTheNextIsAnswered() {
        Stage& stage = shared();
        for (const ChatRequest& nothing : requestsOfNothing()) {
            const RequestHandle request = stage.engine.generate(stage.model, nothing);
            QVERIFY(stage.ended({request}));
            QVERIFY(stage.log.of(request).failure);
            QVERIFY(stage.log.of(request).failure->error.code == ErrorCode::invalid_request);
            QVERIFY(stage.log.of(request).text.isEmpty());
        }
        const RequestHandle request = stage.generate(QStringLiteral("Hello"), 4);
        QVERIFY(stage.ended({request}));
        QVERIFY(stage.log.of(request).done);
    }

    void theClientMayGoWhileStreaming() {
        for (int round = 0; round < 2; ++round) {
            Stage stage;
            std::vector<RequestHandle> requests;
            for (const QString& question : questions()) {
                requests.push_back(stage.generate(question, 500));
            }
            QVERIFY(loopUntil([&] { return stage.log.of(requests.front()).tokens > 2; }));
        }
    }

    void unloadsWhileStreaming() {
        Stage stage;
        std::vector<RequestHandle> requests;
        for (const QString& question : questions()) {
            requests.push_back(stage.generate(question, 500));
        }
        QVERIFY(loopUntil([&] { return stage.log.of(requests.front()).tokens > 2; }));
        stage.engine.unload(stage.model);
        QVERIFY(loopUntil([&] { return stage.log.unloads == 1; }));
        QCOMPARE(stage.log.endedAtUnload, 8);
        for (const RequestHandle request : requests) {
            QVERIFY(stage.log.of(request).done->reason == FinishReason::cancelled);
        }
        QVERIFY(loopUntil([&] { return stage.engine.figures().weightBytes == 0; }));
    }

    void switchesModels() {
        if (modelPath(kOther).isEmpty()) {
            QSKIP("the second model is not there; tests/fetch_models.sh gets it");
        }
        LocalEngine engine;
        EventLog log(engine);
        ActiveModel active(engine, [](const Error& error) { return QString::fromStdString(error.message); });
        active.use(modelPath(kStarter));
        QVERIFY(loopUntil([&] { return active.ready(); }));
        const qint64 weights = active.weightBytes();
        const RequestHandle running = engine.generate(*active.handle(), ask(QStringLiteral("Tell a story.")));
        QVERIFY(loopUntil([&] { return log.of(running).tokens > 2; }));

        // The second one has no chat template.
        active.use(modelPath(kOther));
        QVERIFY(loopUntil([&] { return active.state() != ActiveModel::Loading; }));
        QCOMPARE(active.state(), ActiveModel::NoChatTemplate);
        QCOMPARE(active.errorName(), QStringLiteral("NoChatTemplate"));
        QVERIFY(active.weightBytes() > weights);
        QVERIFY(log.of(running).done->reason == FinishReason::cancelled);

        active.use(modelPath(kStarter));
        QVERIFY(loopUntil([&] { return active.ready(); }));
        QSignalSpy price(&active, &ActiveModel::priceKnown);
        active.askPrice(1024);
        QVERIFY(price.wait(20000));
        QVERIFY(price[0][1].toLongLong() > active.weightBytes());
        active.reload(1024);
        QVERIFY(loopUntil([&] { return active.ready(); }));
        QCOMPARE(active.contextTokens(), 1024);
        ChatRequest request = ask(QStringLiteral("What is the capital of France?"));
        request.maxTokens = 12;
        const RequestHandle last = engine.generate(*active.handle(), request);
        QVERIFY(loopUntil([&] { return log.of(last).ended(); }));
        QVERIFY(!log.of(last).text.isEmpty());
    }

    void theWindowNeverWaits() {
        WatchedApplication& watch = WatchedApplication::self();
        double longest = 0;
        const auto report = [&](const char* what) {
            const WatchedApplication::Block block = watch.takeLongest();
            qInfo("%s: longest block %.2f ms, %.2f ms of them its own", what, block.wallMs, block.ownMs);
            longest = std::max(longest, block.ownMs);
        };
        {
            LocalEngine engine;
            EventLog log(engine);
            std::optional<ModelInfo> info;
            connect(&engine, &EngineClient::loaded, this,
                    [&](ModelHandle, const ModelInfo& loaded) { info = loaded; });
            watch.takeLongest();
            const ModelHandle model = watch.timed([&] { return engine.load({.path = modelPath(kStarter)}); });
            QVERIFY(loopUntil([&] { return info.has_value(); }));
            report("loading");

            std::vector<RequestHandle> requests;
            for (const QString& question : questions()) {
                ChatRequest request = ask(question);
                request.maxTokens = 60;
                requests.push_back(watch.timed([&] { return engine.generate(model, request); }));
            }
            int measured = 0;
            QString draft = QStringLiteral("Some words of a long paste, 还有中文。\n").repeated(30'000);
            QVERIFY(draft.toUtf8().size() > 1'000'000);
            for (int i = 0; i < 4; ++i) {
                draft += u'x';
                watch.timed([&] {
                    engine.measure(model, {}, draft, this, [&](const Result<ContextMeasure>& result) {
                        measured += result->draftTokens > 100'000 ? 1 : 0;
                    });
                });
            }
            QVERIFY(loopUntil([&] { return measured == 1 && log.ended() == 8; }));
            report("eight answers and a draft of 1 MB");

            watch.timed([&] { engine.unload(model); });
            QVERIFY(loopUntil([&] { return log.unloads == 1; }));
            report("unloading");
        }
        report("destruction");
        QVERIFY2(longest < kLongestBlockMs, qPrintable(QString::number(longest)));
    }

    void aLongConversationIsMeasuredQuickly() {
        Stage& stage = shared();
        std::vector<ChatTurn> turns;
        for (int i = 0; i < 2500; ++i) {
            turns.push_back({ChatRole::User, QStringLiteral("Question %1: what about the garden?").arg(i)});
            turns.push_back(
                {ChatRole::Assistant, QStringLiteral("It is number %1 of many. ").arg(i).repeated(8)});
        }
        WatchedApplication& watch = WatchedApplication::self();
        const auto measure = [&](const QString& draft) {
            std::optional<ContextMeasure> result;
            QElapsedTimer timer;
            timer.start();
            watch.timed([&] {
                stage.engine.measure(stage.model, turns, draft, this,
                                     [&](const Result<ContextMeasure>& measured) { result = *measured; });
            });
            loopUntil([&] { return result.has_value(); });
            qInfo("%u tokens in 5,000 turns: %lld ms, longest block %.2f ms", result->totalTokens,
                  timer.elapsed(), watch.takeLongest().wallMs);
            return *result;
        };
        const ContextMeasure first = measure(QString());
        QVERIFY(first.totalTokens > 200'000);
        const ContextMeasure second = measure(QStringLiteral("a"));
        QVERIFY(second.totalTokens > first.totalTokens);
        QCOMPARE(second.turnTokens.size(), 5000U);
    }
};

}  // namespace

int main(int argc, char** argv) {
    WatchedApplication app(argc, argv);
    RealModelTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "real_model_test.moc"
