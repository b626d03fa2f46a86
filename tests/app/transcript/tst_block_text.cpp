#include "random_markdown.h"
#include "transcript/block_text.h"
#include "transcript/register_types.h"

#include <QQmlComponent>
#include <QQmlEngine>
#include <QQuickTextDocument>
#include <QTextBlock>
#include <QTextFrame>
#include <QTextLayout>
#include <QtTest>

using namespace hearth;

namespace {

TranscriptMessage message(int key, const QString& text, MessageState state = MessageState::Complete) {
    TranscriptMessage result;
    result.key = MessageKey{key};
    result.text = text;
    result.state = state;
    return result;
}

/// A TextEdit filled by a BlockText.
struct Edit {
    explicit Edit(QQmlEngine& engine) {
        QQmlComponent component(&engine);
        component.setData(R"(
            import QtQuick
            import Hearth.Transcript.Models
            TextEdit {
                id: edit
                property alias filler: filler
                readOnly: true
                width: 600
                font.pixelSize: 15
                BlockText { id: filler; edit: edit }
            })",
                          QUrl());
        item.reset(qobject_cast<QQuickItem*>(component.create()));
        filler = item->property("filler").value<BlockText*>();
        filler->setAppearance(&appearance);
    }

    void show(TranscriptModel& model, int row) {
        filler->setModel(&model);
        filler->setRow(row);
        filler->setRevision(model.index(row).data(TranscriptModel::RevisionRole).toInt());
        filler->setCaret(model.index(row).data(TranscriptModel::CaretRole).toBool());
    }
    QTextDocument* document() const {
        return item->property("textDocument").value<QQuickTextDocument*>()->textDocument();
    }

    TextAppearance appearance;
    std::unique_ptr<QQuickItem> item;
    BlockText* filler = nullptr;
};

/// Characters and the look of each.
QString formatted(const QTextDocument* document) {
    QString result;
    for (QTextBlock block = document->begin(); block.isValid(); block = block.next()) {
        for (auto fragment = block.begin(); !fragment.atEnd(); ++fragment) {
            const QTextCharFormat format = fragment.fragment().charFormat();
            for (const QChar character : fragment.fragment().text()) {
                result += character;
                result += QString::number(format.fontWeight()) + QString::number(int{format.fontItalic()}) +
                          QString::number(int{format.fontStrikeOut()}) + format.anchorHref() +
                          QString::number(int{format.hasProperty(QTextFormat::FontFamilies)}) +
                          format.foreground().color().name();
            }
        }
        result += u'\n';
    }
    return result;
}

}  // namespace

class BlockTextTest : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase();
    void offsetsAreThoseOfTheText();
    void nothingTurnsTheDirection();
    void growingGivesWhatFillingGives();
    void reuseGivesWhatFillingGives();
    void nothingIsMarkup();
    void linksAreAnchors();
    void selectionIsShown();
    void streamedCodeIsShownWhole();

 private:
    QQmlEngine m_engine;
};

void BlockTextTest::initTestCase() {
    registerTranscriptTypes();
}

void BlockTextTest::offsetsAreThoseOfTheText() {
    TranscriptModel model;
    model.reset({message(
        1, QStringLiteral("a **b**\nc 👍 $x^2$\n\n```\nd\ne\n```\n\n|f|g|\n|-|-|\n|**h**||\n|i|j|"))});
    for (int row = 0; row + 1 < model.rowCount(); ++row) {
        Edit edit(m_engine);
        edit.filler->setAvailable(600);
        edit.show(model, row);
        const int shift = model.kind(row) == RowKind::Table ? TableText::documentOffset : 0;
        const QString text = model.text(row);
        for (int offset = 0; offset < text.size(); ++offset) {
            if (text[offset].isLetterOrNumber()) {
                QCOMPARE(edit.document()->characterAt(offset + shift), text[offset]);
            }
        }
    }
}

