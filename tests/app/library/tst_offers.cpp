#include "app/transfers/test_download.h"
#include "app/transfers/test_server.h"
#include "downloads/downloads.h"
#include "downloads/request_log_model.h"
#include "library/local_models.h"
#include "library/starter_offers.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

using namespace hearth;

namespace {

const std::string kContent = test::test_content();

QByteArray catalogOf(const QString& endpoint) {
    const QJsonObject source{{QStringLiteral("kind"), QStringLiteral("huggingface")},
                             {QStringLiteral("endpoint"), endpoint},
                             {QStringLiteral("repository"), QStringLiteral("a/b")},
                             {QStringLiteral("revision"), QStringLiteral("main")},
                             {QStringLiteral("path"), QStringLiteral("starter.gguf")}};
    const QJsonObject description{{QStringLiteral("en"), QStringLiteral("Good for a first try.")},
                                  {QStringLiteral("zh_CN"), QStringLiteral("适合先试一试。")}};
    const QJsonObject model{
        {QStringLiteral("name"), QStringLiteral("starter")},
        {QStringLiteral("title"), QStringLiteral("Starter 1B")},
        {QStringLiteral("starter"), true},
        {QStringLiteral("file"), QStringLiteral("starter.gguf")},
        {QStringLiteral("bytes"), static_cast<qint64>(kContent.size())},
        {QStringLiteral("sha256"), QString::fromStdString(test::sha256_of(kContent))},
        {QStringLiteral("quantization"), QStringLiteral("Q4_1")},
        {QStringLiteral("licence"), QStringLiteral("Apache-2.0")},
        {QStringLiteral("languages"), QJsonArray{QStringLiteral("en"), QStringLiteral("zh")}},
        {QStringLiteral("description"), description},
        {QStringLiteral("sources"), QJsonArray{source}}};
    return QJsonDocument(
               QJsonObject{{QStringLiteral("version"), 1}, {QStringLiteral("models"), QJsonArray{model}}})
        .toJson();
}

}  // namespace

