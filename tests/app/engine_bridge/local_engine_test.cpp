#include "engine_bridge/local_engine.h"

#include "event_log.h"
#include "scripted_engine.h"

#include <QSignalSpy>
#include <QtTest>
#include <atomic>
#include <thread>

using namespace hearth;
using namespace hearth::test;
using namespace std::chrono_literals;

namespace {

/// A LocalEngine over scripted engines.
struct Stage {
    EngineScript script;
    std::string chatTemplate = kPlainTemplate;
    std::atomic<bool> holdLoad{false};  ///< loads go on until they are given up or this ends
    std::atomic<int> loads{0};
    std::unique_ptr<LocalEngine> engine;
    std::unique_ptr<EventLog> log;
    ModelHandle model;

    Stage() {
        engine = std::make_unique<LocalEngine>(
            [this](const std::filesystem::path& path, const LoadOptions&, const LoadProgress& progress) {
                return load(path, progress);
            });
        log = std::make_unique<EventLog>(*engine);
    }

    Result<std::unique_ptr<Engine>> load(const std::filesystem::path& path, const LoadProgress& progress) {
        ++loads;
        if (path == "throws") {
            throw std::bad_alloc();
        }
        do {
            if (progress(50, 100) == LoadControl::stop) {
                return Error{ErrorCode::cancelled, "cancelled"};
            }
            std::this_thread::sleep_for(1ms);
        } while (holdLoad);
        Result<ChatTemplate> chat = Error{ErrorCode::no_chat_template, "no template"};
        if (!chatTemplate.empty()) {
            chat = ChatTemplate::parse(chatTemplate);
        }
        return std::unique_ptr<Engine>(std::make_unique<ScriptedEngine>(script, std::move(chat)));
    }

    /// Loads a model and waits for it.
    bool ready() {
        QSignalSpy loaded(engine.get(), &EngineClient::loaded);
        model = engine->load({.path = QStringLiteral("scripted.gguf")});
        return loaded.wait(5000);
    }
    RequestHandle submit(const QString& question) {
        const std::size_t before = script.submitted();
        const RequestHandle request = engine->generate(model, ask(question));
        QElapsedTimer timer;
        timer.start();
        while (script.submitted() == before && timer.elapsed() < 5000) {
            QTest::qWait(1);
        }
        return request;
    }
    const EventLog::Answer& of(RequestHandle request) const { return log->of(request); }
};

Generated token(const char* text) {
    return {.token = TokenId{5}, .text = text, .logprobs = {}};
}

class LocalEngineTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void loadsWithProgressAndInfo() {
        Stage stage;
        std::optional<ModelInfo> info;
        quint64 progress = 0;
        connect(stage.engine.get(), &EngineClient::loaded, this,
                [&](ModelHandle, const ModelInfo& loaded) { info = loaded; });
        connect(stage.engine.get(), &EngineClient::loadProgress, this,
                [&](ModelHandle, quint64 done, quint64 total) { progress = done + total; });
        stage.holdLoad = true;
        const ModelHandle model = stage.engine->load({.path = QStringLiteral("scripted.gguf")});
        QTRY_COMPARE(progress, 150U);
        QVERIFY(!info);
        stage.holdLoad = false;
        QTRY_VERIFY(info.has_value());
        QCOMPARE(info->name, QStringLiteral("Scripted"));
        QCOMPARE(info->path, QStringLiteral("scripted.gguf"));
        QVERIFY(!info->chatTemplateError);
        stage.engine->cancelLoad(model);  // Too late: nothing happens.
        QTRY_COMPARE(stage.engine->figures().weightBytes, 100U);
        QVERIFY(stage.engine->figures().memoryTotalBytes > 0);
        QCOMPARE(stage.engine->figures().kvUsedBytes, 48U);
    }

