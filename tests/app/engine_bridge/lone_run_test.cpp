#include "engine_bridge/local_engine.h"
#include "event_log.h"
#include "scripted_engine.h"

#include <QSignalSpy>
#include <QtTest>
#include <atomic>
#include <thread>
#include <vector>

using namespace hearth;
using namespace hearth::test;
using namespace std::chrono_literals;

namespace {

/// A LocalEngine that loads scripted engines, one script a file's name, and tells what ran alone.
struct Stage {
    EngineScript first;
    EngineScript second;
    std::atomic<bool> holdLoad{false};
    LocalEngine engine{[this](const std::filesystem::path& path, const LoadOptions&,
                              const LoadProgress&) -> Result<std::unique_ptr<Engine>> {
        while (path == "held.gguf" && holdLoad) {
            std::this_thread::sleep_for(1ms);
        }
        return std::unique_ptr<Engine>(std::make_unique<ScriptedEngine>(path == "first.gguf" ? first : second,
                                                                        ChatTemplate::parse(kPlainTemplate)));
    }};
    EventLog log{engine};
    std::vector<LoneRun> alone;

    Stage() {
        QObject::connect(&engine, &EngineClient::ranAlone, &engine,
                         [this](const LoneRun& run) { alone.push_back(run); });
    }

    ModelHandle load(const QString& path, std::optional<std::uint32_t> threads = {}) {
        QSignalSpy loaded(&engine, &EngineClient::loaded);
        const ModelHandle model = engine.load({.path = path, .threads = threads});
        loaded.wait(5000);
        return model;
    }
    /// Asks, and waits until the engine has the request.
    RequestHandle submit(ModelHandle model, EngineScript& script) {
        const std::size_t before = script.submitted();
        const RequestHandle request = engine.generate(model, ask(QStringLiteral("x")));
        const bool there = QTest::qWaitFor([&] { return script.submitted() > before; }, 5000);
        return there ? request : RequestHandle{};
    }
    bool finish(EngineScript& script, std::uint64_t number, RequestHandle request) {
        script.say(EngineScript::nth(number), Finished{.reason = FinishReason::stop,
                                                       .text = "",
                                                       .stop_string = {},
                                                       .prompt_tokens = 10,
                                                       .generated_tokens = 40,
                                                       .decode_time = 2s});
        return QTest::qWaitFor([&] { return log.of(request).ended(); }, 5000);
    }
};

class LoneRunTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void oneAnswerAfterAnother() {
        Stage stage;
        const ModelHandle model = stage.load(QStringLiteral("first.gguf"), 3);
        for (const std::uint64_t number : {1U, 2U}) {
            const RequestHandle request = stage.submit(model, stage.first);
            QVERIFY(stage.finish(stage.first, number, request));
            QTRY_COMPARE(stage.alone.size(), number);
        }
        QCOMPARE(stage.alone.front().model, std::filesystem::path("first.gguf"));
        QCOMPARE(stage.alone.front().options.thread_count.value(), 3U);
        QCOMPARE(stage.alone.front().finished.generated_tokens, 40U);
        QVERIFY(stage.alone.front().finished.decode_time == 2s);
    }

    void besideAnotherAnswerNeitherIsAlone() {
        Stage stage;
        const ModelHandle model = stage.load(QStringLiteral("first.gguf"));
        const RequestHandle one = stage.submit(model, stage.first);
        const RequestHandle two = stage.submit(model, stage.first);
        QVERIFY(stage.finish(stage.first, 1, one));
        QVERIFY(stage.finish(stage.first, 2, two));
        QCOMPARE(stage.alone.size(), 0U);
        // Once all have ended the next one is alone again.
        const RequestHandle three = stage.submit(model, stage.first);
        QVERIFY(stage.finish(stage.first, 3, three));
        QTRY_COMPARE(stage.alone.size(), 1U);
    }

    void anotherModelIsBesideAsWell() {
        Stage stage;
        const ModelHandle first = stage.load(QStringLiteral("first.gguf"));
        const ModelHandle second = stage.load(QStringLiteral("second.gguf"));
        const RequestHandle one = stage.submit(first, stage.first);
        const RequestHandle two = stage.submit(second, stage.second);
        QVERIFY(stage.finish(stage.second, 1, two));
        QVERIFY(stage.finish(stage.first, 1, one));
        QCOMPARE(stage.alone.size(), 0U);
    }

    void aLoadIsBesideAsWell() {
        Stage stage;
        const ModelHandle first = stage.load(QStringLiteral("first.gguf"));
        const RequestHandle one = stage.submit(first, stage.first);
        QVERIFY(one.value != 0);
        stage.load(QStringLiteral("second.gguf"));
        QVERIFY(stage.finish(stage.first, 1, one));
        QCOMPARE(stage.alone.size(), 0U);
        stage.holdLoad = true;
        QSignalSpy loaded(&stage.engine, &EngineClient::loaded);
        stage.engine.load({.path = QStringLiteral("held.gguf")});
        QTest::qWait(20);
        const RequestHandle two = stage.submit(first, stage.first);
        QVERIFY(stage.finish(stage.first, 2, two));
        stage.holdLoad = false;
        QVERIFY(loaded.wait(5000));
        QCOMPARE(stage.alone.size(), 0U);
    }

    void aFailureSaysNothing() {
        Stage stage;
        const ModelHandle model = stage.load(QStringLiteral("first.gguf"));
        const RequestHandle one = stage.submit(model, stage.first);
        stage.first.say(EngineScript::nth(1), Failed{Error{ErrorCode::out_of_memory, "no memory"}});
        QTRY_VERIFY(stage.log.of(one).ended());
        QCOMPARE(stage.alone.size(), 0U);
        const RequestHandle two = stage.submit(model, stage.first);
        QVERIFY(stage.finish(stage.first, 2, two));
        QTRY_COMPARE(stage.alone.size(), 1U);
    }
};

}  // namespace

QTEST_GUILESS_MAIN(LoneRunTest)
#include "lone_run_test.moc"
