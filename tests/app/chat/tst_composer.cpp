#include "chat/composer.h"
#include "support/growth.h"

#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace hearth;

class ComposerTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void nothingToSend() {
        Composer composer;
        QVERIFY(!composer.canSend());
        composer.setText(QStringLiteral(" \n\t"));
        QVERIFY(!composer.canSend());
        composer.setText(QStringLiteral("  hi  "));
        QVERIFY(composer.canSend());
        QCOMPARE(composer.message(), QStringLiteral("  hi  "));  // nothing is cleaned
        composer.setBusy(true);
        QVERIFY(!composer.canSend());
    }

    void draftIsAnnouncedOnceAfterAPause() {
        Composer composer;
        QSignalSpy drafts(&composer, &Composer::draftChanged);
        composer.setText(QStringLiteral("a"));
        composer.setText(QStringLiteral("ab"));
        QCOMPARE(drafts.count(), 0);
        QTRY_COMPARE_WITH_TIMEOUT(drafts.count(), 1, 2000);
        QCOMPARE(composer.draft(), QStringLiteral("ab"));
    }

    void aMegabyteIsAnAttachmentAndComesBackWhole() {
        const QString megabyte = QString::fromUtf8("长 line <b>\n").repeated(120'000);
        Composer composer;
        composer.setText(QStringLiteral("sum this up"));
        QVERIFY(composer.takeLongText(megabyte));
        QCOMPARE(composer.attachmentTitles().size(), 1);
        QCOMPARE(composer.attachmentText(0), megabyte);
        QCOMPARE(composer.message(), QStringLiteral("sum this up\n\n") + megabyte);

        Composer restored;
        restored.restoreDraft(composer.draft());
        QCOMPARE(restored.message(), composer.message());
        QCOMPARE(restored.text(), QStringLiteral("sum this up"));
    }

    void longTextsTakeTimeInProportion() {
        const QString line = QString::fromUtf8("长 line <b>\n");
        QVERIFY(test::grows_linearly(
            [&](std::size_t lines) {
                Composer composer;
                QVERIFY(composer.takeLongText(line.repeated(static_cast<qsizetype>(lines))));
                Composer restored;
                restored.restoreDraft(composer.draft());
            },
            120'000));
    }

    void piecesGiveTheTextBack() {
        Composer composer;
        QVERIFY(composer.takeLongText(QString::fromUtf8("🦊").repeated(15'000)));  // no line to cut at
        QCOMPARE(composer.attachmentPieces(0).join(QString()), composer.attachmentText(0));
        for (const QString& piece : composer.attachmentPieces(0)) {
            QVERIFY(!piece.front().isLowSurrogate() && !piece.back().isHighSurrogate());
        }
        Composer lines;
        QVERIFY(lines.takeLongText(QStringLiteral("0123456789\n").repeated(4000)));
        QCOMPARE(lines.attachmentPieces(0).join(QLatin1Char('\n')), lines.attachmentText(0).chopped(0));
    }

    void shortTextIsLeftToTheField() {
        Composer composer;
        QVERIFY(!composer.takeLongText(QStringLiteral("short")));
        QGuiApplication::clipboard()->setText(QString(Composer::kLongestTypedText + 1, QLatin1Char('x')));
        QVERIFY(composer.takeClipboard());
        QCOMPARE(composer.attachmentText(0).size(), Composer::kLongestTypedText + 1);
        composer.removeAttachment(0);
        QCOMPARE(composer.attachmentTitles().size(), 0);
        QVERIFY(!composer.canSend());
    }

    void editSetsTheDraftAside() {
        Composer composer;
        composer.setText(QStringLiteral("half a thought"));
        composer.beginEdit(7, QStringLiteral("old message"));
        QVERIFY(composer.isEditing());
        QCOMPARE(composer.text(), QStringLiteral("old message"));
        QCOMPARE(composer.draft(), QStringLiteral("half a thought"));  // what a crash would keep
        composer.setText(QStringLiteral("new message"));
        composer.cancelEdit();
        QVERIFY(!composer.isEditing());
        QCOMPARE(composer.text(), QStringLiteral("half a thought"));
        composer.beginEdit(7, QStringLiteral("old message"));
        composer.clear();
        QCOMPARE(composer.text(), QStringLiteral("half a thought"));
    }

    void textFilesAreAttachedAndOthersRefused() {
        QTemporaryDir folder;
        const auto write = [&](const QString& name, const QByteArray& bytes) {
            QFile file(folder.filePath(name));
            if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) {
                qFatal("cannot write the test's file");
            }
            return QUrl::fromLocalFile(file.fileName());
        };
        Composer composer;
        QSignalSpy failures(&composer, &Composer::attachFailed);
        composer.setText(QStringLiteral("see"));
        composer.attachFile(write(QStringLiteral("notes.txt"), "eins\nzwei\xc3\xa4"));
        QVERIFY(!composer.canSend());  // it would go without the file
        QTRY_COMPARE(composer.attachmentTitles(), QStringList{QStringLiteral("notes.txt")});
        QVERIFY(composer.canSend());
        composer.setText({});
        QCOMPARE(composer.message(), QString::fromUtf8("notes.txt:\n\neins\nzweiä"));
        composer.attachFile(write(QStringLiteral("photo.png"), QByteArray("\x89PNG\0\xff", 6)));
        QTRY_COMPARE(failures.count(), 1);
        QVERIFY(failures.last().front().toString().contains(QStringLiteral("photo.png")));
        composer.attachFile(QUrl(QStringLiteral("https://example.org/x.txt")));
        QTRY_COMPARE(failures.count(), 2);
        composer.attachFile(QUrl::fromLocalFile(folder.filePath(QStringLiteral("missing.txt"))));
        QTRY_COMPARE(failures.count(), 3);
        QCOMPARE(composer.attachmentTitles().size(), 1);
        QVERIFY(composer.canSend());
    }

    void aTextThatBeginsLikeAStoredDraftComesBack() {
        Composer composer;
        composer.setText(QString(QChar(0x1e)) + QStringLiteral("pasted"));
        Composer restored;
        restored.restoreDraft(composer.draft());
        QCOMPARE(restored.text(), composer.text());
    }

    void aFileReadTooLateIsNoHarm() {
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("a.txt")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("x");
        file.close();
        {
            Composer composer;
            composer.attachFile(QUrl::fromLocalFile(file.fileName()));
        }
        QTest::qWait(50);
    }
};

QTEST_MAIN(ComposerTest)
#include "tst_composer.moc"