    void aLoadCanBeGivenUp() {
        Stage stage;
        QSignalSpy loaded(stage.engine.get(), &EngineClient::loaded);
        std::map<std::uint64_t, ErrorCode> failures;
        connect(stage.engine.get(), &EngineClient::loadFailed, this,
                [&](ModelHandle model, const Error& error) { failures[model.value] = error.code; });
        stage.holdLoad = true;
        const ModelHandle first = stage.engine->load({.path = QStringLiteral("a.gguf")});
        const ModelHandle second = stage.engine->load({.path = QStringLiteral("b.gguf")});
        QTRY_COMPARE(stage.loads.load(), 1);
        stage.engine->unload(second);
        stage.engine->cancelLoad(first);
        QTRY_COMPARE(failures.size(), 2U);
        QVERIFY(failures.at(first.value) == ErrorCode::cancelled);
        QVERIFY(failures.at(second.value) == ErrorCode::cancelled);
        QCOMPARE(stage.loads.load(), 1);
        QCOMPARE(loaded.count(), 0);
    }

    void givenUpInTheLastMomentItIsFreed() {
        Stage stage;
        ManualFrameClock clock;
        stage.engine->setFrameClock(clock);
        QSignalSpy loaded(stage.engine.get(), &EngineClient::loaded);
        QSignalSpy failed(stage.engine.get(), &EngineClient::loadFailed);
        const ModelHandle model = stage.engine->load({.path = QStringLiteral("a.gguf")});
        QTRY_COMPARE(stage.script.living(), 1);
        stage.engine->cancelLoad(model);
        QTRY_VERIFY_WITH_TIMEOUT((clock.advance(16ms), failed.count() == 1), 5000);
        QTRY_COMPARE(stage.script.living(), 0);
        QCOMPARE(loaded.count(), 0);
    }

    void aLoaderThatThrowsIsAFailure() {
        Stage stage;
        std::optional<Error> failure;
        connect(stage.engine.get(), &EngineClient::loadFailed, this,
                [&](ModelHandle, const Error& error) { failure = error; });
        stage.engine->load({.path = QStringLiteral("throws")});
        QTRY_VERIFY(failure.has_value());
        QVERIFY(failure->code == ErrorCode::out_of_memory);
    }

    void answersWithJoinedText() {
        Stage stage;
        QVERIFY(stage.ready());
        ChatRequest request = ask(QStringLiteral("hello"));
        request.stopStrings = QStringList{QStringLiteral("END")};
        request.maxTokens = 17;
        request.priority = 3;
        request.sampling.temperature = 0.5F;
        const RequestHandle handle = stage.engine->generate(stage.model, request);
        QTRY_COMPARE(stage.script.submitted(), 1U);
        const SequenceId id = EngineScript::nth(1);
        QCOMPARE(stage.script.prompt(id), std::string("\1user\nhello\2\1assistant\n"));
        const GenerateRequest& asked = stage.script.requests.at(id);
        QCOMPARE(asked.stop_strings, std::vector<std::string>{"END"});
        QCOMPARE(*asked.max_tokens, 17U);
        QCOMPARE(asked.priority, 3);
        QCOMPARE(asked.sampling.temperature, 0.5F);
        QVERIFY(asked.stable_prefix.has_value());

        stage.script.say(id, Waiting{2});
        stage.script.say(id, Prefilling{5, 20});
        stage.script.say(id, Prefilled{20, 8});
        for (int i = 0; i < 100; ++i) {
            stage.script.say(id, token("字"));
        }
        stage.script.say(id, Finished{.reason = FinishReason::stop,
                                      .text = "!",
                                      .stop_string = {},
                                      .prompt_tokens = 20,
                                      .cached_tokens = 8,
                                      .generated_tokens = 101,
                                      .time_to_first_token = 200ms,
                                      .decode_time = 2s});
        QTRY_VERIFY(stage.of(handle).ended());
        const EventLog::Answer& answer = stage.of(handle);
        QCOMPARE(answer.text, QString(100, u'字') + u'!');
        QCOMPARE(answer.tokens, 100U);
        QCOMPARE(answer.finals, 1);
        QCOMPARE(answer.queued, std::vector<std::uint32_t>{2});
        QCOMPARE(answer.reading.at(0).total, 20U);
        QCOMPARE(answer.writing->cachedTokens, 8U);
        QVERIFY2(answer.kinds.count(QStringLiteral("text")) < 10, qPrintable(answer.kinds.join(u' ')));
        QVERIFY(*answer.done->statistics.ttftMs >= 200);
        QCOMPARE(*answer.done->statistics.tokensPerSecond, 50.0);
    }

