#include "engine_bridge/fake_engine.h"

#include "event_log.h"

#include <QSignalSpy>
#include <QtTest>
#include <ctime>

using namespace hearth;
using namespace hearth::test;
using namespace std::chrono_literals;

namespace {

const char* const kModel = "/models/Ember-1.7B-Q4.gguf";

/// An engine with a loaded model and time in the test's hands.
struct Stage {
    ManualFrameClock clock;
    FakeEngine engine;
    EventLog log{engine};
    ModelHandle model;

    explicit Stage(FakeScript script = defaultFakeScript()) : engine(std::move(script)) {
        engine.setFrameClock(clock);
        model = engine.load({.path = QString::fromLatin1(kModel)});
        clock.advance(1s);
    }
};

FakeScript scriptWith(FakeAnswer answer) {
    FakeScript script = defaultFakeScript();
    script.answer = [answer](const ChatRequest&, std::uint64_t) { return answer; };
    return script;
}

FakeAnswer longAnswer(std::uint32_t tokens, double perSecond) {
    FakeAnswer answer;
    answer.text = QStringLiteral("word 词");
    answer.minimumTokens = tokens;
    answer.tokensPerSecond = perSecond;
    answer.readingTime = 100ms;
    return answer;
}

class FakeEngineTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void nothingToAnswerIsAFailure() {
        Stage stage;
        for (const ChatRequest& nothing : requestsOfNothing()) {
            const RequestHandle request = stage.engine.generate(stage.model, nothing);
            stage.clock.advance(1s);
            QVERIFY(stage.log.of(request).failure);
            QVERIFY(stage.log.of(request).failure->error.code == ErrorCode::invalid_request);
        }
    }

    void loadsWithProgress() {
        ManualFrameClock clock;
        FakeEngine engine;
        engine.setFrameClock(clock);
        std::vector<quint64> progress;
        std::optional<ModelInfo> info;
        connect(&engine, &EngineClient::loadProgress, this,
                [&](ModelHandle, quint64 done, quint64) { progress.push_back(done); });
        connect(&engine, &EngineClient::loaded, this,
                [&](ModelHandle, const ModelInfo& loaded) { info = loaded; });
        engine.load({.path = QString::fromLatin1(kModel), .contextTokens = 4096});
        clock.advance(300ms);
        QVERIFY(!info);
        QVERIFY(progress.size() > 5);
        QVERIFY(std::is_sorted(progress.begin(), progress.end()));
        clock.advance(400ms);
        QVERIFY(info);
        QCOMPARE(info->contextTokens, 4096U);
        QCOMPARE(progress.back(), info->weightBytes);
    }

    void aLoadCanFailAndBeGivenUp() {
        ManualFrameClock clock;
        FakeScript script = defaultFakeScript();
        script.models.begin()->second.loadError = Error{ErrorCode::data_truncated, "short"};
        FakeEngine engine(script);
        engine.setFrameClock(clock);
        std::map<std::uint64_t, ErrorCode> failures;
        connect(&engine, &EngineClient::loadFailed, this,
                [&](ModelHandle model, const Error& error) { failures[model.value] = error.code; });
        const ModelHandle truncated = engine.load({.path = script.models.begin()->first});
        const ModelHandle missing = engine.load({.path = QStringLiteral("/nowhere.gguf")});
        const ModelHandle given = engine.load({.path = QString::fromLatin1(kModel)});
        QVERIFY(failures.empty());
        clock.advance(50ms);
        engine.cancelLoad(given);
        clock.advance(1s);
        QVERIFY(failures.at(truncated.value) == ErrorCode::data_truncated);
        QVERIFY(failures.at(missing.value) == ErrorCode::file_not_found);
        QVERIFY(failures.at(given.value) == ErrorCode::cancelled);
        clock.advance(1s);
        QVERIFY(!clock.running());
    }