void BlockTextTest::nothingTurnsTheDirection() {
    TranscriptModel model;
    // An override in a paragraph, in inline code, in code, in a cell; an isolate that nothing closes.
    const QString text = QStringLiteral(
        "bill\u202Efdp.exe\n\u2067open\nnext `a\u2066b`\n\n```\nif "
        "\u2067x\n```\n\n|f\u202Dg|h|\n|-|-|\n|\u202Ei|j|");
    model.reset({message(1, text)});
    const QChar mark = QChar::ReplacementCharacter;
    Edit paragraph(m_engine);
    paragraph.show(model, 0);
    const QTextDocument* document = paragraph.document();
    QCOMPARE(document->begin().text(), QStringLiteral("bill%1fdp.exe").arg(mark));
    // Each line is laid out by itself, so what is open ends with it; an isolate stays, for those who need it.
    QCOMPARE(document->begin().next().text(), QStringLiteral("\u2067open"));
    QCOMPARE(document->begin().next().next().text(), QStringLiteral("next a%1b").arg(mark));
    QVERIFY(document->begin().next().next().next() == document->end());
    Edit code(m_engine);
    code.show(model, 1);
    QCOMPARE(code.document()->begin().text(), QStringLiteral("if %1x").arg(mark));
    Edit table(m_engine);
    table.filler->setAvailable(600);
    table.show(model, 2);
    for (QTextBlock block = table.document()->begin(); block.isValid(); block = block.next()) {
        QVERIFY(!block.text().contains(QChar(0x202E)) && !block.text().contains(QChar(0x202D)));
    }
    // What is copied is what was written.
    QCOMPARE(model.text(0), QStringLiteral("bill\u202Efdp.exe\u2028\u2067open\u2028next a\u2066b"));
    SelectionController selection;
    selection.setModel(&model);
    selection.begin(0, 0, SelectionController::Blocks);
    QCOMPARE(selection.selectedText(), QStringLiteral("bill\u202Efdp.exe\n\u2067open\nnext a\u2066b"));
    selection.selectAll();
    QCOMPARE(selection.selectedText(), text);
}

void BlockTextTest::growingGivesWhatFillingGives() {
    QRandomGenerator random(50);
    for (int round = 0; round < 60; ++round) {
        const QString text = round % 2 == 0 ? randomDocument(random) : randomHeap(random);
        TranscriptModel model;
        model.append(message(1, QString(), MessageState::Writing));
        std::vector<std::unique_ptr<Edit>> edits;
        for (qsizetype at = 0; at < text.size();) {
            const qsizetype length = std::min<qsizetype>(random.bounded(1, 9), text.size() - at);
            model.appendText(MessageKey{1}, QStringView(text).sliced(at, length));
            at += length;
            // Every edit keeps its place, as a delegate that is reused for whatever comes there.
            while (static_cast<int>(edits.size()) < model.rowCount()) {
                edits.push_back(std::make_unique<Edit>(m_engine));
                edits.back()->filler->setAvailable(500);
            }
            for (int row = 0; row < model.rowCount(); ++row) {
                edits[static_cast<std::size_t>(row)]->show(model, row);
            }
        }
        for (int row = 0; row < model.rowCount(); ++row) {
            if (model.block(row) != nullptr) {
                Edit fresh(m_engine);
                fresh.filler->setAvailable(500);
                fresh.show(model, row);
                QCOMPARE(formatted(edits[static_cast<std::size_t>(row)]->document()),
                         formatted(fresh.document()));
            }
        }
    }
}

void BlockTextTest::reuseGivesWhatFillingGives() {
    QRandomGenerator random(51);
    TranscriptModel model;
    for (int key = 1; key < 30; ++key) {
        model.append(message(key, randomDocument(random)));
    }
    Edit reused(m_engine);
    reused.filler->setAvailable(500);
    for (int round = 0; round < 200; ++round) {
        const int row = random.bounded(model.rowCount());
        if (model.block(row) == nullptr) {
            continue;
        }
        reused.show(model, row);
        Edit fresh(m_engine);
        fresh.filler->setAvailable(500);
        fresh.show(model, row);
        QCOMPARE(formatted(reused.document()), formatted(fresh.document()));
    }
}

