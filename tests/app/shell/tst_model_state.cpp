#include "engine_bridge/fake_engine.h"
#include "settings/settings.h"
#include "shell/model_switch.h"
#include "shell/safe_start.h"
#include "shell/status_line.h"
#include "system/error_sentences.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace hearth;

namespace {

FakeScript quickScript() {
    FakeScript script = defaultFakeScript();
    for (auto& [path, model] : script.models) {
        model.loadTime = std::chrono::milliseconds(20);
    }
    return script;
}

}  // namespace

class ModelStateTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    FakeEngine m_engine{quickScript()};
    ActiveModel m_model{m_engine, errorSentence};
    QString m_path = m_engine.script().models.begin()->first;

    void unload() {
        m_model.unload();
        QTRY_COMPARE(m_model.state(), ActiveModel::None);
    }

 private Q_SLOTS:
    void cleanup() { unload(); }

    void theStatusLineFollowsTheModel() {
        StatusLine status(m_engine, m_model);
        QCOMPARE(status.model(), QStringLiteral("No model loaded"));
        QVERIFY(!status.isLoaded());
        QSignalSpy changed(&status, &StatusLine::changed);
        m_model.use(m_path);
        QVERIFY(status.isLoading());
        QVERIFY(status.model().startsWith(QLatin1String("Loading ")));
        QTRY_VERIFY(status.isLoaded());
        QVERIFY(changed.count() > 0);
        QCOMPARE(status.model(), m_model.name());
        QTRY_VERIFY(status.weightShare() > 0);
        QVERIFY(status.weightShare() + status.chatShare() + status.reservedShare() <= 1.0);
        QVERIFY2(status.memoryText().contains(QLatin1String(" of ")), qPrintable(status.memoryText()));
        QCOMPARE(status.memoryDetail().count(QLatin1Char('\n')), 3);
    }

    void aFailedLoadIsSaid() {
        const StatusLine status(m_engine, m_model);
        m_model.use(QStringLiteral("/nowhere.gguf"));
        QTRY_COMPARE(m_model.state(), ActiveModel::Failed);
        QVERIFY(!status.isLoaded());
        QVERIFY(status.modelDetail().contains(QLatin1String("nowhere.gguf")));
    }

    void whatDoesNotHappenIsNotShown() {
        StatusLine status(m_engine, m_model);
        QVERIFY(status.writingText().isEmpty() && status.speedText().isEmpty() &&
                status.queueText().isEmpty());
        QVERIFY(!status.isOffline());
        status.setWritingCount(3);
        status.setOffline(true);
        QVERIFY(status.writingText().startsWith(QLatin1Char('3')));
        QVERIFY(status.isOffline());
    }

    void modelsAreLoadedAsTheSettingsSay() {
        Settings settings(m_folder.filePath(QStringLiteral("settings.json")));
        settings.setContextAutomatic(false);
        settings.setContextSize(1024);
        ModelSwitch models(m_model, settings, [] { return 0; });
        models.use(m_path);
        QTRY_VERIFY(m_model.ready());
        QCOMPARE(m_model.contextTokens(), 1024);
    }

    void answersAreNotCutOffUnasked() {
        const Settings settings(m_folder.filePath(QStringLiteral("other.json")));
        int writing = 0;
        ModelSwitch models(m_model, settings, [&writing] { return writing; });
        models.use(m_path);
        QTRY_VERIFY(m_model.ready());

        writing = 2;
        models.unload();
        QVERIFY(models.isAsking());
        QVERIFY(m_model.ready());
        models.cancel();
        QVERIFY(!models.isAsking());
        QVERIFY(m_model.ready());

        models.unload();
        models.confirm();
        QTRY_COMPARE(m_model.state(), ActiveModel::None);
    }

    void aDamagedModelIsUsedKnowinglyAlone() {
        const Settings settings(m_folder.filePath(QStringLiteral("damaged.json")));
        ModelSwitch models(m_model, settings, [] { return 0; });
        QString doubt = QStringLiteral("It is damaged.");
        models.setDoubt([&](const QString& path) { return path == m_path ? doubt : QString(); });
        models.use(m_path);
        QVERIFY(models.isAsking());
        QCOMPARE(models.explanation(), doubt);
        QCOMPARE(m_model.state(), ActiveModel::None);
        models.cancel();
        QCOMPARE(m_model.state(), ActiveModel::None);
        // Another wish ends the question of the first.
        models.use(m_path);
        QVERIFY(models.isAsking());
        models.unload();
        QVERIFY(!models.isAsking());

        models.use(m_path);
        models.confirm();
        QTRY_VERIFY(m_model.ready());
        // It is in use already: nothing to decide.
        models.use(m_path);
        QVERIFY(!models.isAsking());
        models.unload();
        QTRY_COMPARE(m_model.state(), ActiveModel::None);
        doubt.clear();
        models.use(m_path);
        QVERIFY(!models.isAsking());
        QTRY_VERIFY(m_model.ready());
        models.unload();
        QTRY_COMPARE(m_model.state(), ActiveModel::None);
    }

    void afterACrashNothingIsLoadedUnasked() {
        const QString last = QStringLiteral("/models/Qwen3-8B.gguf");
        SafeStart usual(std::nullopt, last);
        QVERIFY(usual.allowsAutoload() && !usual.isShown());

        SafeStart crashed(RunMarker::Crash{QStringLiteral("loading"), last}, {});
        QVERIFY(!crashed.allowsAutoload());
        QVERIFY(crashed.isShown());
        QVERIFY(crashed.text().contains(QLatin1String("Qwen3-8B")));
        QSignalSpy load(&crashed, &SafeStart::loadRequested);
        crashed.load();
        QCOMPARE(load.value(0).value(0).toString(), last);
        QVERIFY(!crashed.isShown());

        // There is nothing to say where nothing would have been loaded.
        const SafeStart nothing(RunMarker::Crash{}, {});
        QVERIFY(!nothing.isShown());
    }
};

QTEST_MAIN(ModelStateTest)
#include "tst_model_state.moc"