    void theClockRestsWhenNothingIsInFlight() {
        Stage stage;
        ManualFrameClock clock;
        stage.engine->setFrameClock(clock);
        QVERIFY(clock.running());
        QTRY_VERIFY_WITH_TIMEOUT((clock.advance(100ms), !clock.running()), 5000);
        stage.engine->generate(ModelHandle{99}, ask(QStringLiteral("a")));
        QVERIFY(clock.running());
        QTRY_VERIFY_WITH_TIMEOUT((clock.advance(100ms), !clock.running()), 5000);
        QCOMPARE(stage.log->ended(), 1);
    }

    void withoutTemplateRequestsAreRefused() {
        Stage stage;
        stage.chatTemplate.clear();
        QVERIFY(stage.ready());
        const RequestHandle request = stage.engine->generate(stage.model, ask(QStringLiteral("a")));
        QTRY_VERIFY(stage.of(request).ended());
        QVERIFY(stage.of(request).failure->error.code == ErrorCode::no_chat_template);
    }

    void nothingToAnswerIsAFailure() {
        Stage stage;
        QVERIFY(stage.ready());
        for (const ChatRequest& nothing : requestsOfNothing()) {
            const RequestHandle request = stage.engine->generate(stage.model, nothing);
            QTRY_VERIFY(stage.of(request).ended());
            QVERIFY(stage.of(request).failure);
            QVERIFY(stage.of(request).failure->error.code == ErrorCode::invalid_request);
        }
    }

    void handlesOfNothingAreHarmless() {
        Stage stage;
        stage.engine->unload(ModelHandle{77});
        stage.engine->cancelLoad(ModelHandle{77});
        stage.engine->stop(RequestHandle{77});
        stage.engine->setPriority(RequestHandle{77}, 1);
        const RequestHandle request = stage.engine->generate(ModelHandle{77}, ask(QStringLiteral("a")));
        QVERIFY(!stage.of(request).ended());
        QTRY_VERIFY(stage.of(request).ended());
        QVERIFY(stage.of(request).failure->error.code == ErrorCode::invalid_request);
        stage.engine->stop(request);
        stage.engine->setPriority(request, 1);
    }

    void stopsBeforeAndAfterSubmission() {
        Stage stage;
        QVERIFY(stage.ready());
        const RequestHandle early = stage.engine->generate(stage.model, ask(QStringLiteral("a")));
        stage.engine->stop(early);
        QTRY_VERIFY(stage.of(early).ended());
        QVERIFY(stage.of(early).done->reason == FinishReason::cancelled);
        const RequestHandle late = stage.submit(QStringLiteral("b"));
        stage.engine->stop(late);
        QTRY_VERIFY(stage.of(late).ended());
        QVERIFY(stage.of(late).done->reason == FinishReason::cancelled);
        stage.engine->stop(late);
        QCOMPARE(stage.of(late).finals, 1);
    }

    void priorityReachesTheEngine() {
        Stage stage;
        QVERIFY(stage.ready());
        const RequestHandle request = stage.submit(QStringLiteral("a"));
        stage.engine->setPriority(request, 5);
        const std::lock_guard lock(stage.script.mutex);
        QCOMPARE(stage.script.priorities.at(EngineScript::nth(1)), 5);
    }

