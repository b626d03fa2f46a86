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
        QTest::newRow("K") << "Q4_K_M" << "good balance";
        QTest::newRow("legacy") << "Q8_0" << "practically exact";
        QTest::newRow("I") << "IQ2_XXS" << "smallest, but rough";
        QTest::newRow("dynamic") << "UD-Q3_K_XL" << "small, a little rough";
        QTest::newRow("lower case") << "q6_k" << "nearly exact";
        QTest::newRow("float") << "BF16" << "the original";
        QTest::newRow("AWQ") << "AWQ" << "good balance";
        QTest::newRow("GPTQ") << "GPTQ-Int4" << "good balance";
        QTest::newRow("MXFP4") << "MXFP4_MOE" << "good balance";
        QTest::newRow("nothing") << "" << "";
        QTest::newRow("unknown") << "turbo" << "";
        QTest::newRow("odd") << "Q77" << "";
    }
    void quantizationsSayWhatTheyMean() {
        QFETCH(QString, name);
        QTEST(quantizationMeaning(name), "meaning");
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
};

QTEST_GUILESS_MAIN(LibraryText)
#include "tst_text.moc"
