#include "system/closed_network.h"
#include "system/data_folder.h"
#include "system/file_writer.h"
#include "system/fonts.h"
#include "system/gui_application.h"
#include "system/languages.h"
#include "system/link_opener.h"
#include "system/processor_time.h"
#include "system/renderer_choice.h"
#include "system/run_marker.h"

#include <QDir>
#include <QEventLoop>
#include <QFile>
#include <QNetworkReply>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <QTimer>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <memory>
#include <stdexcept>

using namespace hearth;

Q_DECLARE_METATYPE(hearth::RendererFacts)

class SystemTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void dataFolderFollowsTheEnvironment() {
        qputenv("HEARTH_DATA_DIR", "/tmp/somewhere/");
        QCOMPARE(DataFolder::fromEnvironment().root(), QStringLiteral("/tmp/somewhere"));
        qunsetenv("HEARTH_DATA_DIR");
        QVERIFY(DataFolder::fromEnvironment().root().endsWith(QLatin1String("/hearth")));
        QCOMPARE(DataFolder(QStringLiteral("/a")).settingsFile(), QStringLiteral("/a/settings.json"));
    }

    void aDataFolderIsPrivate() {
        const QTemporaryDir parent;
        const DataFolder folder(parent.filePath(QStringLiteral("x/hearth")));
        QString reason;
        QVERIFY(folder.create(&reason));
        QVERIFY(!(QFile::permissions(folder.root()) & (QFile::ReadGroup | QFile::ReadOther)));
        const DataFolder inFile(QStringLiteral("/dev/null/hearth"));
        QVERIFY(!inFile.create(&reason));
        QVERIFY(!reason.isEmpty());
    }

    void aFileIsReplacedWholeAndOffThisThread() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.json"));
        QByteArray content("one");
        int asked = 0;
        FileWriter writer(path, [&] {
            ++asked;
            return content;
        });
        writer.schedule();
        writer.schedule();
        content = "two";
        QTRY_VERIFY(QFile::exists(path));
        writer.flush();
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("two"));
        QCOMPARE(asked, 1);
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 1);  // nothing is left lying about
    }

    void aCrashIsSeenAndAnOrderlyEndIsNot() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("running.json"));
        {
            RunMarker first(path);
            QVERIFY(!first.crash());
            first.setActivity(QStringLiteral("loading"), QStringLiteral("/m/a.gguf"));
        }  // gone without finish(): a crash
        {
            RunMarker second(path);
            QVERIFY(second.crash().has_value());
            QCOMPARE(second.crash()->activity, QStringLiteral("loading"));
            QCOMPARE(second.crash()->model, QStringLiteral("/m/a.gguf"));
            second.finish();
        }
        QVERIFY(!RunMarker(path).crash().has_value());
    }

    void theNetworkIsClosed_data() {
        QTest::addColumn<QString>("url");
        for (const char* url :
             {"http://127.0.0.1:9/x.png", "https://example.org", "file:///etc/passwd", "ftp://h/x"}) {
            QTest::newRow(url) << QString::fromLatin1(url);
        }
    }
    void theNetworkIsClosed() {
        QFETCH(QString, url);
        ClosedNetworkFactory factory;
        const std::unique_ptr<QNetworkAccessManager> manager(factory.create(nullptr));
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("refused a request")));
        QNetworkReply* reply = manager->get(QNetworkRequest(QUrl(url)));
        QSignalSpy finished(reply, &QNetworkReply::finished);
        QVERIFY(finished.wait(1000));
        QCOMPARE(reply->error(), QNetworkReply::ContentAccessDenied);
        QVERIFY(reply->readAll().isEmpty());
        QCOMPARE(factory.refusedCount(), 1);
    }

    void onlyWebAndMailLinksOpen_data() {
        QTest::addColumn<QString>("link");
        QTest::addColumn<QString>("opened");
        QTest::newRow("web") << "https://example.org/a?b=c"
                             << "https://example.org/a?b=c";
        QTest::newRow("plain web") << "http://example.org"
                                   << "http://example.org";
        QTest::newRow("mail") << "mailto:ada@example.org"
                              << "mailto:ada@example.org";
        QTest::newRow("mail with a file") << "mailto:a@b.c?attach=/etc/passwd"
                                          << "";
        QTest::newRow("file") << "file:///etc/passwd"
                              << "";
        QTest::newRow("script") << "javascript:alert(1)"
                                << "";
        QTest::newRow("program") << "vscode://x"
                                 << "";
        QTest::newRow("no scheme") << "example.org"
                                   << "";
        QTest::newRow("no host") << "http:///x"
                                 << "";
        QTest::newRow("look-alike") << QStringLiteral("https://аpple.com/") << "https://xn--pple-43d.com/";
    }
    void onlyWebAndMailLinksOpen() {
        QFETCH(QString, link);
        QFETCH(QString, opened);
        QList<QUrl> urls;
        LinkOpener opener([&](const QUrl& url) { urls.append(url); });
        QSignalSpy refused(&opener, &LinkOpener::refused);
        opener.request(link);
        QVERIFY(urls.isEmpty());  // not before the person has seen it
        QCOMPARE(opener.asking(), !opened.isEmpty());
        QCOMPARE(refused.count(), opened.isEmpty() ? 1 : 0);
        QCOMPARE(opener.target(), opened);
        opener.confirm();
        QCOMPARE(urls.size(), opened.isEmpty() ? 0 : 1);
        opener.confirm();
        QCOMPARE(urls.size(), opened.isEmpty() ? 0 : 1);
    }

    void aCancelledLinkDoesNotOpen() {
        int opened = 0;
        LinkOpener opener([&](const QUrl&) { ++opened; });
        opener.request(QStringLiteral("https://example.org"));
        opener.cancel();
        opener.confirm();
        QCOMPARE(opened, 0);
    }

    void rendererIsChosen_data() {
        QTest::addColumn<RendererFacts>("facts");
        QTest::addColumn<int>("renderer");
        const int software = static_cast<int>(Renderer::Software);
        const int hardware = static_cast<int>(Renderer::Hardware);
        QTest::newRow("a card") << RendererFacts{.graphicsDevice = true} << hardware;
        QTest::newRow("no card") << RendererFacts{} << software;
        QTest::newRow("emulated before")
            << RendererFacts{.graphicsDevice = true, .rememberedSoftware = true} << software;
        QTest::newRow("forced GL") << RendererFacts{.softwareGlForced = true, .graphicsDevice = true}
                                   << software;
        QTest::newRow("asked for hardware")
            << RendererFacts{.hearthRenderer = QStringLiteral("hardware"), .rememberedSoftware = true}
            << hardware;
        QTest::newRow("asked for software")
            << RendererFacts{.hearthRenderer = QStringLiteral("software"), .graphicsDevice = true}
            << software;
        QTest::newRow("Qt is told") << RendererFacts{.qtChosen = true} << static_cast<int>(Renderer::Chosen);
    }
    void rendererIsChosen() {
        QFETCH(RendererFacts, facts);
        QTEST(static_cast<int>(chooseRenderer(facts)), "renderer");
    }

    void languages_data() {
        QTest::addColumn<QString>("wanted");
        QTest::addColumn<QStringList>("system");
        QTest::addColumn<QString>("used");
        QTest::newRow("chosen") << "en" << QStringList{QStringLiteral("zh-CN")} << "en";
        QTest::newRow("Chinese system") << "system" << QStringList{QStringLiteral("zh-Hans-CN")} << "zh_CN";
        QTest::newRow("German system") << "system" << QStringList{QStringLiteral("de-DE")} << "en";
        QTest::newRow("first that fits")
            << "system" << QStringList{QStringLiteral("fr"), QStringLiteral("zh-TW")} << "zh_CN";
    }
    void languages() {
        QFETCH(QString, wanted);
        QFETCH(QStringList, system);
        QTEST(Languages::resolve(wanted, system), "used");
    }

    void cNumbersHaveAPoint() {
        std::setlocale(LC_ALL, "");
        useCLocaleForNumbers();
        char text[16];
        std::snprintf(text, sizeof text, "%.1f", 0.7);
        QCOMPARE(QByteArray(text), QByteArray("0.7"));
        QCOMPARE(std::setlocale(LC_NUMERIC, nullptr), "C");
    }

    void whatKeepsTheGuiThreadIsNamed() {
        // Sleeping is time for the person and none for the processor.
        QTest::ignoreMessage(
            QtWarningMsg,
            QRegularExpression(QStringLiteral(
                R"(^the GUI thread was busy for [34]\d\.\d ms \(processor: \d\.\d ms\): QSingleShotTimer Timer$)")));
        QTimer::singleShot(5, Qt::PreciseTimer, [] { QThread::msleep(30); });
        QTest::qWait(60);
    }
    void processorTimeOfAThreadIsItsOwn() {
        const std::chrono::microseconds before = threadProcessorTime();
        QThread::msleep(20);
        const std::chrono::microseconds slept = threadProcessorTime() - before;
        QVERIFY2(slept < std::chrono::milliseconds(10), qPrintable(QString::number(slept.count())));
        QTRY_VERIFY(threadProcessorTime() - before >
                    std::chrono::microseconds(100));  // waiting takes a little
    }

    void aThrowingHandlerDoesNotEndTheProgram() {
        QTest::ignoreMessage(QtCriticalMsg, "an event handler failed: thrown");
        QTimer::singleShot(0, [] { throw std::runtime_error("thrown"); });
        QTest::qWait(20);
    }

    void signalsAskForAnOrderlyEnd() {
        auto* app = qobject_cast<GuiApplication*>(QCoreApplication::instance());
        QSignalSpy asked(app, &GuiApplication::askedToEnd);
        app->watchSignals();
        std::raise(SIGTERM);
        QTRY_COMPARE(asked.count(), 1);
    }

    void fontsOfAnInstalledProgramComeFirst() {
        QCOMPARE(fontFolders(QStringLiteral("/opt/hearth/bin")).constFirst(),
                 QStringLiteral("/opt/hearth/bin/fonts"));
    }
};

int main(int argc, char** argv) {
    qputenv("HEARTH_WATCHDOG", "1");
    GuiApplication app(argc, argv);
    SystemTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_system.moc"
