#include "engine_bridge/active_model.h"

#include "engine_bridge/fake_engine.h"
#include "event_log.h"

#include <QSignalSpy>
#include <QtTest>
#include <cmath>

using namespace hearth;
using namespace hearth::test;
using namespace std::chrono_literals;

namespace {

const QString kSmall = QStringLiteral("/models/Ember-135M-Q4.gguf");
const QString kLarge = QStringLiteral("/models/Ember-8B-Q4.gguf");

QString sentence(const Error& error) {
    const std::string_view name = error_name(error.code);
    return QStringLiteral("sentence of ") + QString::fromUtf8(name.data(), qsizetype(name.size()));
}

struct Stage {
    ManualFrameClock clock;
    FakeEngine engine;
    EventLog log{engine};
    ActiveModel model;

    explicit Stage(FakeScript script = defaultFakeScript())
        : engine(std::move(script)), model(engine, sentence) {
        engine.setFrameClock(clock);
        clock.advance(32ms);
    }
};

class ActiveModelTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void loadsAndSaysHowFar() {
        FakeScript script = defaultFakeScript();
        script.models.at(kLarge).loadTime = 10s;
        Stage stage(script);
        QSignalSpy used(&stage.model, &ActiveModel::used);
        QCOMPARE(stage.model.state(), ActiveModel::None);
        QVERIFY(stage.model.availableBytes() > 0);
        stage.model.use(kLarge);
        QCOMPARE(stage.model.state(), ActiveModel::Loading);
        QCOMPARE(stage.model.name(), QStringLiteral("Ember-8B-Q4"));
        QVERIFY(std::isnan(stage.model.secondsLeft()));
        QVERIFY(!stage.model.handle());
        stage.clock.advance(4s);
        QVERIFY(std::abs(stage.model.progress() - 0.4) < 0.01);
        QVERIFY(std::abs(stage.model.secondsLeft() - 6) < 0.1);
        QCOMPARE(used.count(), 0);
        stage.clock.advance(7s);
        QCOMPARE(stage.model.state(), ActiveModel::Ready);
        QVERIFY(stage.model.handle());
        QCOMPARE(stage.model.name(), QStringLiteral("Ember 8B"));
        QCOMPARE(stage.model.weightBytes(), 5'030'000'000);
        QCOMPARE(stage.model.kvBytes(), 8192LL * 147'456);
        QCOMPARE(stage.model.contextTokens(), 8192);
        QCOMPARE(used.count(), 1);
        QCOMPARE(used.first().first().toString(), kLarge);
        QVERIFY(stage.model.detail().contains(QStringLiteral("AVX-512")));
    }

    void canBeGivenUp() {
        Stage stage;
        stage.model.use(kSmall);
        stage.clock.advance(100ms);
        stage.model.cancel();
        QCOMPARE(stage.model.state(), ActiveModel::None);
        QCOMPARE(stage.model.path(), QString());
        stage.clock.advance(2s);
        QCOMPARE(stage.model.state(), ActiveModel::None);
        QVERIFY(!stage.clock.running());
    }

    void switchingStopsTheOldOne() {
        Stage stage;
        stage.model.use(kSmall);
        stage.clock.advance(1s);
        QVERIFY(!stage.model.switchNeedsConfirmation(0));
        QVERIFY(stage.model.switchNeedsConfirmation(2));
        const RequestHandle request =
            stage.engine.generate(*stage.model.handle(), ask(QStringLiteral("why")));
        stage.clock.advance(500ms);
        stage.model.use(kLarge);
        QVERIFY(!stage.model.switchNeedsConfirmation(2));
        stage.clock.advance(2s);
        QVERIFY(stage.log.of(request).done->reason == FinishReason::cancelled);
        QCOMPARE(stage.model.state(), ActiveModel::Ready);
        QCOMPARE(stage.model.name(), QStringLiteral("Ember 8B"));
        QCOMPARE(stage.engine.figures().weightBytes, 5'030'000'000U);
    }

    void switchingWhileLoadingGivesUpTheFirst() {
        Stage stage;
        stage.model.use(kSmall);
        stage.clock.advance(100ms);
        stage.model.use(kLarge);
        stage.clock.advance(2s);
        QCOMPARE(stage.model.state(), ActiveModel::Ready);
        QCOMPARE(stage.model.path(), kLarge);
        QCOMPARE(stage.engine.figures().weightBytes, 5'030'000'000U);
    }

    void aFailureHasASentenceAndAWayOn() {
        FakeScript script = defaultFakeScript();
        script.models.at(kSmall).loadError = Error{ErrorCode::data_truncated, "the file is short"};
        Stage stage(script);
        stage.model.use(kSmall);
        stage.clock.advance(1s);
        QCOMPARE(stage.model.state(), ActiveModel::Failed);
        QCOMPARE(stage.model.errorSentence(), QStringLiteral("sentence of DataTruncated"));
        QCOMPARE(stage.model.errorDetails(), QStringLiteral("the file is short"));
        QCOMPARE(stage.model.path(), kSmall);
        stage.engine.setScript(defaultFakeScript());
        stage.model.retry();
        stage.clock.advance(1s);
        QCOMPARE(stage.model.state(), ActiveModel::Ready);
        QCOMPARE(stage.model.errorSentence(), QString());
    }

    void doesNotFitUntilForced() {
        FakeScript script = defaultFakeScript();
        script.memoryAvailableBytes = 1'000'000'000;
        Stage stage(script);
        stage.model.use(kLarge);
        stage.clock.advance(1s);
        QCOMPARE(stage.model.errorName(), QStringLiteral("OutOfMemory"));
        stage.model.forceLoad();
        stage.clock.advance(1s);
        QCOMPARE(stage.model.state(), ActiveModel::Ready);
        stage.model.reload(2048);  // Consent was for that time.
        stage.clock.advance(1s);
        QCOMPARE(stage.model.state(), ActiveModel::Failed);
    }

    void withoutTemplateItCannotChat() {
        FakeScript script = defaultFakeScript();
        script.models.at(kSmall).info.chatTemplateError = Error{ErrorCode::no_chat_template, "none"};
        Stage stage(script);
        QSignalSpy used(&stage.model, &ActiveModel::used);
        stage.model.use(kSmall);
        stage.clock.advance(1s);
        QCOMPARE(stage.model.state(), ActiveModel::NoChatTemplate);
        QVERIFY(!stage.model.handle());
        QCOMPARE(stage.model.errorSentence(), QStringLiteral("sentence of NoChatTemplate"));
        QCOMPARE(used.count(), 0);
        stage.model.unload();
        stage.clock.advance(1s);
        QCOMPARE(stage.engine.figures().weightBytes, 0U);
    }

    void aBrokenEngineCanBeReloaded() {
        FakeScript script = defaultFakeScript();
        script.answer = [](const ChatRequest&, std::uint64_t) {
            FakeAnswer answer;
            answer.text = QStringLiteral("a b c d e f");
            answer.failure = Error{ErrorCode::engine_failed, "broken"};
            answer.failureTokens = 2;
            answer.breaksEngine = true;
            return answer;
        };
        Stage stage(script);
        stage.model.use(kSmall);
        stage.clock.advance(1s);
        stage.engine.generate(*stage.model.handle(), ask(QStringLiteral("a")));
        stage.clock.advance(1s);
        QCOMPARE(stage.model.state(), ActiveModel::Failed);
        QVERIFY(!stage.model.handle());
        stage.model.retry();
        stage.clock.advance(1s);
        QCOMPARE(stage.model.state(), ActiveModel::Ready);
    }

    void reloadsWithAnotherContextAtAPrice() {
        Stage stage;
        stage.model.use(kLarge);
        stage.clock.advance(1s);
        QSignalSpy price(&stage.model, &ActiveModel::priceKnown);
        QSignalSpy unknown(&stage.model, &ActiveModel::priceUnknown);
        stage.model.askPrice(16384);
        stage.model.askPrice(32768);
        stage.model.askPrice(1'000'000);
        QCOMPARE(price.count(), 0);
        stage.clock.advance(32ms);
        QCOMPARE(price.count(), 2);
        QCOMPARE(unknown.count(), 1);
        // What the present one holds would be given back.
        QCOMPARE(price[0][2].toLongLong(), 9'000'000'000);
        QVERIFY(price[0][3].toBool());
        QVERIFY(!price[1][3].toBool());
        stage.model.reload(16384);
        stage.clock.advance(2s);
        QCOMPARE(stage.model.state(), ActiveModel::Ready);
        QCOMPARE(stage.model.contextTokens(), 16384);
        QCOMPARE(stage.model.kvBytes(), 16384LL * 147'456);
        stage.model.reload(-5);
        QCOMPARE(stage.model.state(), ActiveModel::Ready);
    }

    void aLargerContextGetsTheMemoryForChatsThatItNeeds() {
        Stage stage;
        stage.model.use(
            LoadModelRequest{.path = kLarge, .contextTokens = 4096, .kvBytes = 4096ULL * 147'456});
        stage.clock.advance(2s);
        QCOMPARE(stage.model.state(), ActiveModel::Ready);
        QSignalSpy price(&stage.model, &ActiveModel::priceKnown);
        stage.model.askPrice(2048);
        stage.clock.advance(100ms);
        QCOMPARE(price.count(), 1);
        QVERIFY(!stage.model.reloadGrowsChatMemory());
        stage.model.askPrice(16384);
        stage.clock.advance(100ms);
        QCOMPARE(price.count(), 2);
        QVERIFY(price[1][3].toBool());
        QVERIFY(stage.model.reloadGrowsChatMemory());
        stage.model.reload(16384);
        stage.clock.advance(2s);
        QCOMPARE(stage.model.state(), ActiveModel::Ready);
        QCOMPARE(stage.model.contextTokens(), 16384);
        QCOMPARE(stage.model.kvBytes(), 16384LL * 147'456);
    }

    void whatCannotBeLoadedLargerIsLoadedAsBefore() {
        FakeScript script = defaultFakeScript();
        Stage stage(script);
        stage.model.use(LoadModelRequest{.path = kLarge, .contextTokens = 4096});
        stage.clock.advance(2s);
        QCOMPARE(stage.model.state(), ActiveModel::Ready);
        QSignalSpy refused(&stage.model, &ActiveModel::reloadFailed);
        QSignalSpy changes(&stage.model, &ActiveModel::stateChanged);
        stage.model.reload(32768);  // does not fit
        stage.clock.advance(3s);
        QCOMPARE(refused.count(), 1);
        QCOMPARE(refused[0][0].toString(), QStringLiteral("sentence of OutOfMemory"));
        QCOMPARE(stage.model.state(), ActiveModel::Ready);
        QCOMPARE(stage.model.contextTokens(), 4096);
        QCOMPARE(changes.count(), 3);  // loading, loading as before, ready
    }

    void languageChangesTheSentence() {
        Stage stage;
        stage.model.use(QStringLiteral("/nowhere.gguf"));
        stage.clock.advance(100ms);
        QSignalSpy changed(&stage.model, &ActiveModel::errorSentenceChanged);
        stage.model.retranslate();
        QCOMPARE(changed.count(), 1);
        QCOMPARE(stage.model.errorSentence(), QStringLiteral("sentence of FileNotFound"));
    }
};

}  // namespace

QTEST_GUILESS_MAIN(ActiveModelTest)
#include "active_model_test.moc"
