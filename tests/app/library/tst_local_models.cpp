#include "library/local_model_filter.h"
#include "library/local_models.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

using namespace hearth;

/// The list of models on this computer.
class LocalModelsTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::atomic<int> m_inspections{0};

    void put(const QString& name) {
        const QString path = m_folder->filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("GGUF");
    }
    LocalModels::Options options() {
        LocalModels::Options options;
        options.modelsFolder = m_folder->filePath(QStringLiteral("models"));
        options.cacheFile = m_folder->filePath(QStringLiteral("cache.json"));
        options.addedFiles = m_folder->filePath(QStringLiteral("files.json"));
        options.environment = [home = m_folder->path().toStdString()](const char* name) {
            return std::string(name) == "HOME" ? std::optional(home) : std::nullopt;
        };
        options.inspect = [this](const std::filesystem::path& path) {
            ++m_inspections;
            catalog::Inspection inspection;
            if (path.string().find("bad") != std::string::npos) {
                inspection.state = catalog::ModelState::unsupported;
                inspection.reason = Error{ErrorCode::unsupported_architecture, "clip", {.actual = "clip"}};
            }
            return inspection;
        };
        return options;
    }
    static void scan(LocalModels& models, const QStringList& added = {}, bool others = true) {
        QSignalSpy ended(&models, &LocalModels::scanEnded);
        models.setFolders(added, others);
        QVERIFY(ended.wait());
    }
    static QVariant at(const QAbstractItemModel& model, int row, int role) {
        return model.index(row, 0).data(role);
    }

 private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_inspections = 0;
    }

    void listsWhatIsHere() {
        put(QStringLiteral("models/a.gguf"));
        put(QStringLiteral("models/bad.gguf"));
        put(QStringLiteral(".lmstudio/models/p/r/z.gguf"));
        LocalModels models(options());
        QAbstractItemModelTester tester(&models);
        QVERIFY(!models.scanned());
        scan(models);
        QVERIFY(models.scanned() && !models.scanning());
        QCOMPARE(models.count(), 3);
        QCOMPARE(at(models, 0, LocalModels::NameRole).toString(), QStringLiteral("a"));
        QCOMPARE(at(models, 0, LocalModels::StateRole).toInt(), int(LocalModels::Ready));
        QCOMPARE(at(models, 0, LocalModels::SizeBytesRole).toDouble(), 4.0);
        QVERIFY(at(models, 0, LocalModels::ReasonRole).toString().isEmpty());
        QCOMPARE(at(models, 1, LocalModels::StateRole).toInt(), int(LocalModels::Unsupported));
        QVERIFY(at(models, 1, LocalModels::ReasonRole).toString().contains(QStringLiteral("clip")));
        QCOMPARE(at(models, 2, LocalModels::OriginRole).toString(), QStringLiteral("p/r"));
        QVERIFY(at(models, 2, LocalModels::SourceNameRole).toString().contains(QStringLiteral("LM Studio")));
    }

    void otherProgramsCanBeLeftOut() {
        put(QStringLiteral(".lmstudio/models/p/r/z.gguf"));
        put(QStringLiteral("mine/b.gguf"));
        LocalModels models(options());
        scan(models, {m_folder->filePath(QStringLiteral("mine"))}, false);
        QCOMPARE(models.count(), 1);
        QCOMPARE(at(models, 0, LocalModels::NameRole).toString(), QStringLiteral("b"));
    }

    void headersAreReadOnceAlsoAcrossRuns() {
        put(QStringLiteral("models/a.gguf"));
        {
            LocalModels models(options());
            scan(models);
            QSignalSpy ended(&models, &LocalModels::scanEnded);
            models.refresh();
            QVERIFY(ended.wait());
        }
        LocalModels again(options());
        scan(again);
        QCOMPARE(m_inspections.load(), 1);
        QCOMPARE(again.count(), 1);
    }

    void aChangeDuringAScanIsScannedToo() {
        LocalModels models(options());
        QSignalSpy ended(&models, &LocalModels::scanEnded);
        models.setFolders({}, true);
        put(QStringLiteral("mine/b.gguf"));
        models.setFolders({m_folder->filePath(QStringLiteral("mine"))}, true);
        QTRY_COMPARE(ended.count(), 2);
        QCOMPARE(models.count(), 1);
    }

    void filesOpenedByHandStay() {
        put(QStringLiteral("elsewhere/x.gguf"));
        const QString path = m_folder->filePath(QStringLiteral("elsewhere/x.gguf"));
        {
            LocalModels models(options());
            QSignalSpy ended(&models, &LocalModels::scanEnded);
            QCOMPARE(models.addFile(QUrl::fromLocalFile(path)), path);
            QVERIFY(ended.wait());
            QCOMPARE(models.count(), 1);
        }
        LocalModels again(options());
        scan(again);
        QCOMPARE(again.count(), 1);
        QCOMPARE(at(again, 0, LocalModels::PathRole).toString(), path);
    }

    void otherFilesAreRefusedWithASentence() {
        LocalModels models(options());
        for (const QUrl& url : {QUrl(QStringLiteral("https://example.org/x.gguf")), QUrl(),
                                QUrl::fromLocalFile(QStringLiteral("/tmp/picture.png"))}) {
            QVERIFY(!models.refusalOf(url).isEmpty());
            QVERIFY(models.addFile(url).isEmpty());
        }
        QVERIFY(models.refusalOf(QUrl::fromLocalFile(QStringLiteral("/tmp/picture.png")))
                    .contains(QStringLiteral("picture.png")));
        QVERIFY(models.refusalOf(QUrl::fromLocalFile(QStringLiteral("/tmp/模型.GGUF"))).isEmpty());
        QVERIFY(!models.scanning());
    }

    void goesAwayInTheMiddleOfAScan() {
        for (int i = 0; i < 50; ++i) {
            put(QStringLiteral("models/%1.gguf").arg(i));
        }
        LocalModels models(options());
        models.setFolders({}, true);
    }

    void theFilterFindsWordsAndPutsTheUsableFirst() {
        put(QStringLiteral("models/bad-qwen.gguf"));
        put(QStringLiteral("models/qwen-small.gguf"));
        put(QStringLiteral("models/llama.gguf"));
        LocalModels models(options());
        scan(models);
        LocalModelFilter filter;
        QAbstractItemModelTester tester(&filter);
        filter.setModels(&models);
        QCOMPARE(filter.count(), 3);
        QCOMPARE(at(filter, 2, LocalModels::NameRole).toString(), QStringLiteral("bad-qwen"));
        QSignalSpy counted(&filter, &LocalModelFilter::countChanged);
        filter.setText(QStringLiteral("QWEN small"));
        QCOMPARE(filter.count(), 1);
        QVERIFY(counted.count() > 0);
        filter.setText(QStringLiteral("none"));
        QCOMPARE(filter.count(), 0);
    }
};

QTEST_GUILESS_MAIN(LocalModelsTest)
#include "tst_local_models.moc"
