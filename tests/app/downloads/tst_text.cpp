#include "downloads/download_text.h"
#include "downloads/failure_sentence.h"

#include <QLocale>
#include <QSet>
#include <QtTest>

using namespace hearth;
using namespace hearth::transfers;
using namespace std::chrono_literals;

/// What people read of a download.
class DownloadText : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QStringLiteral("en_US"))); }

    void everyFailureHasItsOwnSentence() {
        QSet<QString> sentences;
        int kinds = 0;
        for (; failure_name(static_cast<FailureKind>(kinds)) != "internal"; ++kinds) {
            const QString sentence =
                failureSentence({.kind = static_cast<FailureKind>(kinds), .host = "hub.test"});
            QVERIFY2(
                sentence.endsWith(u'.') || sentence.endsWith(u')') || sentence.endsWith(QStringLiteral(": ")),
                qPrintable(sentence));
            QVERIFY2(!sentences.contains(sentence), qPrintable(sentence));
            sentences.insert(sentence);
        }
        QVERIFY(kinds > 25);
    }

    void httpStatusesSayWhatToDo() {
        const auto sentence = [](quint32 status) {
            return failureSentence(
                {.kind = FailureKind::http_status, .host = "hub.test", .http_status = status});
        };
        QVERIFY(sentence(403).contains(QStringLiteral("sign in")));
        QVERIFY(sentence(404).contains(QStringLiteral("no longer")));
        QVERIFY(sentence(429).contains(QStringLiteral("Wait")));
        QVERIFY(sentence(503).contains(QStringLiteral("later")));
        QVERIFY(sentence(418).contains(QStringLiteral("418")));
    }

    void spaceIsToldInNumbers() {
        const QString sentence = failureSentence(
            {.kind = FailureKind::no_space, .bytes_needed = 5'000'000'000, .bytes_available = 2'000'000'000});
        QVERIFY2(sentence.contains(QStringLiteral("3.0")) && sentence.contains(QStringLiteral("2.0")),
                 qPrintable(sentence));
    }

    void downloadsInOneLine() {
        DownloadSetSnapshot set;
        set.bytes_total = 98'000'000;
        set.bytes_done = 31'000'000;
        set.state = DownloadState::receiving;
        set.bytes_per_second = 2'000'000;
        set.time_left = 34s;
        DownloadSnapshot file;
        file.state = DownloadState::receiving;
        file.host = "hub.test";
        set.files = {file};
        QCOMPARE(downloadStatus(set), QStringLiteral("31 of 98 MB · 2\u00a0MB/s · 34 s left"));
        QCOMPARE(downloadStage(set), QStringLiteral("from hub.test, checked as it arrives"));
        set.state = set.files[0].state = DownloadState::retrying;
        set.files[0].attempt = 2;
        QVERIFY(downloadStatus(set).contains(u'2'));
        QVERIFY(downloadStage(set).isEmpty());
        set.state = DownloadState::paused;
        QCOMPARE(downloadStatus(set), QStringLiteral("Paused at 31 of 98 MB"));
        QVERIFY(restartSentence(set).isEmpty());
        set.files[0].restart = Restart::cannot_resume;
        QVERIFY(!restartSentence(set).isEmpty());
        QCOMPARE(downloadProgress(DownloadSetSnapshot{}), 0.0);
    }

    void oneOfSeveralPartsIsNamed() {
        DownloadSetSnapshot set;
        set.state = DownloadState::receiving;
        set.files.resize(3);
        set.files[0].state = DownloadState::finished;
        set.files[1].state = DownloadState::receiving;
        set.files[1].host = "hf-mirror.com";
        set.files[2].state = DownloadState::queued;
        QCOMPARE(downloadStage(set), QStringLiteral("part 2 of 3 from hf-mirror.com, checked as it arrives"));
    }
};

QTEST_GUILESS_MAIN(DownloadText)
#include "tst_text.moc"