    void unloadEndsRequestsFirst() {
        Stage stage;
        QVERIFY(stage.ready());
        const RequestHandle running = stage.submit(QStringLiteral("a"));
        stage.script.say(EngineScript::nth(1), token("begun"));
        const RequestHandle preparing = stage.engine->generate(stage.model, ask(QStringLiteral("b")));
        stage.engine->unload(stage.model);
        const RequestHandle late = stage.engine->generate(stage.model, ask(QStringLiteral("c")));
        QTRY_COMPARE(stage.log->unloads, 1);
        QVERIFY(stage.of(running).done->reason == FinishReason::cancelled);
        QVERIFY(stage.of(preparing).done->reason == FinishReason::cancelled);
        QVERIFY(stage.of(late).failure->error.code == ErrorCode::invalid_request);
        QCOMPARE(stage.log->endedAtUnload, 3);
        QCOMPARE(stage.script.living(), 0);
    }

    void aBrokenEngineFailsItsRequestsAndCanBeReloaded() {
        Stage stage;
        QVERIFY(stage.ready());
        QSignalSpy broke(stage.engine.get(), &EngineClient::modelBroke);
        const RequestHandle first = stage.submit(QStringLiteral("a"));
        const RequestHandle second = stage.submit(QStringLiteral("b"));
        stage.script.say(EngineScript::nth(1), Failed{{ErrorCode::engine_failed, "broken"}});
        stage.script.say(EngineScript::nth(2), Failed{{ErrorCode::engine_failed, "broken"}});
        QTRY_VERIFY(stage.of(first).ended() && stage.of(second).ended());
        QTRY_COMPARE(broke.count(), 1);
        stage.engine->unload(stage.model);
        QVERIFY(stage.ready());
        QTRY_COMPARE(stage.script.living(), 1);
        const RequestHandle third = stage.submit(QStringLiteral("c"));
        stage.script.say(EngineScript::nth(3), Finished{});
        QTRY_VERIFY(stage.of(third).done.has_value());
        QCOMPARE(broke.count(), 1);
    }

    void anEngineThatThrowsIsBroken() {
        Stage stage;
        QVERIFY(stage.ready());
        QSignalSpy broke(stage.engine.get(), &EngineClient::modelBroke);
        const RequestHandle first = stage.submit(QStringLiteral("a"));
        stage.script.breakDown();
        QTRY_VERIFY(stage.of(first).failure.has_value());
        QVERIFY(stage.of(first).failure->error.code == ErrorCode::engine_failed);
        QTRY_COMPARE(broke.count(), 1);
        const RequestHandle second = stage.engine->generate(stage.model, ask(QStringLiteral("b")));
        QTRY_VERIFY(stage.of(second).failure.has_value());
        stage.engine->unload(stage.model);
        QTRY_COMPARE(stage.log->unloads, 1);
        QCOMPARE(stage.script.living(), 0);
    }

    void destroyedWhileEverythingRuns() {
        for (const bool answersCancel : {true, false}) {
            Stage stage;
            QVERIFY(stage.ready());
            stage.script.answersCancel = answersCancel;
            for (int i = 0; i < 4; ++i) {
                stage.engine->generate(stage.model, ask(QStringLiteral("a")));
            }
            stage.engine->measure(stage.model, ask(QStringLiteral("a")).turns, QString(), this,
                                  [](const Result<ContextMeasure>&) { QFAIL("nobody listens"); });
            stage.holdLoad = true;
            stage.engine->load({.path = QStringLiteral("b.gguf")});
            stage.log.reset();
            stage.engine.reset();
            QCOMPARE(stage.script.living(), 0);
        }
    }

    void destroyedWhileItUnloads() {
        for (int round = 0; round < 3; ++round) {
            Stage stage;
            QVERIFY(stage.ready());
            // The first prompt takes its time, the others are behind it.
            for (const int letters : {5'000'000, 1, 1}) {
                stage.engine->generate(stage.model, ask(QString(letters, u'a')));
            }
            QTest::qSleep(5);
            stage.engine->unload(stage.model);
            stage.log.reset();
            stage.engine.reset();
            QCOMPARE(stage.script.living(), 0);
        }
    }

