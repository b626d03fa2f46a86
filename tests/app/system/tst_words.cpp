#include "system/error_sentences.h"
#include "system/human_format.h"
#include "system/shown_name.h"

#include <QLocale>
#include <QSet>
#include <QTest>

using namespace hearth;

namespace {

/// Every code of hearth/error.h: those that have a name.
QList<ErrorCode> allCodes() {
    QList<ErrorCode> codes;
    for (int value = 0; value < 256; ++value) {
        const auto code = static_cast<ErrorCode>(value);
        if (error_name(code) != "Unknown") {
            codes.append(code);
        }
    }
    return codes;
}

QString plain(QString text) {
    return text.replace(QChar(QChar::Nbsp), QLatin1Char(' '));
}

}  // namespace

class WordsTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void init() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void everyCodeHasItsOwnSentence() {
        QVERIFY(allCodes().size() >= 39);
        QSet<QString> seen;
        for (const ErrorCode code : allCodes()) {
            const QString sentence = errorSentence(Error{code, "the English message", {}});
            QVERIFY2(sentence.size() > 20, error_name(code).data());
            QVERIFY2(sentence.endsWith(QLatin1Char('.')), error_name(code).data());
            QVERIFY2(sentence.front().isUpper(), error_name(code).data());
            QVERIFY2(!sentence.contains(QLatin1Char('%')), qPrintable(sentence));
            QVERIFY2(!seen.contains(sentence), qPrintable(sentence));
            seen.insert(sentence);
        }
    }

    void namesTheFileTheFieldAndTheNumbers() {
        Error error{ErrorCode::bad_value, "", {}};
        error.details.file = "/models/qwen.gguf";
        error.details.field = "qwen3.block_count";
        error.details.expected = "1 to 1024";
        error.details.actual = "0";
        const QString sentence = errorSentence(error);
        for (const char* part : {"qwen.gguf", "qwen3.block_count", "1 to 1024", "0"}) {
            QVERIFY2(sentence.contains(QLatin1String(part)), qPrintable(sentence));
        }
    }

    void memoryErrorsSayBothNumbers() {
        Error error{ErrorCode::out_of_memory, "", {}};
        error.details.bytes_needed = 12'000'000'000;
        error.details.bytes_available = 7'900'000'000;
        const QString sentence = plain(errorSentence(error));
        QVERIFY2(sentence.contains(QLatin1String("12.0 GB")) && sentence.contains(QLatin1String("7.9 GB")),
                 qPrintable(sentence));
    }

    void textOfTheFileCannotBreakTheSentence() {
        Error error{ErrorCode::bad_value, "", {}};
        error.details.file = "/m/%2 <b>.gguf";
        error.details.field = "a\nb%1";
        const QString sentence = errorSentence(error);
        QVERIFY2(sentence.contains(QLatin1String("%2 <b>.gguf")), qPrintable(sentence));
        QVERIFY2(sentence.contains(QLatin1String("a\\nb%1")), qPrintable(sentence));
    }

    void bytes_data() {
        QTest::addColumn<quint64>("bytes");
        QTest::addColumn<QString>("text");
        QTest::newRow("0") << quint64{0} << "0 B";
        QTest::newRow("999") << quint64{999} << "999 B";
        QTest::newRow("398 MB") << quint64{397'800'000} << "398 MB";
        QTest::newRow("rounds up a unit") << quint64{999'999'999} << "1.0 GB";
        QTest::newRow("6.1 GB") << quint64{6'120'000'000} << "6.1 GB";
        QTest::newRow("2.0 TB") << quint64{2'000'000'000'000} << "2.0 TB";
    }
    void bytes() {
        QFETCH(quint64, bytes);
        QFETCH(QString, text);
        QCOMPARE(plain(formatBytes(bytes)), text);
    }

    void otherNumbers() {
        QCOMPARE(formatBytesOf(8'900'000'000, 12'000'000'000), QStringLiteral("8.9 of 12.0 GB"));
        QCOMPARE(plain(formatBytesOf(98'000'000, 16'000'000'000)), QStringLiteral("98 MB of 16.0 GB"));
        QCOMPARE(formatBytesOf(0, 16'000'000'000), QStringLiteral("0.0 of 16.0 GB"));
        QCOMPARE(formatTokens(999), QStringLiteral("999"));
        QCOMPARE(formatTokens(5'300), QStringLiteral("5.3k"));
        QCOMPARE(formatTokens(8'000), QStringLiteral("8k"));
        QCOMPARE(formatTokens(131'072), QStringLiteral("131k"));
        QCOMPARE(formatCount(1'234'567), QStringLiteral("1,234,567"));
        QCOMPARE(formatRate(8.44), QStringLiteral("8.4"));
        QCOMPARE(formatRate(28.6), QStringLiteral("29"));
        QCOMPARE(formatPercent(0.43), QStringLiteral("43 %"));
        QCOMPARE(formatDuration(std::chrono::milliseconds(210)), QStringLiteral("0.21 s"));
        QCOMPARE(formatDuration(std::chrono::milliseconds(12'300)), QStringLiteral("12 s"));
        QCOMPARE(formatDuration(std::chrono::minutes(125)), QStringLiteral("2 h 5 min"));
        QCOMPARE(formatSeconds(std::chrono::seconds(8)), QStringLiteral("8 s"));
        QCOMPARE(formatSeconds(std::chrono::minutes(125)), QStringLiteral("2 h 5 min"));
    }

    void namesStandInTheirOrder() {
        QCOMPARE(shownName(QStringLiteral("bill\u202Efdp.exe")), QStringLiteral("bill<U+202E>fdp.exe"));
        QCOMPARE(shownName(QStringLiteral("\u202Aa\u202Bb\u202Cc\u202Dd\u2066e\u2067f\u2068g\u2069")),
                 QStringLiteral("<U+202A>a<U+202B>b<U+202C>c<U+202D>d<U+2066>e<U+2067>f<U+2068>g<U+2069>"));
        // Their neighbours, and what Arabic and Hebrew are written with.
        const QString honest = QStringLiteral(
            "\u05E9\u05DC\u05D5\u05DD\u200F, \u0633\u0644\u0627\u0645\u061C \u2029\u202F\u2065\u206A");
        QCOMPARE(shownName(honest), honest);
    }

    void numbersFollowTheLanguage() {
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        QCOMPARE(plain(formatBytes(6'100'000'000)), QStringLiteral("6,1 GB"));
        QCOMPARE(formatCount(1'234), QStringLiteral("1.234"));
    }
};

QTEST_GUILESS_MAIN(WordsTest)
#include "tst_words.moc"
