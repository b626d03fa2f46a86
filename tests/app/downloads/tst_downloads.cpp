#include "app/transfers/test_download.h"
#include "app/transfers/test_server.h"
#include "downloads/downloads.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QFile>
#include <QLocale>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QThread>
#include <QtTest>

using namespace hearth;

/// The list of downloads: a row for each model, whatever the number of its files.
class DownloadsTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<test::TestServer> m_server;
    const std::string m_content = test::test_content(300'000);

    QString pathOf(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)); }
    transfers::DownloadRequest file(const char* name) const {
        return {.title = "A model",
                .target = pathOf(name).toStdString(),
                .bytes = m_content.size(),
                .sha256 = test::sha256_of(m_content),
                .sources = {{"http://" + m_server->host() + "/" + name}}};
    }
    transfers::DownloadSetRequest model() const {
        return {.title = "A model",
                .folder = m_folder->path().toStdString(),
                .files = {file("a-00001-of-00002.gguf"), file("a-00002-of-00002.gguf")}};
    }
    /// A byte now and then, without an end.
    void serveSlowly() {
        m_server = std::make_unique<test::TestServer>(
            [this](const test::TestRequest&, const test::TestConnection& connection) {
                connection.head(200, {{"Content-Length", std::to_string(m_content.size())}});
                for (const char byte : m_content) {
                    if (!connection.send({&byte, 1})) {
                        return;
                    }
                    connection.sleep(std::chrono::milliseconds(2));
                }
            });
    }
    static QVariant at(const Downloads& downloads, Downloads::Role role) {
        return downloads.index(0).data(role);
    }

 private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QStringLiteral("en_US"))); }
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_server = std::make_unique<test::TestServer>(
            [this](const test::TestRequest& request, const test::TestConnection& connection) {
                test::serve_file(m_content)(request, connection);
            });
    }

    void aModelIsOneRowAndEndsOnce() {
        Downloads downloads({.policy = test::quick_policy()}, m_folder->path());
        QAbstractItemModelTester tester(&downloads);
        QSignalSpy finished(&downloads, &Downloads::finished);
        QSignalSpy files(&downloads, &Downloads::fileFinished);
        downloads.start(model());
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 15000);
        QCOMPARE(downloads.count(), 1);
        QCOMPARE(finished[0][0].toString(), pathOf("a-00001-of-00002.gguf"));
        QCOMPARE(files.count(), 2);
        QCOMPARE(files[0][0].value<transfers::DownloadRequest>().sha256, test::sha256_of(m_content));
        QCOMPARE(at(downloads, Downloads::StateRole).toInt(), int(Downloads::Finished));
        QVERIFY(QFile::exists(pathOf("a-00002-of-00002.gguf")));
        QCOMPARE(downloads.runningCount(), 0);
        downloads.dismiss(0);
        QCOMPARE(downloads.count(), 0);
        QVERIFY(QFile::exists(pathOf("a-00001-of-00002.gguf")));
    }

    void anyFileNamesItsModel() {
        Downloads downloads({.policy = test::quick_policy(), .offline = true}, m_folder->path());
        downloads.start(model());
        QTRY_COMPARE(downloads.count(), 1);
        QCOMPARE(downloads.rowOf(pathOf("a-00002-of-00002.gguf")), 0);
        QVERIFY(downloads.find(pathOf("a-00001-of-00002.gguf")) != nullptr);
        QCOMPARE(downloads.rowOf(pathOf("b.gguf")), -1);
    }

    void pausedItDoesNotCountAndCancelledItIsGone() {
        Downloads downloads({.policy = test::quick_policy(), .offline = true}, m_folder->path());
        QSignalSpy changed(&downloads, &Downloads::changed);
        downloads.start(model());
        QTRY_COMPARE(downloads.count(), 1);
        QTRY_COMPARE(at(downloads, Downloads::StateRole).toInt(), int(Downloads::Paused));
        QVERIFY(at(downloads, Downloads::ProblemRole).toString().contains(QStringLiteral("offline")));
        QCOMPARE(downloads.runningCount(), 0);
        downloads.cancel(0);
        QCOMPARE(downloads.count(), 0);
        QCOMPARE(changed.last()[0].toString(), pathOf("a-00001-of-00002.gguf"));
    }

    void newsFromBeforeACancelDoesNotBringItBack() {
        serveSlowly();
        Downloads downloads({.policy = test::quick_policy()}, m_folder->path());
        downloads.start(model());
        QTRY_VERIFY(at(downloads, Downloads::BytesDoneRole).toDouble() > 0);
        // More of it is told meanwhile, and lies in the queue of this thread.
        const auto told = [&] { return downloads.service().sets().front().bytes_done; };
        for (int news = 0; news < 3; ++news) {
            const std::uint64_t before = told();
            while (told() == before) {
                QThread::msleep(1);
            }
        }
        QSignalSpy appeared(&downloads, &QAbstractItemModel::rowsInserted);
        downloads.cancel(0);
        QTRY_VERIFY(downloads.service().sets().empty());
        QTest::qWait(20);
        QCOMPARE(appeared.count(), 0);
        QCOMPARE(downloads.count(), 0);
        QCOMPARE(downloads.runningCount(), 0);
        downloads.start(model());
        QTRY_VERIFY(downloads.count() == 1 && at(downloads, Downloads::BytesDoneRole).toDouble() > 0);
    }

    void aCancelThatFailedShowsItAgain() {
        Downloads downloads({.policy = test::quick_policy(), .offline = true}, m_folder->path());
        downloads.start(file("a.gguf"));
        QTRY_COMPARE(downloads.count(), 1);
        QTRY_COMPARE(at(downloads, Downloads::StateRole).toInt(), int(Downloads::Paused));
        QFile::remove(pathOf("a.gguf.part"));
        QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("a.gguf.part/in the way")));
        downloads.cancel(0);
        QCOMPARE(downloads.count(), 0);
        QTRY_COMPARE(downloads.count(), 1);
        QTRY_COMPARE(at(downloads, Downloads::StateRole).toInt(), int(Downloads::Failed));
    }

    void aCheckpointIsLoadedByItsFolder() {
        Downloads downloads({.policy = test::quick_policy(), .offline = true}, m_folder->path());
        downloads.start(
            {.title = "B", .folder = {}, .files = {file("b/config.json"), file("b/model.safetensors")}});
        QTRY_COMPARE(downloads.count(), 1);
        QCOMPARE(at(downloads, Downloads::PathRole).toString(), pathOf("b"));
    }
};

QTEST_GUILESS_MAIN(DownloadsTest)
#include "tst_downloads.moc"
