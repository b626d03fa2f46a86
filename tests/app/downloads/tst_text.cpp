#include "downloads/download_note.h"
#include "downloads/download_text.h"
#include "downloads/failure_sentence.h"
#include "downloads/request_text.h"

#include <QLocale>
#include <QRegularExpression>
#include <QSet>
#include <QtTest>

using namespace hearth;
using namespace hearth::transfers;
using namespace std::chrono_literals;

/// What people read of a download.
class DownloadText : public QObject {
    Q_OBJECT

    /// What is known to be wrong is followed by something to do, or by its getting better by itself.
    static bool saysWhatToDo(const QString& sentence) {
        static const QRegularExpression way(
            QStringLiteral(
                "(\\. |; |: |, then )(accept|add|ask|check|choose|do that|find|free|go|hearth "
                "(asks|goes|waits)|if "
                "(it|that|this|your)|let|look|make|move|the download waits|try|wait|you need not)"),
            QRegularExpression::CaseInsensitiveOption);
        return sentence.endsWith(u'.') && way.match(sentence).hasMatch();
    }
    static DownloadSetSnapshot running(DownloadState state) {
        DownloadSetSnapshot set;
        set.bytes_total = 98'000'000;
        set.state = state;
        set.files.resize(1);
        set.files[0].state = state;
        set.files[0].host = "hub.test";
        return set;
    }

 private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QStringLiteral("en_US"))); }

    void everyFailureHasItsOwnSentenceAndSaysWhatToDo() {
        QSet<QString> sentences;
        int kind = 0;
        bool last = false;
        for (; !last; ++kind) {
            const auto failure = static_cast<FailureKind>(kind);
            last = failure_name(failure) == "internal";
            const QString sentence = failureSentence({.kind = failure, .host = "hub.test", .reason = "why"});
            QVERIFY2(saysWhatToDo(sentence), qPrintable(sentence));
            QVERIFY2(!sentences.contains(sentence), qPrintable(sentence));
            sentences.insert(sentence);
        }
        QVERIFY(kind > 30);
        for (const quint32 status : {400U, 401U, 403U, 404U, 410U, 418U, 429U, 500U, 503U}) {
            const QString sentence = failureSentence(
                {.kind = FailureKind::http_status, .host = "hub.test", .http_status = status});
            QVERIFY2(saysWhatToDo(sentence), qPrintable(sentence));
        }
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

    void requestsThatWentWellAreWordsAlone() {
        QCOMPARE(requestOutcome({.state = RequestState::ended, .status = 200, .failure = {}}),
                 QStringLiteral("complete"));
        QCOMPARE(requestOutcome({.state = RequestState::redirect, .status = 302, .failure = {}}),
                 QStringLiteral("leads elsewhere"));
        QCOMPARE(requestOutcome({.state = RequestState::ended, .status = 404, .failure = {}}),
                 QStringLiteral("404 · refused"));
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
        set.files[0].retry_in = 11200ms;
        QCOMPARE(downloadStatus(set), QStringLiteral("Trying again in 12 s…"));
        set.files[0].retry_in = 400ms;
        QCOMPARE(downloadStatus(set), QStringLiteral("Trying again in a moment…"));
        QVERIFY(downloadStage(set).isEmpty());
        set.state = DownloadState::paused;
        QCOMPARE(downloadStatus(set), QStringLiteral("Paused at 31 of 98 MB"));
        QCOMPARE(downloadProgress(DownloadSetSnapshot{}), 0.0);
    }

    void everyStateHasItsOwnWords() {
        QSet<QString> words;
        for (int state = 0; state <= static_cast<int>(DownloadState::finished); ++state) {
            DownloadSetSnapshot set = running(static_cast<DownloadState>(state));
            set.bytes_done = 31'000'000;
            const QString said = downloadStatus(set);
            QVERIFY2(!said.isEmpty() && !words.contains(said), qPrintable(said));
            words.insert(said);
        }
    }

    void aDownloadThatGoesOnSaysWhatIsWorthKnowing() {
        DownloadSetSnapshot set = running(DownloadState::receiving);
        QVERIFY(downloadNote(set).isEmpty());
        // From the least to the most pressing: each is said in place of the one before.
        QSet<QString> notes;
        const auto isNew = [&](const char* part) {
            const QString note = downloadNote(set);
            const bool fresh =
                saysWhatToDo(note) && note.contains(QLatin1String(part)) && !notes.contains(note);
            notes.insert(note);
            if (!fresh) {
                qWarning("%s", qPrintable(note));
            }
            return fresh;
        };
        set.files[0].no_ranges = true;
        QVERIFY(isNew("after a pause it would begin again"));
        for (const Restart restart : {Restart::cannot_resume, Restart::changed_on_server, Restart::damaged}) {
            set.files[0].restart = restart;
            QVERIFY(isNew("began again"));
        }
        set.files[0].token_refused = true;
        QVERIFY(isNew("token"));
        set.files[0].quiet_for = 20s;
        QVERIFY(isNew("for 20 s"));
        // Another file of the model still comes.
        set.files.push_back(set.files[0]);
        set.files[1].quiet_for.reset();
        QVERIFY(downloadNote(set).contains(QStringLiteral("token")));
        set.state = set.files[0].state = set.files[1].state = DownloadState::paused;
        QVERIFY(downloadNote(set).isEmpty());
    }

    void aRetryTellsWhy() {
        DownloadSetSnapshot set = running(DownloadState::retrying);
        QSet<QString> notes;
        for (const Failure& failure :
             {Failure{.kind = FailureKind::host_not_found, .host = "hub.test"},
              Failure{.kind = FailureKind::proxy_unreachable, .host = "hub.test"},
              Failure{.kind = FailureKind::stalled, .host = "hub.test"},
              Failure{.kind = FailureKind::connection_lost, .host = "hub.test"},
              Failure{.kind = FailureKind::http_status, .host = "hub.test", .http_status = 429},
              Failure{.kind = FailureKind::http_status, .host = "hub.test", .http_status = 503}}) {
            set.failure = failure;
            const QString note = downloadNote(set);
            QVERIFY2(saysWhatToDo(note) && !notes.contains(note), qPrintable(note));
            notes.insert(note);
        }
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
