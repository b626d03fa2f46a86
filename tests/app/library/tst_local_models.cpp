#include "app/transfers/faulty_file_operations.h"
#include "library/library_space.h"
#include "library/local_model_filter.h"
#include "library/local_models.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <cerrno>
#include <mutex>

#include <SQLiteCpp/SQLiteCpp.h>

using namespace hearth;

/// The list of models on this computer.
class LocalModelsTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::atomic<int> m_inspections{0};
    std::mutex m_mountsMutex;  ///< worker threads ask what is mounted
    std::vector<catalog::Mount> m_mounts;

    void plug(const std::vector<catalog::Mount>& drives) {
        const std::lock_guard lock(m_mountsMutex);
        m_mounts = {{"/", "/", "uuid:root"}};
        m_mounts.insert(m_mounts.end(), drives.begin(), drives.end());
    }

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
        options.mounts = [this] {
            const std::lock_guard lock(m_mountsMutex);
            return catalog::Mounts(m_mounts);
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
    static QString idOf(const LocalModels& models, const QString& name) {
        for (int row = 0; row < models.rowCount(); ++row) {
            if (at(models, row, LocalModels::NameRole).toString() == name) {
                return at(models, row, LocalModels::IdRole).toString();
            }
        }
        return {};
    }
    static QVariant at(const QAbstractItemModel& model, int row, int role) {
        return model.index(row, 0).data(role);
    }

 private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_inspections = 0;
        plug({});
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

    void aFolderMayBeAModel() {
        const QString folder = m_folder->filePath(QStringLiteral("elsewhere/Qwen3-0.6B"));
        put(QStringLiteral("elsewhere/Qwen3-0.6B/config.json"));
        put(QStringLiteral("elsewhere/Qwen3-0.6B/model.safetensors"));
        LocalModels models(options());
        QSignalSpy ended(&models, &LocalModels::scanEnded);
        QCOMPARE(models.addFile(QUrl::fromLocalFile(folder + QLatin1Char('/'))), folder);
        QVERIFY(ended.wait());
        QCOMPARE(models.count(), 1);
        QCOMPARE(at(models, 0, LocalModels::PathRole).toString(), folder);
        // One that holds no model is told of once it was looked into.
        put(QStringLiteral("elsewhere/notes/text"));
        models.addFile(QUrl::fromLocalFile(m_folder->filePath(QStringLiteral("elsewhere/notes"))));
        QVERIFY(ended.wait());
        QCOMPARE(models.count(), 1);
        QCOMPARE(models.problems().size(), 1);
        QVERIFY(models.problems().constFirst().contains(QStringLiteral("notes")));
    }

    void whatIsKnownIsShownBeforeTheScan() {
        put(QStringLiteral("models/a.gguf"));
        {
            LocalModels models(options());
            scan(models);
        }
        auto slow = options();
        std::atomic<bool> go{false};
        slow.inspect = [&](const std::filesystem::path&) {
            while (!go) {
                QThread::msleep(1);
            }
            return catalog::Inspection{};
        };
        put(QStringLiteral("models/b.gguf"));
        LocalModels models(slow);
        QAbstractItemModelTester tester(&models);
        models.setFolders({}, true);
        QTRY_COMPARE(models.count(), 1);
        QVERIFY(models.scanning() && !models.scanned());
        QCOMPARE(at(models, 0, LocalModels::NameRole).toString(), QStringLiteral("a"));
        go = true;
        QTRY_COMPARE(models.count(), 2);
    }

    void rowsKeepTheirPlaceWhenOthersComeAndGo() {
        put(QStringLiteral("models/b.gguf"));
        put(QStringLiteral("models/d.gguf"));
        LocalModels models(options());
        QAbstractItemModelTester tester(&models);
        scan(models);
        const QPersistentModelIndex second(models.index(1));
        QSignalSpy reset(&models, &LocalModels::modelReset);
        put(QStringLiteral("models/a.gguf"));
        put(QStringLiteral("models/c.gguf"));
        QSignalSpy ended(&models, &LocalModels::scanEnded);
        models.refresh();
        QVERIFY(ended.wait());
        QCOMPARE(models.count(), 4);
        QCOMPARE(second.row(), 3);
        QCOMPARE(second.data(LocalModels::NameRole).toString(), QStringLiteral("d"));
        QCOMPARE(reset.count(), 0);
    }

    void aDriveThatIsGoneIsSaid() {
        put(QStringLiteral("usb/m.gguf"));
        put(QStringLiteral("models/a.gguf"));
        plug({{m_folder->filePath(QStringLiteral("usb")).toStdString(), "/", "uuid:stick"}});
        LocalModels models(options());
        scan(models, {m_folder->filePath(QStringLiteral("usb"))});
        QCOMPARE(models.count(), 2);
        plug({});
        QVERIFY(QDir(m_folder->filePath(QStringLiteral("usb"))).removeRecursively());
        QVERIFY(QFile::remove(m_folder->filePath(QStringLiteral("models/a.gguf"))));
        QSignalSpy ended(&models, &LocalModels::scanEnded);
        models.refresh();
        QVERIFY(ended.wait());
        QCOMPARE(models.count(), 2);
        const int offline = models.rowOf(idOf(models, QStringLiteral("m")));
        const int missing = models.rowOf(idOf(models, QStringLiteral("a")));
        QCOMPARE(at(models, offline, LocalModels::StateRole).toInt(), int(LocalModels::Offline));
        QVERIFY(at(models, offline, LocalModels::ReasonRole)
                    .toString()
                    .contains(QStringLiteral("not connected")));
        QCOMPARE(at(models, missing, LocalModels::StateRole).toInt(), int(LocalModels::Missing));
        QVERIFY(at(models, missing, LocalModels::ReasonRole).toString().contains(QStringLiteral("a.gguf")));
        QVERIFY(!at(models, missing, LocalModels::ReadyRole).toBool());
    }

    void removesAndRestores() {
        put(QStringLiteral("models/a.gguf"));
        put(QStringLiteral("models/b.gguf"));
        LocalModels models(options());
        QAbstractItemModelTester tester(&models);
        scan(models);
        const QString id = idOf(models, QStringLiteral("a"));
        QVERIFY(at(models, models.rowOf(id), LocalModels::OwnRole).toBool());
        QSignalSpy removed(&models, &LocalModels::removed);
        QSignalSpy gone(&models, &LocalModels::gone);
        QSignalSpy restored(&models, &LocalModels::restored);
        QSignalSpy failed(&models, &LocalModels::failed);
        const QString path = m_folder->filePath(QStringLiteral("models/a.gguf"));
        QCOMPARE(models.nameOfPath(path), QStringLiteral("a"));
        models.remove(id);
        QCOMPARE(models.count(), 1);
        QVERIFY(removed.wait());
        QCOMPARE(removed.at(0).at(0).toString(), id);
        QCOMPARE(removed.at(0).at(1).toString(), QStringLiteral("a"));
        QVERIFY(removed.at(0).at(2).toBool());
        QCOMPARE(gone.size(), 1);
        QCOMPARE(gone.at(0).at(0).toString(), path);
        QVERIFY(models.nameOfPath(path).isEmpty());
        QVERIFY(!QFile::exists(path));
        QSignalSpy ended(&models, &LocalModels::scanEnded);
        models.refresh();
        QVERIFY(ended.wait());
        QCOMPARE(models.count(), 1);
        models.restore(id);
        QVERIFY(restored.wait());
        QTRY_COMPARE(models.count(), 2);
        QVERIFY(QFile::exists(m_folder->filePath(QStringLiteral("models/a.gguf"))));
        models.restore(QStringLiteral("nonsense"));
        QVERIFY(failed.wait());
        QVERIFY(!failed.at(0).at(1).toString().isEmpty());
    }

    void whatTheTrashCannotTakeIsDeletedForGoodWhenThatIsWanted() {
        put(QStringLiteral("models/a.gguf"));
        auto full = options();
        full.files = std::make_shared<test::FaultyFileOperations>(
            1, ENOSPC, test::FaultyFileOperations::Fault::from_then_on);
        LocalModels models(full);
        scan(models);
        const QString id = idOf(models, QStringLiteral("a"));
        QSignalSpy refused(&models, &LocalModels::trashRefused);
        QSignalSpy deleted(&models, &LocalModels::deleted);
        QSignalSpy failed(&models, &LocalModels::failed);
        models.remove(id);
        QVERIFY(refused.wait());
        QCOMPARE(refused.at(0).at(0).toString(), id);
        QCOMPARE(refused.at(0).at(1).toString(), QStringLiteral("a"));
        QVERIFY(refused.at(0).at(2).toString().contains(QStringLiteral("full")));
        QTRY_COMPARE(models.count(), 1);
        QVERIFY(QFile::exists(m_folder->filePath(QStringLiteral("models/a.gguf"))));
        models.removeForGood(id);
        QVERIFY(deleted.wait());
        QCOMPARE(models.count(), 0);
        QVERIFY(!QFile::exists(m_folder->filePath(QStringLiteral("models/a.gguf"))));
        QCOMPARE(failed.count(), 0);
    }

    void verifies() {
        put(QStringLiteral("models/a.gguf"));
        LocalModels models(options());
        scan(models);
        const QString id = idOf(models, QStringLiteral("a"));
        QSignalSpy verified(&models, &LocalModels::verifyEnded);
        models.verify(id);
        QVERIFY(at(models, 0, LocalModels::VerifyingRole).toBool());
        models.verify(id);
        QVERIFY(verified.wait());
        QVERIFY(!at(models, 0, LocalModels::VerifyingRole).toBool());
        QCOMPARE(verified.at(0).at(1).toInt(), int(LocalModels::Remembered));
        QCOMPARE(at(models, 0, LocalModels::VerdictRole).toInt(), int(LocalModels::Remembered));
        models.verify(id);
        QVERIFY(verified.wait());
        QCOMPARE(verified.count(), 2);
        QCOMPARE(verified.at(1).at(1).toInt(), int(LocalModels::Matches));
        models.noteDownload({.target = m_folder->filePath(QStringLiteral("models/a.gguf")).toStdString(),
                             .sha256 = std::string(64, '0')});
        QSignalSpy ended(&models, &LocalModels::scanEnded);
        models.refresh();
        QVERIFY(ended.wait());
        models.verify(id);
        QVERIFY(verified.wait());
        QCOMPARE(verified.at(2).at(1).toInt(), int(LocalModels::Differs));
        QVERIFY(verified.at(2).at(2).toString().contains(QStringLiteral("damaged")));
        const QString path = m_folder->filePath(QStringLiteral("models/a.gguf"));
        QVERIFY(at(models, 0, LocalModels::DamagedRole).toBool());
        QVERIFY(models.doubtOf(path).contains(QStringLiteral("damaged")));
        QVERIFY(models.doubtOf(QStringLiteral("/other.gguf")).isEmpty());

        // Without a source there is nothing to get again; with one the damaged file gives way.
        QVERIFY(!at(models, 0, LocalModels::SourceKnownRole).toBool());
        QSignalSpy failed(&models, &LocalModels::failed);
        QSignalSpy wanted(&models, &LocalModels::downloadWanted);
        models.downloadAgain(id);
        QVERIFY(failed.wait());
        QVERIFY(failed.at(0).at(1).toString().contains(QStringLiteral("where this model came from")));
        models.noteDownload({.title = "A model",
                             .target = path.toStdString(),
                             .bytes = 3,
                             .sha256 = std::string(64, '0'),
                             .sources = {{"https://example.org/a.gguf"}}});
        models.refresh();
        QVERIFY(ended.wait());
        QVERIFY(at(models, 0, LocalModels::SourceKnownRole).toBool());
        QCOMPARE(at(models, 0, LocalModels::NameRole).toString(), QStringLiteral("A model"));
        models.downloadAgain(id);
        QVERIFY(wanted.wait());
        const auto request = wanted.at(0).at(0).value<transfers::DownloadSetRequest>();
        QVERIFY(request.files.at(0).replaces);
        QCOMPARE(request.files.at(0).target.string(), path.toStdString());
    }

    void whatIsKnownIsToldOnceBeforeAnyScanEnds() {
        put(QStringLiteral("models/a.gguf"));
        LocalModels models(options());
        QSignalSpy known(&models, &LocalModels::known);
        bool first = false;
        connect(&models, &LocalModels::scanEnded, this, [&] { first = known.count() == 1; });
        scan(models);
        QVERIFY(first);
        QSignalSpy again(&models, &LocalModels::scanEnded);
        models.refresh();
        QVERIFY(again.wait());
        QCOMPARE(known.count(), 1);
    }

    void theLibraryMoves() {
        put(QStringLiteral("models/a.gguf"));
        put(QStringLiteral("big/other.txt"));
        LocalModels models(options());
        scan(models);
        QCOMPARE(models.place(), QFileInfo(m_folder->filePath(QStringLiteral("models"))).canonicalFilePath());
        QSignalSpy moved(&models, &LocalModels::moveEnded);
        models.moveLibrary(QUrl::fromLocalFile(m_folder->filePath(QStringLiteral("big"))));
        QVERIFY(models.moving());
        QVERIFY(moved.wait());
        QVERIFY2(moved.at(0).at(0).toBool(), qPrintable(moved.at(0).at(1).toString()));
        QVERIFY(!models.moving());
        // A folder that holds other things gets one of its own for models.
        QTRY_COMPARE(models.place(),
                     QFileInfo(m_folder->filePath(QStringLiteral("big/Hearth models"))).canonicalFilePath());
        QVERIFY(QFile::exists(m_folder->filePath(QStringLiteral("big/Hearth models/a.gguf"))));
        QCOMPARE(models.count(), 1);
        QCOMPARE(at(models, 0, LocalModels::PathRole).toString(),
                 m_folder->filePath(QStringLiteral("models/a.gguf")));
        models.moveLibrary(QUrl::fromLocalFile(m_folder->filePath(QStringLiteral("models/inside"))));
        QVERIFY(moved.wait());
        QVERIFY(!moved.at(1).at(0).toBool());
        QVERIFY(!moved.at(1).at(1).toString().isEmpty());
    }

    void aMoveThatWasCutOffGoesOnToItsFolderWhateverItsName() {
        put(QStringLiteral("models/a.gguf"));
        const QString to = m_folder->filePath(QStringLiteral("50% #1?/models"));
        {
            LocalModels models(options());
            scan(models);
        }
        SQLite::Database database(m_folder->filePath(QStringLiteral("library.db")).toStdString(),
                                  SQLite::OPEN_READWRITE);
        SQLite::Statement plan(database,
                               "INSERT INTO setting VALUES('move', "
                               "json_object('from', ?1, 'to', ?2, 'made', json('true')))");
        plan.bind(1, m_folder->filePath(QStringLiteral("models")).toStdString());
        plan.bind(2, to.toStdString());
        plan.exec();
        LocalModels models(options());
        scan(models);
        QCOMPARE(models.unfinishedMove(), to);
        QSignalSpy moved(&models, &LocalModels::moveEnded);
        models.goOnMoving();
        QVERIFY(moved.wait());
        QVERIFY2(moved.at(0).at(0).toBool(), qPrintable(moved.at(0).at(1).toString()));
        QVERIFY(QFile::exists(to + QStringLiteral("/a.gguf")));
    }

    void tellsWhatModelsTake() {
        put(QStringLiteral("models/a.gguf"));
        put(QStringLiteral(".lmstudio/models/p/r/z.gguf"));
        LocalModels models(options());
        scan(models);
        QCOMPARE(models.totalBytes(), 8.0);
        QCOMPARE(models.ownBytes(), 4.0);
        QCOMPARE(models.diskUse().size(), 2);
        QVERIFY(!models.drives().isEmpty());
        const QString id = idOf(models, QStringLiteral("z"));
        QCOMPARE(models.showInFolder(id).toLocalFile(),
                 m_folder->filePath(QStringLiteral(".lmstudio/models/p/r")));
        QCOMPARE(at(models, models.rowOf(id), LocalModels::PartsRole).toList().size(), 1);
        QVERIFY(models.notice().isEmpty());
    }

    void theDriveOfTheModelsIsTold() {
        put(QStringLiteral("models/a.gguf"));
        put(QStringLiteral("mod/b.gguf"));
        put(QStringLiteral("mod/c.gguf"));
        // Its name begins like that of the models' folder, which lies on the other drive.
        m_mounts.push_back({m_folder->filePath(QStringLiteral("mod")).toStdString(), "/", "uuid:stick"});
        LocalModels models(options());
        const LibrarySpace space(models);
        scan(models, {m_folder->filePath(QStringLiteral("mod"))});
        QCOMPARE(models.drives().size(), 2);
        const double total =
            models.drives().constFirst().toMap().value(QStringLiteral("totalBytes")).toDouble();
        QCOMPARE(qRound(space.usedShare() * total), 4);
    }

    void aListThatCannotBeKeptIsSaid() {
        put(QStringLiteral("models/a.gguf"));
        auto nowhere = options();
        put(QStringLiteral("file"));
        nowhere.libraryFile = m_folder->filePath(QStringLiteral("file/library.db"));
        LocalModels models(nowhere);
        scan(models);
        QCOMPARE(models.count(), 1);
        QVERIFY(!models.notice().isEmpty());
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
