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
        DownloadSnapshot snapshot;
        snapshot.request.bytes = 98'000'000;
        snapshot.bytes_done = 31'000'000;
        snapshot.state = DownloadState::receiving;
        snapshot.bytes_per_second = 2'000'000;
        snapshot.time_left = 34s;
        QCOMPARE(downloadStatus(snapshot), QStringLiteral("31 of 98 MB · 2\u00a0MB/s · 34 s left"));
        snapshot.state = DownloadState::retrying;
        snapshot.attempt = 2;
        QVERIFY(downloadStatus(snapshot).contains(u'2'));
        snapshot.state = DownloadState::paused;
        QCOMPARE(downloadStatus(snapshot), QStringLiteral("Paused at 31 of 98 MB"));
        QVERIFY(restartSentence(snapshot).isEmpty());
        snapshot.restart = Restart::cannot_resume;
        QVERIFY(!restartSentence(snapshot).isEmpty());
        QCOMPARE(downloadProgress(DownloadSnapshot{}), 0.0);
    }
};

QTEST_GUILESS_MAIN(DownloadText)
#include "tst_text.moc"