/// First run: what is offered and how a download goes.
class OffersTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<test::TestServer> m_server;
    std::unique_ptr<LocalModels> m_models;
    std::unique_ptr<Downloads> m_downloads;
    std::unique_ptr<StarterOffers> m_offers;

    QString file(const QString& name) const { return m_folder->filePath(name); }
    QString modelsFolder() const { return file(QStringLiteral("models")); }
    QString target() const { return file(QStringLiteral("models/starter.gguf")); }

    void write(const QString& name, const QByteArray& bytes) {
        QDir().mkpath(QFileInfo(file(name)).path());
        QFile out(file(name));
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(bytes);
    }

    void serve(test::TestServer::Handler handler) {
        m_server = std::make_unique<test::TestServer>(std::move(handler));
    }

    void open(bool offline = false) {
        if (m_server) {
            write(QStringLiteral("catalog.json"),
                  catalogOf(QStringLiteral("http://") + QString::fromStdString(m_server->host())));
        }
        LocalModels::Options options;
        options.modelsFolder = modelsFolder();
        options.cacheFile = file(QStringLiteral("cache.json"));
        options.addedFiles = file(QStringLiteral("files.json"));
        options.environment = [home = m_folder->path().toStdString()](const char* name) {
            return std::string(name) == "HOME" ? std::optional(home) : std::nullopt;
        };
        options.inspect = [](const std::filesystem::path&) { return catalog::Inspection{}; };
        m_models = std::make_unique<LocalModels>(options);
        m_downloads = std::make_unique<Downloads>(
            transfers::Transfers::Options{.policy = test::quick_policy(), .offline = offline},
            modelsFolder());
        m_offers = std::make_unique<StarterOffers>(file(QStringLiteral("catalog.json")), modelsFolder(),
                                                   *m_models, *m_downloads);
        QSignalSpy ended(m_models.get(), &LocalModels::scanEnded);
        m_models->refresh();
        QVERIFY(ended.wait());
        QTRY_VERIFY(!m_offers->looking());
    }

    QVariant at(int row, int role) const { return m_offers->index(row).data(role); }
    int state(int row = 0) const { return at(row, StarterOffers::StateRole).toInt(); }

 private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QStringLiteral("en_US"))); }
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void cleanup() {
        m_offers.reset();
        m_downloads.reset();
        m_models.reset();
        m_server.reset();
        QLocale::setDefault(QLocale(QStringLiteral("en_US")));
    }

    void whatIsHereIsOneClickAway() {
        serve(test::serve_file(kContent));
        write(QStringLiteral("models/starter.gguf"), QByteArray::fromStdString(kContent));
        open();
        QCOMPARE(m_offers->count(), 1);
        QCOMPARE(state(), int(StarterOffers::Here));
        QCOMPARE(m_offers->choose(0), target());
        QCOMPARE(m_server->connections(), 0);
    }

    void saysWhatADownloadCosts() {
        serve(test::serve_file(kContent));
        open();
        QAbstractItemModelTester tester(m_offers.get());
        QCOMPARE(state(), int(StarterOffers::ToDownload));
        QCOMPARE(at(0, StarterOffers::TitleRole).toString(), QStringLiteral("Starter 1B"));
        QCOMPARE(at(0, StarterOffers::DescriptionRole).toString(), QStringLiteral("Good for a first try."));
        const QString facts = at(0, StarterOffers::FactsRole).toString();
        QVERIFY2(facts.contains(QStringLiteral("100\u00a0kB")) &&
                     facts.contains(QStringLiteral("Apache-2.0")) &&
                     facts.contains(QStringLiteral("English, Chinese")),
                 qPrintable(facts));
        QCOMPARE(m_server->connections(), 0);  // nothing goes out unasked
        QLocale::setDefault(QLocale(QStringLiteral("zh_CN")));
        QCOMPARE(at(0, StarterOffers::DescriptionRole).toString(), QStringLiteral("适合先试一试。"));
    }

    void aFinishedDownloadIsUsedAtOnce() {
        serve(test::serve_file(kContent));
        open();
        QSignalSpy ready(m_offers.get(), &StarterOffers::modelReady);
        QSignalSpy scanned(m_models.get(), &LocalModels::scanEnded);
        m_offers->choose(0);
        QVERIFY(ready.wait());
        QCOMPARE(ready[0][0].toString(), target());
        QCOMPARE(state(), int(StarterOffers::Here));
        QVERIFY(QFile::exists(target()));
        QTRY_COMPARE(m_models->count(), 1);
        QCOMPARE(ready.count(), 1);
        QCOMPARE(m_offers->count(), 1);  // the starter is not offered twice
    }

    void canBePausedResumedAndCancelled() {
        std::atomic<bool> slow{true};
        serve([&](const test::TestRequest& request, const test::TestConnection& connection) {
            if (!slow) {
                test::serve_file(kContent)(request, connection);
                return;
            }
            connection.head(200, {{"Content-Length", std::to_string(kContent.size())}});
            connection.send(std::string_view(kContent).substr(0, 50'000));
            connection.hold();
        });
        open();
        QSignalSpy ready(m_offers.get(), &StarterOffers::modelReady);
        m_offers->choose(0);
        QTRY_COMPARE(at(0, StarterOffers::ProgressRole).toDouble(), 0.5);
        QCOMPARE(state(), int(StarterOffers::Downloading));
        QCOMPARE(m_downloads->runningCount(), 1);
        QVERIFY(at(0, StarterOffers::KnownRole).toBool());
        m_offers->pause(0);
        QTRY_COMPARE(state(), int(StarterOffers::Paused));
        QVERIFY(at(0, StarterOffers::StatusRole).toString().contains(QStringLiteral("50 of 100")));

        m_offers->cancel(0);
        QTRY_COMPARE(state(), int(StarterOffers::ToDownload));
        QTRY_VERIFY(!QFile::exists(target() + QStringLiteral(".part")));
        QCOMPARE(m_downloads->count(), 0);

        m_offers->choose(0);
        QTRY_COMPARE(at(0, StarterOffers::ProgressRole).toDouble(), 0.5);
        m_offers->pause(0);
        QTRY_COMPARE(state(), int(StarterOffers::Paused));
        slow = false;
        m_offers->choose(0);
        QVERIFY(ready.wait());
    }

    void unfinishedOnesComeBackPaused() {
        std::atomic<bool> slow{true};
        serve([&](const test::TestRequest& request, const test::TestConnection& connection) {
            if (!slow) {
                test::serve_file(kContent)(request, connection);
                return;
            }
            connection.head(200, {{"Content-Length", std::to_string(kContent.size())}});
            connection.send(std::string_view(kContent).substr(0, 50'000));
            connection.hold();
        });
        open();
        m_offers->choose(0);
        QTRY_COMPARE(at(0, StarterOffers::ProgressRole).toDouble(), 0.5);
        m_offers.reset();
        m_downloads.reset();
        open();
        QTRY_COMPARE(state(), int(StarterOffers::Paused));
        QCOMPARE(m_server->connections(), 1);
        slow = false;
        QSignalSpy ready(m_offers.get(), &StarterOffers::modelReady);
        m_offers->choose(0);
        QVERIFY(ready.wait());
        QVERIFY(test::read_file(target().toStdString()) == kContent);
    }

    void aFailureSaysWhyAndCanBeTriedAgain() {
        std::atomic<int> status{403};
        serve([&](const test::TestRequest& request, const test::TestConnection& connection) {
            if (status != 0) {
                connection.respond(status, "no");
            } else {
                test::serve_file(kContent)(request, connection);
            }
        });
        open();
        m_offers->choose(0);
        QTRY_COMPARE(state(), int(StarterOffers::Failed));
        const QString problem = at(0, StarterOffers::ProblemRole).toString();
        QVERIFY2(problem.contains(QStringLiteral("403")) && problem.contains(QStringLiteral("127.0.0.1")),
                 qPrintable(problem));
        status = 0;
        QSignalSpy ready(m_offers.get(), &StarterOffers::modelReady);
        m_offers->choose(0);
        QVERIFY(ready.wait());
    }

    void offlineNothingGoesOut() {
        serve(test::serve_file(kContent));
        open(true);
        QCOMPARE(state(), int(StarterOffers::Offline));
        QVERIFY(!at(0, StarterOffers::ProblemRole).toString().isEmpty());
        QVERIFY(m_offers->choose(0).isEmpty());
        QTest::qWait(50);
        QCOMPARE(m_server->connections(), 0);
        m_downloads->setOffline(false);
        QCOMPARE(state(), int(StarterOffers::ToDownload));
    }

    void goingOfflinePausesWhatRuns() {
        serve([&](const test::TestRequest&, const test::TestConnection& connection) {
            connection.head(200, {{"Content-Length", std::to_string(kContent.size())}});
            connection.send(std::string_view(kContent).substr(0, 50'000));
            connection.hold();
        });
        open();
        m_offers->choose(0);
        QTRY_COMPARE(at(0, StarterOffers::ProgressRole).toDouble(), 0.5);
        m_downloads->setOffline(true);
        QTRY_COMPARE(state(), int(StarterOffers::Offline));
        m_downloads->setOffline(false);
        QTRY_COMPARE(state(), int(StarterOffers::Paused));
    }

    void modelsOfOtherProgramsAreOfferedInPlace() {
        serve(test::serve_file(kContent));
        write(QStringLiteral(".lmstudio/models/p/r/Qwen3-8B.gguf"), "GGUF");
        for (int i = 0; i < 4; ++i) {
            write(QStringLiteral("models/m%1.gguf").arg(i), "GGUF");
        }
        open();
        QTRY_COMPARE(m_offers->count(), 4);
        QCOMPARE(m_offers->moreCount(), 2);
        QVERIFY(at(0, StarterOffers::StarterRole).toBool());
        QCOMPARE(at(1, StarterOffers::TitleRole).toString(), QStringLiteral("m0"));
        QCOMPARE(m_offers->choose(1), file(QStringLiteral("models/m0.gguf")));
    }

    void aDamagedListIsSaidAndTheRestStillOffered() {
        write(QStringLiteral("catalog.json"), "{\"version\": 1, \"models\": [{}]}");
        write(QStringLiteral("models/m.gguf"), "GGUF");
        open();
        QTRY_COMPARE(m_offers->count(), 1);
        QVERIFY(m_offers->problem().contains(QStringLiteral("models[0].name")));
    }

    void theLogOfRequestsIsShownNewestFirst() {
        serve(test::serve_file(kContent));
        open();
        QSignalSpy ready(m_offers.get(), &StarterOffers::modelReady);
        m_offers->choose(0);
        QVERIFY(ready.wait());
        m_downloads->service().log().start("GET", "https://hub.test/x?token=1",
                                           transfers::RequestPurpose::other, "look");
        RequestLogModel log(m_downloads->service().log());
        QAbstractItemModelTester tester(&log);
        log.setWatching(true);
        QCOMPARE(log.rowCount(), 2);
        QCOMPARE(log.index(0).data(RequestLogModel::HostRole).toString(), QStringLiteral("hub.test"));
        QVERIFY(!log.index(0).data(RequestLogModel::UrlRole).toString().contains(QStringLiteral("token")));
        QVERIFY(log.index(1)
                    .data(RequestLogModel::PurposeRole)
                    .toString()
                    .contains(QStringLiteral("Starter 1B")));
        QVERIFY(log.index(1)
                    .data(RequestLogModel::OutcomeRole)
                    .toString()
                    .startsWith(QStringLiteral("complete · ")));
    }
};

QTEST_GUILESS_MAIN(OffersTest)
#include "tst_offers.moc"