    void tooLargeUnlessForced() {
        ManualFrameClock clock;
        FakeScript script = defaultFakeScript();
        script.memoryAvailableBytes = 1'000'000;
        FakeEngine engine(script);
        engine.setFrameClock(clock);
        std::optional<Error> failure;
        bool loaded = false;
        connect(&engine, &EngineClient::loadFailed, this,
                [&](ModelHandle, const Error& error) { failure = error; });
        connect(&engine, &EngineClient::loaded, this, [&] { loaded = true; });
        engine.load({.path = QString::fromLatin1(kModel)});
        clock.advance(1s);
        QVERIFY(failure && failure->code == ErrorCode::out_of_memory);
        QCOMPARE(*failure->details.bytes_available, 1'000'000U);
        engine.load({.path = QString::fromLatin1(kModel), .force = true});
        clock.advance(1s);
        QVERIFY(loaded);
    }

    void answersInOrderAndInTime() {
        Stage stage(scriptWith(longAnswer(100, 50)));
        const RequestHandle request = stage.engine.generate(stage.model, ask(QStringLiteral("hello there")));
        QVERIFY(stage.log.of(request).kinds.isEmpty());
        stage.clock.advance(1116ms);  // 100 ms of reading, then 1 s at 50 a second
        QCOMPARE(stage.log.of(request).tokens, 51U);
        stage.clock.advance(2s);
        const EventLog::Answer& answer = stage.log.of(request);
        QCOMPARE(answer.tokens, 100U);
        QCOMPARE(answer.finals, 1);
        QVERIFY(answer.done && answer.done->reason == FinishReason::stop);
        QCOMPARE(answer.done->statistics.generatedTokens, 100U);
        QCOMPARE(*answer.done->statistics.tokensPerSecond, 50.0);
        QVERIFY(answer.writing->promptTokens > 0);
        QVERIFY(answer.reading.size() >= 2);
        QStringList kinds = answer.kinds;
        kinds.removeDuplicates();
        QCOMPARE(kinds, QStringList({"reading", "writing", "text", "done"}));
    }

    void theSameScriptGivesTheSameEvents() {
        const auto play = [] {
            Stage stage;
            QString all;
            for (int i = 0; i < 3; ++i) {
                const RequestHandle request =
                    stage.engine.generate(stage.model, ask(QStringLiteral("question %1").arg(i)));
                stage.clock.advance(700ms);
                all += stage.log.of(request).text + stage.log.of(request).kinds.join(u',');
            }
            return all;
        };
        const QString first = play();
        QVERIFY(first.size() > 100);
        QCOMPARE(play(), first);
    }

    void answersInTheLanguageOfTheQuestion() {
        Stage stage;
        const RequestHandle chinese =
            stage.engine.generate(stage.model, ask(QStringLiteral("写一个缓存函数")));
        const RequestHandle english = stage.engine.generate(stage.model, ask(QStringLiteral("Write code")));
        stage.clock.advance(60s);
        QVERIFY(stage.log.of(chinese).text.contains(QStringLiteral("下面是")));
        QVERIFY(stage.log.of(chinese).text.contains(QStringLiteral("```python")));
        QVERIFY(stage.log.of(english).text.contains(QStringLiteral("```cpp")));
        QVERIFY(stage.log.of(english).done.has_value());
    }

    void continuesWhereItStopped() {
        Stage stage;
        const RequestHandle whole = stage.engine.generate(stage.model, ask(QStringLiteral("why blue?")));
        stage.clock.advance(60s);
        const QString text = stage.log.of(whole).text;
        ChatRequest rest = ask(QStringLiteral("why blue?"));
        rest.turns.push_back({ChatRole::Assistant, text.left(80)});
        rest.start = AnswerStart::ContinueLast;
        const RequestHandle more = stage.engine.generate(stage.model, rest);
        stage.clock.advance(60s);
        QCOMPARE(text.left(80) + stage.log.of(more).text, text);
    }

    void respectsLimitAndStopStrings() {
        Stage stage(scriptWith({.text = QStringLiteral("one two three END four")}));
        ChatRequest request = ask(QStringLiteral("x"));
        request.stopStrings = QStringList{QStringLiteral("END")};
        const RequestHandle stopped = stage.engine.generate(stage.model, request);
        request.maxTokens = 2;
        const RequestHandle limited = stage.engine.generate(stage.model, request);
        stage.clock.advance(5s);
        QCOMPARE(stage.log.of(stopped).text, QStringLiteral("one two three "));
        QVERIFY(stage.log.of(stopped).done->reason == FinishReason::stop);
        QCOMPARE(stage.log.of(limited).text, QStringLiteral("one two"));
        QVERIFY(stage.log.of(limited).done->reason == FinishReason::length);
    }