    void destroyedWithAModelThatWasNotAnnouncedYet() {
        Stage stage;
        ManualFrameClock clock;
        stage.engine->setFrameClock(clock);
        stage.engine->load({.path = QStringLiteral("a.gguf")});
        QTRY_COMPARE(stage.script.living(), 1);
        stage.log.reset();
        stage.engine.reset();
        QCOMPARE(stage.script.living(), 0);
    }

    void measuresByTheTemplate() {
        Stage stage;
        QVERIFY(stage.ready());
        const std::vector<ChatTurn> turns{{ChatRole::System, QStringLiteral("sys")},
                                          {ChatRole::User, QStringLiteral("hello")},
                                          {ChatRole::Assistant, QStringLiteral("yes")}};
        std::optional<ContextMeasure> measure;
        const auto keep = [&](const Result<ContextMeasure>& result) { measure = *result; };
        stage.engine->measure(stage.model, turns, QString(), this, keep);
        QTRY_VERIFY(measure.has_value());
        // "\1system\nsys\2" is 12, "\1user\nhello\2" 12, "\1assistant\nyes\2" 15, "\1assistant\n" 11.
        QCOMPARE(measure->turnTokens, (std::vector<std::uint32_t>{12, 24, 39}));
        QCOMPARE(measure->totalTokens, 50U);
        QCOMPARE(measure->draftTokens, 0U);
        QCOMPARE(measure->contextTokens, 1000U);
        measure.reset();
        stage.engine->measure(stage.model, turns, QStringLiteral("字字"), this, keep);
        QTRY_VERIFY(measure.has_value());
        QCOMPARE(measure->draftTokens, 13U);  // "\1user\n" and "\2" around six bytes
        QCOMPARE(measure->totalTokens, 63U);
        QCOMPARE(measure->turnTokens, (std::vector<std::uint32_t>{12, 24, 39}));
    }

    void measuresANewChatAndARepairedOne() {
        Stage stage;
        QVERIFY(stage.ready());
        std::optional<ContextMeasure> measure;
        const auto keep = [&](const Result<ContextMeasure>& result) { measure = *result; };
        stage.engine->measure(stage.model, {}, QString(), this, keep);
        QTRY_VERIFY(measure.has_value());
        QVERIFY(measure->turnTokens.empty());
        measure.reset();
        stage.engine->measure(stage.model,
                              {{ChatRole::User, QStringLiteral("a")},
                               {ChatRole::Assistant, QString()},
                               {ChatRole::User, QStringLiteral("b")}},
                              QString(), this, keep);
        QTRY_VERIFY(measure.has_value());
        QCOMPARE(measure->turnTokens, (std::vector<std::uint32_t>{11, 11, 11}));  // "\1user\na\n\nb\2"
        QCOMPARE(measure->totalTokens, 22U);
    }

    void theLatestQuestionWins() {
        Stage stage;
        QVERIFY(stage.ready());
        int answers = 0;
        std::uint32_t draft = 0;
        QObject other;
        int others = 0;
        stage.engine->measure(stage.model, {}, QStringLiteral("abc"), &other,
                              [&](const Result<ContextMeasure>&) { ++others; });
        for (int i = 1; i <= 50; ++i) {
            stage.engine->measure(stage.model, {}, QString(i, u'x'), this,
                                  [&](const Result<ContextMeasure>& result) {
                                      ++answers;
                                      draft = result->draftTokens;
                                  });
        }
        QTRY_COMPARE(answers, 1);
        QTest::qWait(50);
        QCOMPARE(answers, 1);
        QCOMPARE(others, 1);
        QCOMPARE(draft, 50U);
        auto gone = std::make_unique<QObject>();
        stage.engine->measure(stage.model, {}, QStringLiteral("a"), gone.get(),
                              [](const Result<ContextMeasure>&) { QFAIL("asked by nobody any more"); });
        gone.reset();
        std::optional<Error> error;
        stage.engine->measure(ModelHandle{55}, {}, QString(), this,
                              [&](const Result<ContextMeasure>& result) { error = result.error(); });
        QTRY_VERIFY(error.has_value());
    }

