#include "transcript/selection_controller.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QtTest>

using namespace hearth;

namespace {

TranscriptMessage message(int key, MessageRole role, const QString& text,
                          MessageState state = MessageState::Complete) {
    TranscriptMessage result;
    result.key = MessageKey{key};
    result.role = role;
    result.text = text;
    result.state = state;
    return result;
}

}  // namespace

class SelectionTest : public QObject {
    Q_OBJECT

 private slots:
    void init();
    void overRows();
    void backwards();
    void words();
    void chineseWords();
    void blocks();
    void moreAndMore();
    void survivesStreaming();
    void removedRowsClear();
    void byKeys();
    void lists();
    void code();
    void clipboard();

 private:
    std::unique_ptr<TranscriptModel> m_model;
    std::unique_ptr<SelectionController> m_selection;
};

void SelectionTest::init() {
    m_selection = std::make_unique<SelectionController>();
    m_model = std::make_unique<TranscriptModel>();
    m_model->reset({message(1, MessageRole::User, QStringLiteral("A question\nin two lines")),
                    message(2, MessageRole::Assistant,
                            QStringLiteral("First **bold** words.\n\nSecond paragraph.\n\n- item"))});
    m_selection->setModel(m_model.get());
}

void SelectionTest::overRows() {
    // rows: 0 own, 1 footer, 2 first, 3 second, 4 item, 5 footer
    m_selection->begin(2, 6, SelectionController::Characters);
    QVERIFY(!m_selection->hasSelection());
    m_selection->extendTo(3, 6);
    QCOMPARE(m_selection->selectedText(), QStringLiteral("bold words.\n\nSecond"));
    QCOMPARE(m_selection->rangeIn(2).begin, 6);
    QCOMPARE(m_selection->rangeIn(2).end, 17);
    QCOMPARE(m_selection->rangeIn(3).end, 6);
    QCOMPARE(m_selection->rangeIn(4).end, 0);
    QVERIFY(m_selection->contains(2, 10));
    QVERIFY(!m_selection->contains(3, 6));
}

void SelectionTest::backwards() {
    m_selection->begin(3, 6, SelectionController::Characters);
    m_selection->extendTo(2, 11);
    QCOMPARE(m_selection->selectedText(), QStringLiteral("words.\n\nSecond"));
    m_selection->extendTo(3, 8);
    QCOMPARE(m_selection->selectedText(), QStringLiteral(" p"));
}

void SelectionTest::words() {
    m_selection->begin(2, 8, SelectionController::Words);
    QCOMPARE(m_selection->selectedText(), QStringLiteral("bold"));
    m_selection->extendTo(3, 2);
    QCOMPARE(m_selection->selectedText(), QStringLiteral("bold words.\n\nSecond"));
    m_selection->extendTo(2, 1);
    QCOMPARE(m_selection->selectedText(), QStringLiteral("First bold"));
}

void SelectionTest::chineseWords() {
    m_model->append(message(9, MessageRole::User, QStringLiteral("你好 world")));
    const int row = m_model->rowCount() - 2;
    m_selection->begin(row, 5, SelectionController::Words);
    QCOMPARE(m_selection->selectedText(), QStringLiteral("world"));
    m_selection->begin(row, 8, SelectionController::Words);
    QCOMPARE(m_selection->selectedText(), QStringLiteral("world"));
}

void SelectionTest::blocks() {
    m_selection->begin(3, 2, SelectionController::Blocks);
    QCOMPARE(m_selection->selectedText(), QStringLiteral("Second paragraph."));
}

void SelectionTest::moreAndMore() {
    m_selection->begin(3, 2, SelectionController::Characters);
    m_selection->selectMore();
    QCOMPARE(m_selection->selectedText(),
             QStringLiteral("First **bold** words.\n\nSecond paragraph.\n\n- item"));
    m_selection->selectMore();
    QCOMPARE(
        m_selection->selectedText(),
        QStringLiteral("A question\nin two lines\n\nFirst **bold** words.\n\nSecond paragraph.\n\n- item"));
    m_selection->clear();
    m_selection->selectMessage(1);
    QCOMPARE(m_selection->selectedText(), QStringLiteral("A question\nin two lines"));
}