    void othersWaitAndTheVisibleOneIsNext() {
        FakeScript script = scriptWith(longAnswer(50, 100));
        script.concurrentRequests = 1;
        Stage stage(script);
        const RequestHandle running = stage.engine.generate(stage.model, ask(QStringLiteral("a")));
        const RequestHandle second = stage.engine.generate(stage.model, ask(QStringLiteral("b")));
        const RequestHandle third = stage.engine.generate(stage.model, ask(QStringLiteral("c")));
        stage.clock.advance(100ms);
        QCOMPARE(stage.log.of(second).queued, std::vector<std::uint32_t>{1});
        QCOMPARE(stage.log.of(third).queued, std::vector<std::uint32_t>{2});
        stage.engine.setPriority(third, 1);
        stage.clock.advance(32ms);
        QCOMPARE(stage.log.of(third).queued, (std::vector<std::uint32_t>{2, 1}));
        stage.clock.advance(5s);
        QCOMPARE(stage.log.of(running).finishOrder, 0);
        QCOMPARE(stage.log.of(third).finishOrder, 1);
        QCOMPARE(stage.log.of(second).finishOrder, 2);
    }

    void stopsWithStatistics() {
        Stage stage(scriptWith(longAnswer(1000, 100)));
        const RequestHandle request = stage.engine.generate(stage.model, ask(QStringLiteral("a")));
        stage.clock.advance(1s);
        stage.engine.stop(request);
        stage.clock.advance(32ms);
        const EventLog::Answer& answer = stage.log.of(request);
        QVERIFY(answer.done && answer.done->reason == FinishReason::cancelled);
        QCOMPARE(answer.done->statistics.generatedTokens, answer.tokens);
        QVERIFY(*answer.done->statistics.tokensPerSecond > 90);
    }

    void failsInTheMiddleAndGoesOn() {
        FakeAnswer failing = longAnswer(100, 100);
        failing.failure = Error{ErrorCode::backend_failed, "no"};
        failing.failureTokens = 10;
        Stage stage(scriptWith(failing));
        const RequestHandle request = stage.engine.generate(stage.model, ask(QStringLiteral("a")));
        stage.clock.advance(5s);
        QCOMPARE(stage.log.of(request).tokens, 10U);
        QVERIFY(stage.log.of(request).failure->error.code == ErrorCode::backend_failed);
        stage.engine.setScript(defaultFakeScript());
        const RequestHandle next = stage.engine.generate(stage.model, ask(QStringLiteral("a")));
        stage.clock.advance(60s);
        QVERIFY(stage.log.of(next).done.has_value());
    }

    void aBrokenEngineTakesAllWithIt() {
        FakeScript script = scriptWith(longAnswer(1000, 100));
        script.answer = [](const ChatRequest&, std::uint64_t number) {
            FakeAnswer answer = longAnswer(1000, 100);
            if (number == 1) {
                answer.failure = Error{ErrorCode::engine_failed, "broken"};
                answer.breaksEngine = true;
                answer.failureTokens = 20;
            }
            return answer;
        };
        Stage stage(script);
        QSignalSpy broke(&stage.engine, &EngineClient::modelBroke);
        const RequestHandle first = stage.engine.generate(stage.model, ask(QStringLiteral("a")));
        const RequestHandle second = stage.engine.generate(stage.model, ask(QStringLiteral("b")));
        stage.clock.advance(1s);
        QVERIFY(stage.log.of(first).failure && stage.log.of(second).failure);
        QCOMPARE(broke.count(), 1);
        const RequestHandle third = stage.engine.generate(stage.model, ask(QStringLiteral("c")));
        stage.clock.advance(32ms);
        QVERIFY(stage.log.of(third).failure->error.code == ErrorCode::engine_failed);
    }