void BlockTextTest::nothingIsMarkup() {
    TranscriptModel model;
    model.reset({message(
        1, QStringLiteral("<b>x</b> <img src=\"file:///etc/passwd\"> \uFFFC \uFDD0 \u2029 &lt;i&gt;"))});
    Edit edit(m_engine);
    edit.show(model, 0);
    QVERIFY(
        edit.document()->toPlainText().contains(QStringLiteral("<b>x</b> <img src=\"file:///etc/passwd\">")));
    QVERIFY(edit.document()->toPlainText().contains(QStringLiteral("<i>")));
    QCOMPARE(edit.document()->blockCount(), 2);  // U+2029 ends a line
    QVERIFY(edit.document()->rootFrame()->childFrames().isEmpty());
    for (QTextBlock block = edit.document()->begin(); block.isValid(); block = block.next()) {
        for (auto fragment = block.begin(); !fragment.atEnd(); ++fragment) {
            QVERIFY(!fragment.fragment().charFormat().isImageFormat());
        }
    }
}

void BlockTextTest::linksAreAnchors() {
    TranscriptModel model;
    model.reset({message(1, QStringLiteral("[a](https://x.y) [b](file:///etc) [c](javascript:1)"))});
    Edit edit(m_engine);
    edit.show(model, 0);
    QStringList links;
    for (auto fragment = edit.document()->begin().begin(); !fragment.atEnd(); ++fragment) {
        const QString href = fragment.fragment().charFormat().anchorHref();
        if (!href.isEmpty()) {
            links += href;
        }
    }
    QCOMPARE(links, QStringList{QStringLiteral("https://x.y")});
}

void BlockTextTest::selectionIsShown() {
    TranscriptModel model;
    model.reset({message(1, QStringLiteral("Some words\n\nMore\n\n|a|b|\n|-|-|\n|c|d|"))});
    SelectionController selection;
    selection.setModel(&model);
    Edit first(m_engine);
    Edit table(m_engine);
    for (Edit* edit : {&first, &table}) {
        edit->filler->setSelection(&selection);
        edit->filler->setAvailable(500);
    }
    first.show(model, 0);
    table.show(model, 2);
    selection.begin(0, 5, SelectionController::Characters);
    selection.extendTo(2, 3);
    QCOMPARE(first.item->property("selectedText").toString(), QStringLiteral("words"));
    const auto marked = [&table] {
        QString text;
        for (QTextBlock block = table.document()->begin(); block.isValid(); block = block.next()) {
            for (const QTextLayout::FormatRange& range : block.layout()->formats()) {
                text += block.text().mid(range.start, range.length);
            }
        }
        return text;
    };
    QCOMPARE(marked(), QStringLiteral("ab"));
    selection.extendTo(2, 5);
    QCOMPARE(marked(), QStringLiteral("abc"));
    selection.clear();
    QCOMPARE(marked(), QString());
    QCOMPARE(first.item->property("selectedText").toString(), QString());
}

void BlockTextTest::streamedCodeIsShownWhole() {
    TranscriptModel model;
    model.append(message(1, QStringLiteral("```cpp\n"), MessageState::Writing));
    Edit edit(m_engine);
    QString code;
    for (int frame = 0; frame < 1800; ++frame) {
        const QString piece =
            QStringLiteral("int x = 1;%1").arg(frame % 5 == 4 ? QStringLiteral("\n") : QStringLiteral(" "));
        code += piece;
        model.appendText(MessageKey{1}, piece);
        edit.show(model, 0);
    }
    Edit whole(m_engine);
    TranscriptModel atOnce;
    atOnce.append(message(1, QStringLiteral("```cpp\n") + code, MessageState::Writing));
    whole.show(atOnce, 0);
    QVERIFY(!edit.document()->toHtml().isEmpty());
    QCOMPARE(edit.document()->toHtml(), whole.document()->toHtml());
}

QTEST_MAIN(BlockTextTest)
#include "tst_block_text.moc"
