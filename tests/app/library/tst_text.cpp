#include "library/fit_text.h"
#include "library/hub_text.h"
#include "library/local_models_text.h"
#include "library/model_text.h"
#include "library/quantization_text.h"

#include <QLocale>
#include <QtTest>

using namespace hearth;

/// The lines that people read of a model.
class LibraryText : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QStringLiteral("en_US"))); }

    void parametersAsPeopleCallThem() {
        QCOMPARE(parametersText(8'200'000'000), QStringLiteral("8.2B"));
        QCOMPARE(parametersText(70'600'000'000), QStringLiteral("70.6B"));
        QCOMPARE(parametersText(671'000'000'000), QStringLiteral("671B"));
        QCOMPARE(parametersText(998'000'000), QStringLiteral("1.0B"));
        QCOMPARE(parametersText(134'515'008), QStringLiteral("135M"));
        QCOMPARE(parametersText(4'096), QStringLiteral("4,096"));
    }

    void modelsInOneLine() {
        catalog::LocalModel model;
        model.bytes = 2'500'000'000;
        model.source = catalog::ModelSource::ollama;
        model.facts = {.size_label = "4B", .quantization = "Q4_K_M"};
        QCOMPARE(modelDetail(model), QStringLiteral("2.5\u00a0GB · 4B · Q4_K_M · Ollama's folder"));
    }

    void quantizationsSayWhatTheyMean_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("meaning");
        QTest::newRow("K") << "Q4_K_M"
                           << "good balance";
        QTest::newRow("legacy") << "Q8_0"
                                << "practically exact";
        QTest::newRow("I") << "IQ2_XXS"
                           << "smallest, but rough";
        QTest::newRow("dynamic") << "UD-Q3_K_XL"
                                 << "small, a little rough";
        QTest::newRow("lower case") << "q6_k"
                                    << "nearly exact";
        QTest::newRow("float") << "BF16"
                               << "the original";
        QTest::newRow("AWQ") << "AWQ"
                             << "good balance";
        QTest::newRow("GPTQ") << "GPTQ-Int4"
                              << "good balance";
        QTest::newRow("MXFP4") << "MXFP4_MOE"
                               << "good balance";
        QTest::newRow("nothing") << ""
                                 << "";
        QTest::newRow("unknown") << "turbo"
                                 << "";
        QTest::newRow("odd") << "Q77"
                             << "";
    }
    void quantizationsSayWhatTheyMean() {
        QFETCH(QString, name);
        QTEST(quantizationMeaning(name), "meaning");
    }

    void howLongAgoAnAnswerCame_data() {
        QTest::addColumn<int>("seconds");
        QTest::addColumn<QString>("text");
        const int hour = 3600;
        QTest::newRow("now") << 30 << "from a moment ago";
        QTest::newRow("minutes") << 50 * 60 << "from 50 minute(s) ago";
        QTest::newRow("hours") << 13 * hour << "from 13 hour(s) ago";
        QTest::newRow("over midnight") << 15 * hour << "from yesterday";
        QTest::newRow("more than a day") << 26 * hour << "from yesterday";
        QTest::newRow("days") << 50 * hour << "from 2 day(s) ago";
        QTest::newRow("a month") << 30 * 24 * hour << "from 30 day(s) ago";
    }
    void howLongAgoAnAnswerCame() {
        QFETCH(int, seconds);
        const QDateTime now(QDate(2026, 11, 30), QTime(14, 0));
        QTEST(ageText(std::chrono::seconds(seconds), now), "text");
        // Shortly after midnight it was today or an hour ago, not yesterday.
        QCOMPARE(ageText(std::chrono::hours(2), QDateTime(QDate(2026, 11, 30), QTime(1, 0))),
                 QStringLiteral("from 2 hour(s) ago"));
    }

    void guessedSpeedsAreSaidToBe() {
        Prospect exact{.memory_bytes = 1'000'000'000,
                       .free_bytes = 8'000'000'000,
                       .tokens_per_second = 29,
                       .fits = true};
        QCOMPARE(prospectText(exact), QStringLiteral("Fits · 29 tokens/s"));
        QCOMPARE(speedText(exact), QStringLiteral("29 tokens/s"));
        Prospect guess = exact;
        guess.rough = true;
        QCOMPARE(prospectText(guess), QStringLiteral("Probably fits · about 29 tokens/s"));
        QCOMPARE(speedText(guess), QStringLiteral("about 29 tokens/s"));
    }

    void whoseAModelIsReadsAsOnAHub() {
        catalog::LocalModel model;
        model.source = catalog::ModelSource::hearth;
        model.origin = "maker--name";
        QCOMPARE(originText(model), QStringLiteral("maker/name"));
        model.origin = "maker--a--name-0123abcd";
        QCOMPARE(originText(model), QStringLiteral("maker--a--name-0123abcd"));
        model.origin = "maker--name";
        model.source = catalog::ModelSource::added_folder;  // whatever a person calls a folder
        QCOMPARE(originText(model), QStringLiteral("maker--name"));
    }

    void namesDoNotTurnTheSentencesAroundThem() {
        const std::string turned = "fdp.\u202Eexe";
        const QString told = QStringLiteral("fdp.<U+202E>exe");
        catalog::LocalModel model;
        model.source = catalog::ModelSource::added_folder;
        model.origin = turned;
        QCOMPARE(originText(model), told);
        model.title = turned;
        model.verdict = catalog::Verdict::differs;
        QVERIFY(modelDoubt(model).contains(told));
        catalog::Verification verification;
        verification.verdict = catalog::Verdict::differs;
        verification.files.push_back({"/models/" + turned, 1, "a", "b"});
        QVERIFY(verdictSentence(QStringLiteral("m"), verification).contains(told));
    }
};

QTEST_GUILESS_MAIN(LibraryText)
#include "tst_text.moc"