void SelectionTest::survivesStreaming() {
    m_model->append(message(3, MessageRole::Assistant, QString(), MessageState::Writing));
    m_model->appendText(MessageKey{3}, QStringLiteral("Some words"));
    m_selection->begin(2, 6, SelectionController::Characters);
    m_selection->extendTo(6, 4);
    const QString before = m_selection->selectedText();
    QVERIFY(before.endsWith(QStringLiteral("Some")));
    m_model->appendText(MessageKey{3}, QStringLiteral(" and more\n\nand more"));
    m_model->setContextRule(MessageKey{2}, 1);
    QCOMPARE(m_selection->selectedText(), before);
    QCOMPARE(m_selection->rangeIn(3).begin, 6);
}

void SelectionTest::removedRowsClear() {
    m_selection->begin(2, 0, SelectionController::Characters);
    m_selection->extendTo(3, 3);
    m_model->remove(MessageKey{1});
    QVERIFY(m_selection->hasSelection());
    m_model->remove(MessageKey{2});
    QVERIFY(!m_selection->hasSelection());
    QCOMPARE(m_selection->selectedText(), QString());
    m_selection->extendTo(0, 0);
    m_model->reset({});
    m_selection->selectAll();
    m_selection->selectMore();
    QVERIFY(!m_selection->hasSelection());
}

void SelectionTest::byKeys() {
    m_selection->begin(2, 6, SelectionController::Characters);
    m_selection->extendBy(SelectionController::NextCharacter);
    QCOMPARE(m_selection->selectedText(), QStringLiteral("b"));
    m_selection->extendBy(SelectionController::NextWord);
    QCOMPARE(m_selection->selectedText(), QStringLiteral("bold"));
    m_selection->extendBy(SelectionController::NextBlock);
    QCOMPARE(m_selection->selectedText(), QStringLiteral("bold words."));
    m_selection->extendBy(SelectionController::NextBlock);
    QCOMPARE(m_selection->selectedText(), QStringLiteral("bold words.\n\nSecond paragraph."));
    m_selection->extendBy(SelectionController::PreviousWord);
    m_selection->extendBy(SelectionController::PreviousBlock);
    m_selection->extendBy(SelectionController::PreviousBlock);
    QCOMPARE(m_selection->selectedText(), QStringLiteral("First "));
}

void SelectionTest::lists() {
    m_model->append(
        message(4, MessageRole::Assistant, QStringLiteral("Do:\n\n1. one\n   - two\n2. [ ] three\n\nEnd")));
    m_selection->begin(6, 1, SelectionController::Characters);
    m_selection->extendTo(9, 5);
    QCOMPARE(m_selection->selectedText(), QStringLiteral("o:\n\n1. one\n  • two\n2. [ ] three"));
}

void SelectionTest::code() {
    QString code;
    for (int line = 0; line < 900; ++line) {
        code += QStringLiteral("line %1\n").arg(line);
    }
    m_model->append(message(5, MessageRole::Assistant,
                            QStringLiteral("```\n") + code + QStringLiteral("```\n\n```\nother\n```")));
    QCOMPARE(m_model->kind(7), RowKind::Code);
    m_selection->copyCode(7);
    QCOMPARE(QGuiApplication::clipboard()->text(), code.trimmed());
    m_selection->begin(6, 0, SelectionController::Characters);
    m_selection->extendTo(8, 4);
    QVERIFY(code.startsWith(m_selection->selectedText()));
}

void SelectionTest::clipboard() {
    m_selection->begin(3, 0, SelectionController::Words);
    m_selection->copy();
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("Second"));
    m_selection->copyMessage(2);
    QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("First **bold**")));
}

QTEST_MAIN(SelectionTest)
#include "tst_selection.moc"
