#include "demo/look/contrast.h"
#include "demo/look/look.h"

#include <QBuffer>
#include <QQuickItem>
#include <QQuickView>
#include <QtTest>

namespace hearth {

namespace {

TranslationTable chineseTable() {
    QByteArray ts(R"(<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>SettingsPage</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>“%1” was deleted</source>
        <translation>已删除“%1”</translation>
    </message>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n 个词元</numerusform>
        </translation>
    </message>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
</context>
</TS>)");
    QBuffer file(&ts);
    file.open(QIODevice::ReadOnly);
    return TranslationTable::read(file);
}

}  // namespace

class LookTest : public QObject {
    Q_OBJECT

 private:
    QList<Finding> lookAtPage(const QString& file) {
        m_view = std::make_unique<QQuickView>();
        m_view->setResizeMode(QQuickView::SizeViewToRootObject);
        m_view->setSource(QUrl::fromLocalFile(QStringLiteral(LOOK_PAGES "/") + file));
        m_view->show();
        if (!QTest::qWaitForWindowExposed(m_view.get())) {
            return {};
        }
        return lookAt(*m_view, m_view->grabWindow(), chineseTable());
    }

    static QString described(const QList<Finding>& findings) {
        QStringList lines;
        for (const Finding& finding : findings) {
            lines += findingName(finding.kind) + QStringLiteral(" “") + finding.text + QStringLiteral("” ") +
                     finding.detail;
        }
        return lines.join(QLatin1Char('\n'));
    }

    std::unique_ptr<QQuickView> m_view;

 private Q_SLOTS:
    void findsNothingOnACleanPage() {
        const QList<Finding> findings = lookAtPage(QStringLiteral("clean.qml"));
        QVERIFY2(findings.isEmpty(), qPrintable(described(findings)));
    }

    void findsEveryFault_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("text");
        const auto row = [](const char* kind, const char* text) {
            QTest::newRow(text) << QString::fromLatin1(kind) << QString::fromUtf8(text);
        };
        row("clipped", "没有提示的很长很长很长的文字");
        row("clipped", "窗口之外的文字");
        row("clipped", "被父项裁掉的文字");
        row("overlapping", "第二段压在上面");
        row("untranslated", "Settings");
        row("untranslated", "“zebra” was deleted");
        row("untranslated", "Somebody forgot to translate this");
        row("contrast", "太浅的文字");
        row("contrast", "半透明的文字");
        row("contrast", "浅底上的白字");
    }
    void findsEveryFault() {
        QFETCH(const QString, kind);
        QFETCH(const QString, text);
        const QList<Finding> findings = lookAtPage(QStringLiteral("faults.qml"));
        const auto count = std::count_if(findings.begin(), findings.end(),
                                         [&](const Finding& finding) { return finding.text == text; });
        QVERIFY2(count == 1, qPrintable(described(findings)));
        const auto found = std::find_if(findings.begin(), findings.end(),
                                        [&](const Finding& finding) { return finding.text == text; });
        QCOMPARE(findingName(found->kind), kind);
        QVERIFY(!found->item.isEmpty());
        QVERIFY(found->place.isValid());
    }

    void contrastIsThatOfTheStandard() {
        QCOMPARE(contrastRatio(Qt::black, Qt::white), 21.0);
        QCOMPARE(contrastRatio(Qt::white, Qt::white), 1.0);
        QVERIFY(std::abs(contrastRatio(QColor(0x77, 0x77, 0x77), Qt::white) - 4.48) < 0.01);
    }

    void knowsWhatHasATranslation() {
        const TranslationTable table = chineseTable();
        QCOMPARE(table.englishSource(QStringLiteral("Settings")), QStringLiteral("Settings"));
        QCOMPARE(table.englishSource(QStringLiteral("12 token(s)")), QStringLiteral("%n token(s)"));
        QVERIFY(table.englishSource(QStringLiteral("OK")).isEmpty());
        QVERIFY(table.englishSource(QString::fromUtf8("设置")).isEmpty());
        QVERIFY(TranslationTable().englishSource(QStringLiteral("Settings")).isEmpty());
    }
};

}  // namespace hearth

QTEST_MAIN(hearth::LookTest)
#include "tst_look.moc"