    void saysWhatItRepaired() {
        Stage stage;
        QVERIFY(stage.ready());
        ChatRequest request = ask(QStringLiteral("a"));
        request.turns.push_back({ChatRole::Assistant, QString()});
        request.turns.push_back({ChatRole::User, QStringLiteral("b")});
        const RequestHandle handle = stage.engine->generate(stage.model, request);
        QTRY_VERIFY(stage.of(handle).repaired.has_value());
        QCOMPARE(stage.of(handle).repaired->emptyTurnsDropped, 1U);
        QTRY_COMPARE(stage.script.submitted(), 1U);
        QCOMPARE(stage.script.prompt(EngineScript::nth(1)), std::string("\1user\na\n\nb\2\1assistant\n"));
    }

    void continuesAnAnswer() {
        Stage stage;
        QVERIFY(stage.ready());
        ChatRequest request = ask(QStringLiteral("a"));
        request.turns.push_back({ChatRole::Assistant, QStringLiteral("so far")});
        request.start = AnswerStart::ContinueLast;
        stage.engine->generate(stage.model, request);
        QTRY_COMPARE(stage.script.submitted(), 1U);
        QCOMPARE(stage.script.prompt(EngineScript::nth(1)), std::string("\1user\na\2\1assistant\nso far"));
    }

    void aTemplateWithoutSystemRoleGetsTheTextAndSaysSo() {
        Stage stage;
        stage.chatTemplate = kNoSystemTemplate;
        QVERIFY(stage.ready());
        ChatRequest request;
        request.turns = {{ChatRole::System, QStringLiteral("kind")}, {ChatRole::User, QStringLiteral("a")}};
        const RequestHandle handle = stage.engine->generate(stage.model, request);
        QTRY_COMPARE(stage.script.submitted(), 1U);
        QCOMPARE(stage.script.prompt(EngineScript::nth(1)), std::string("\1user\nkind\n\na\2\1assistant\n"));
        QTRY_VERIFY(stage.of(handle).repaired && stage.of(handle).repaired->systemTextMoved);
        std::optional<ContextMeasure> measure;
        stage.engine->measure(stage.model, request.turns, QString(), this,
                              [&](const Result<ContextMeasure>& result) { measure = *result; });
        QTRY_VERIFY(measure.has_value());
        QCOMPARE(measure->turnTokens, (std::vector<std::uint32_t>{14, 14}));
    }

    void aTemplateThatRefusesIsAFailure() {
        Stage stage;
        stage.chatTemplate = "{{ raise_exception('never') }}";
        QVERIFY(stage.ready());
        const RequestHandle request = stage.engine->generate(stage.model, ask(QStringLiteral("a")));
        QTRY_VERIFY(stage.of(request).failure.has_value());
        QVERIFY(stage.of(request).failure->error.code == ErrorCode::template_raised);
    }

    void aPlanOfNoFileIsAnError() {
        Stage stage;
        std::optional<Error> error;
        stage.engine->plan({.path = QStringLiteral("/nowhere/model.gguf"), .contextTokens = 512}, this,
                           [&](const Result<LoadPlan>& plan) { error = plan.error(); });
        QVERIFY(!error);
        QTRY_VERIFY(error.has_value());
        QVERIFY(error->code == ErrorCode::file_not_found);
    }
};

}  // namespace

QTEST_GUILESS_MAIN(LocalEngineTest)
#include "local_engine_test.moc"