    void unloadEndsAnswersFirst() {
        Stage stage(scriptWith(longAnswer(1000, 100)));
        const RequestHandle request = stage.engine.generate(stage.model, ask(QStringLiteral("a")));
        stage.clock.advance(500ms);
        stage.engine.unload(stage.model);
        stage.clock.advance(100ms);
        QVERIFY(stage.log.of(request).done->reason == FinishReason::cancelled);
        QCOMPARE(stage.log.unloads, 1);
        QCOMPARE(stage.log.endedAtUnload, 1);
        const RequestHandle late = stage.engine.generate(stage.model, ask(QStringLiteral("a")));
        stage.engine.stop(RequestHandle{999});
        stage.engine.setPriority(RequestHandle{999}, 1);
        stage.engine.unload(stage.model);
        stage.engine.cancelLoad(ModelHandle{999});
        stage.clock.advance(100ms);
        QVERIFY(stage.log.of(late).failure->error.code == ErrorCode::invalid_request);
        QCOMPARE(stage.log.unloads, 1);
    }

    void measuresAndPlans() {
        Stage stage;
        std::optional<ContextMeasure> measure;
        int answers = 0;
        const auto keep = [&](const Result<ContextMeasure>& result) {
            measure = *result;
            ++answers;
        };
        const std::vector<ChatTurn> turns = ask(QStringLiteral("hello there")).turns;
        stage.engine.measure(stage.model, turns, QString(), this, keep);
        stage.engine.measure(stage.model, turns, QStringLiteral("more words"), this, keep);
        QCOMPARE(answers, 0);
        stage.clock.advance(32ms);
        QCOMPARE(answers, 1);
        QVERIFY(measure->draftTokens > 0);
        QCOMPARE(measure->contextTokens, 8192U);
        std::optional<LoadPlan> plan;
        stage.engine.plan({.path = QString::fromLatin1(kModel), .contextTokens = 16384}, this,
                          [&](const Result<LoadPlan>& result) { plan = *result; });
        stage.clock.advance(32ms);
        QCOMPARE(plan->kv_bytes, 16384U * 98'304U);
    }

    void refusesWhatIsTooLong() {
        Stage stage;
        const RequestHandle request = stage.engine.generate(stage.model, ask(QString(100'000, u'字')));
        stage.clock.advance(100ms);
        QVERIFY(stage.log.of(request).failure->error.code == ErrorCode::context_too_long);
    }

    void saysWhatItRepaired() {
        Stage stage;
        ChatRequest request = ask(QStringLiteral("a"));
        request.turns.push_back({ChatRole::Assistant, QString()});
        request.turns.push_back({ChatRole::User, QStringLiteral("b")});
        const RequestHandle handle = stage.engine.generate(stage.model, request);
        stage.clock.advance(1s);
        QCOMPARE(stage.log.of(handle).kinds.first(), QStringLiteral("repaired"));
        QCOMPARE(stage.log.of(handle).repaired->turnsMerged, 1U);
    }

    void eightStreamsCostLittle() {
        Stage stage(scriptWith(longAnswer(3000, 100)));
        std::vector<RequestHandle> requests;
        int figures = 0;
        connect(&stage.engine, &EngineClient::figuresChanged, this, [&] { ++figures; });
        for (int i = 0; i < 8; ++i) {
            requests.push_back(stage.engine.generate(stage.model, ask(QStringLiteral("a"))));
        }
        const std::clock_t begin = std::clock();
        stage.clock.advance(10s);
        QVERIFY(stage.engine.figures().tokensPerSecond > 780);
        QVERIFY(stage.engine.figures().tokensPerSecond < 820);
        QVERIFY(stage.engine.figures().kvUsedBytes > 0);
        QCOMPARE(stage.engine.figures().running, 8U);
        stage.clock.advance(25s);
        const double seconds = double(std::clock() - begin) / CLOCKS_PER_SEC;
        qInfo("35 s of eight streams took %.0f ms of processor time", seconds * 1000);
        for (const RequestHandle request : requests) {
            QCOMPARE(stage.log.of(request).tokens, 3000U);
        }
        QVERIFY2(figures <= 35 * 4 + 2, qPrintable(QString::number(figures)));
        QVERIFY(stage.log.batches < 35 * 63);
    }
};

}  // namespace

QTEST_GUILESS_MAIN(FakeEngineTest)
#include "fake_engine_test.moc"
