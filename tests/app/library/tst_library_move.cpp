#include "app/transfers/test_download.h"
#include "app/transfers/test_server.h"
#include "downloads/downloads.h"
#include "library/local_models.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <atomic>

using namespace hearth;

/// The library moves to another folder while downloads write into it.
class LibraryMoveTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<test::TestServer> m_server;
    std::unique_ptr<LocalModels> m_models;
    std::unique_ptr<Downloads> m_downloads;
    std::function<void()> m_go;  ///< lets the move begin, once nothing is written any more
    std::atomic<bool> m_whole{false};
    const std::string m_content = test::test_content(300'000);

    QString pathOf(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)); }
    void start(const char* name) {
        m_downloads->start(
            transfers::DownloadRequest{.title = name,
                                       .target = pathOf(name).toStdString(),
                                       .bytes = m_content.size(),
                                       .sha256 = test::sha256_of(m_content),
                                       .sources = {{"http://" + m_server->host() + "/" + name}}});
    }
    QVariant at(int row, Downloads::Role role) const { return m_downloads->index(row).data(role); }
    int stateOf(int row) const { return at(row, Downloads::StateRole).toInt(); }

    /// Half of a file has come, and its server is silent.
    void startHalf() {
        start("models/a.gguf");
        QTRY_VERIFY(m_downloads->count() == 1 && at(0, Downloads::BytesDoneRole).toDouble() >= 150'000);
    }
    void move(const char* to) { m_models->moveLibrary(QUrl::fromLocalFile(pathOf(to))); }

 private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_whole = false;
        m_go = {};
        m_server = std::make_unique<test::TestServer>([this](const test::TestRequest& request,
                                                             const test::TestConnection& connection) {
            if (m_whole) {
                test::serve_file(m_content)(request, connection);
                return;
            }
            connection.head(200, {{"Content-Length", std::to_string(m_content.size())}, {"ETag", "\"1\""}});
            connection.send(std::string_view(m_content).substr(0, m_content.size() / 2));
            connection.hold();
        });
        LocalModels::Options options;
        options.modelsFolder = pathOf("models");
        options.environment = [](const char*) { return std::optional<std::string>(); };
        m_models = std::make_unique<LocalModels>(options);
        m_downloads = std::make_unique<Downloads>(
            transfers::Transfers::Options{.policy = test::quick_policy()}, options.modelsFolder);
        // As the program joins them, but that the test says when the move begins.
        m_models->setMoveGate([this](std::function<void()> go) {
            m_downloads->hold([this, go = std::move(go)] { m_go = go; });
        });
        connect(m_models.get(), &LocalModels::moveEnded, m_downloads.get(), &Downloads::release);
    }
    void cleanup() {
        m_models.reset();
        m_downloads.reset();
    }

    void downloadsWaitAndGoOnInTheNewPlace() {
        startHalf();
        QSignalSpy moved(m_models.get(), &LocalModels::moveEnded);
        move("big");
        QVERIFY(m_models->moving());
        QVERIFY2(!m_go, "nothing may be written any more when the move begins");
        QTRY_VERIFY(m_go);
        QCOMPARE(m_downloads->runningCount(), 0);
        QVERIFY(at(0, Downloads::HeldRole).toBool());
        QVERIFY(at(0, Downloads::StatusRole).toString().contains(QStringLiteral("moved")));
        m_whole = true;
        m_go();
        QVERIFY(moved.wait());
        QVERIFY2(moved[0][0].toBool(), qPrintable(moved[0][1].toString()));
        QTRY_COMPARE(stateOf(0), int(Downloads::Finished));
        QVERIFY(!at(0, Downloads::HeldRole).toBool());
        QVERIFY(m_server->requests().back().first_byte().value_or(0) >= 150'000);  // from where it was
        QFile file(pathOf("big/a.gguf"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().toStdString(), m_content);
        QVERIFY(QFileInfo(pathOf("models")).isSymLink());
    }

    void whatIsBegunMeanwhileWaitsToo() {
        QSignalSpy moved(m_models.get(), &LocalModels::moveEnded);
        m_whole = true;
        move("big");
        QVERIFY(m_go);  // nothing had to be waited for
        start("models/b.gguf");
        QTRY_COMPARE(m_downloads->count(), 1);
        QTest::qWait(100);
        QCOMPARE(m_server->connections(), 0);
        QVERIFY(at(0, Downloads::HeldRole).toBool());
        m_downloads->pause(0);  // it is not wanted any more when the move has ended
        QVERIFY(!at(0, Downloads::HeldRole).toBool());
        m_downloads->resume(0);
        QVERIFY(at(0, Downloads::HeldRole).toBool());
        m_go();
        QVERIFY(moved.wait());
        QTRY_COMPARE(stateOf(0), int(Downloads::Finished));
        QVERIFY(QFile::exists(pathOf("big/b.gguf")));
    }

    void onePausedByHandStaysPaused() {
        startHalf();
        m_downloads->pause(0);
        QTRY_COMPARE(stateOf(0), int(Downloads::Paused));
        QSignalSpy moved(m_models.get(), &LocalModels::moveEnded);
        move("big");
        QVERIFY(m_go);
        QVERIFY(!at(0, Downloads::HeldRole).toBool());
        m_go();
        QVERIFY(moved.wait());
        QTest::qWait(100);
        QCOMPARE(stateOf(0), int(Downloads::Paused));
        QVERIFY(QFile::exists(pathOf("big/a.gguf.part")));
    }

    void aMoveThatEndsEarlyLetsThemGoOnWhereTheyWere_data() {
        QTest::addColumn<bool>("cancelled");
        QTest::newRow("cancelled") << true;
        QTest::newRow("refused") << false;
    }
    void aMoveThatEndsEarlyLetsThemGoOnWhereTheyWere() {
        QFETCH(bool, cancelled);
        startHalf();
        QSignalSpy moved(m_models.get(), &LocalModels::moveEnded);
        move(cancelled ? "big" : "models/inside");
        QTRY_VERIFY(m_go);
        if (cancelled) {
            m_models->cancelMove();
        }
        m_whole = true;
        m_go();
        QVERIFY(moved.wait());
        QVERIFY(!moved[0][0].toBool());
        QCOMPARE(moved[0][1].toString().isEmpty(), cancelled);
        QTRY_COMPARE(stateOf(0), int(Downloads::Finished));
        QVERIFY(!QFileInfo(pathOf("models")).isSymLink());
        QVERIFY(QFile::exists(pathOf("models/a.gguf")));
    }
};

QTEST_GUILESS_MAIN(LibraryMoveTest)
#include "tst_library_move.moc"
