#include "library/model_text.h"

#include <QLocale>
#include <QtTest>

using namespace hearth;

/// The lines that people read of a model.
class LibraryText : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QStringLiteral("en_US"))); }

    void modelsInOneLine() {
        catalog::LocalModel model;
        model.bytes = 2'500'000'000;
        model.source = catalog::ModelSource::ollama;
        model.facts = {.size_label = "4B", .quantization = "Q4_K_M"};
        QCOMPARE(modelDetail(model), QStringLiteral("2.5\u00a0GB · 4B · Q4_K_M · Ollama's folder"));
    }
};

QTEST_GUILESS_MAIN(LibraryText)
#include "tst_text.moc"
