#include "transcript/block_text.h"

#include "system/shown_name.h"
#include "transcript/text_formats.h"

#include <QAbstractTextDocumentLayout>
#include <QCursor>
#include <QFontMetricsF>
#include <QQmlContext>
#include <QQmlEngine>
#include <QQuickTextDocument>
#include <QStringTokenizer>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextLayout>
#include <QTextOption>
#include <algorithm>
#include <cmath>
#include <utility>

namespace hearth {
namespace {

constexpr QChar kCaret{0x258D};
constexpr int kTabColumns = 4;

/// What stands in place of a character that would show the others in another order than they are in.
constexpr QChar kTurning = QChar::ReplacementCharacter;

/// `text` as a document takes it: the same number of characters, none that means something to the document
/// but the end of a line, which ends what turns the writing direction. Overrides of the direction are shown,
/// so that no word looks like another one; embeddings and isolates, which honest Arabic and Hebrew use, are
/// left to do their work, but not in code.
QString documentText(const Block& block, bool code) {
    QString shown = block.text;
    for (QChar& character : shown) {
        const char16_t unit = character.unicode();
        if (unit == 0x2028 || unit == 0x2029 || unit == u'\n') {
            character = u'\n';
        } else if (unit == 0xFFFC || unit == 0xFDD0 || unit == 0xFDD1 || unit == 0) {
            character = QChar::ReplacementCharacter;
        } else if (code ? turnsDirection(unit) : overridesDirection(unit)) {
            character = kTurning;
        }
    }
    for (const InlineSpan& span : block.spans) {
        if ((span.styles & CodeStyle) != 0) {
            const auto begin = shown.begin() + span.start;
            std::replace_if(
                begin, begin + span.length, [](QChar unit) { return turnsDirection(unit.unicode()); },
                kTurning);
        }
    }
    return shown;
}

}  // namespace

BlockText::BlockText(QObject* parent) : QObject(parent) {}

BlockText::~BlockText() = default;

void BlockText::componentComplete() {
    m_complete = true;
    fill();
}

void BlockText::setModel(TranscriptModel* model) {
    if (m_model != model) {
        m_model = model;
        emit modelChanged();
        fill();
    }
}

void BlockText::setSelection(SelectionController* selection) {
    if (m_selection == selection) {
        return;
    }
    if (m_selection != nullptr) {
        disconnect(m_selection, nullptr, this, nullptr);
    }
    m_selection = selection;
    if (selection != nullptr) {
        connect(selection, &SelectionController::changed, this, &BlockText::showSelection);
    }
    emit selectionChanged();
    showSelection();
}

void BlockText::setAppearance(TextAppearance* appearance) {
    if (m_appearance == appearance) {
        return;
    }
    if (m_appearance != nullptr) {
        disconnect(m_appearance, nullptr, this, nullptr);
    }
    m_appearance = appearance;
    if (appearance != nullptr) {
        connect(appearance, &TextAppearance::changed, this, &BlockText::fillAgainSoon);
    }
    emit appearanceChanged();
    fillAgain();
}

void BlockText::setEdit(QQuickItem* edit) {
    if (m_edit != edit) {
        m_edit = edit;
        if (edit != nullptr) {
            // Presses are for what selects over all rows.
            edit->setAcceptedMouseButtons(Qt::NoButton);
            showCursor(false);
            m_accessibleName = QQmlProperty(edit, QStringLiteral("Accessible.name"), qmlContext(edit));
        }
        if (QTextDocument* target = document()) {
            target->setUndoRedoEnabled(false);
            connect(target->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, this,
                    &BlockText::readLayout);
        }
        emit editChanged();
        fill();
    }
}

void BlockText::setRow(int row) {
    if (m_row != row) {
        m_row = row;
        emit rowChanged();
        fill();
    }
}

void BlockText::setRevision(int revision) {
    if (m_revision != revision) {
        m_revision = revision;
        emit revisionChanged();
        fill();
    }
}

void BlockText::setCaret(bool caret) {
    if (m_caret != caret) {
        m_caret = caret;
        emit caretChanged();
        fill();
    }
}

void BlockText::setAvailable(qreal available) {
    if (!qFuzzyCompare(m_available, available)) {
        m_available = available;
        emit availableChanged();
        if (m_kind == BlockKind::Table) {
            fill();
        }
    }
}

QTextDocument* BlockText::document() const {
    const auto* quickDocument =
        m_edit == nullptr ? nullptr : m_edit->property("textDocument").value<QQuickTextDocument*>();
    return quickDocument == nullptr ? nullptr : quickDocument->textDocument();
}

/// Once, though a theme changes a dozen properties at a time.
void BlockText::fillAgainSoon() {
    if (!std::exchange(m_fillsAgain, true)) {
        QMetaObject::invokeMethod(this, &BlockText::fillAgain, Qt::QueuedConnection);
    }
}

void BlockText::fillAgain() {
    m_fillsAgain = false;
    if (QTextDocument* target = document()) {
        m_text.clear();
        m_spans.clear();
        m_table.clear();
        target->clear();
        if (m_formatter != nullptr) {
            m_formatter->rehighlight();
        }
        fill();
    }
}

void BlockText::fill() {
    const Block* block = m_model == nullptr ? nullptr : m_model->block(m_row);
    if (!m_complete || block == nullptr || m_appearance == nullptr || document() == nullptr) {
        return;
    }
    if (block->kind != m_kind) {
        m_text.clear();
        m_spans.clear();
        m_table.clear();
        document()->clear();
    }
    m_kind = block->kind;
    m_length = static_cast<int>(block->text.size());
    if (m_kind == BlockKind::Table) {
        fillTable(*block);
    } else {
        fillText(*block);
    }
    m_accessibleName.write(block->text);
    readLayout();
    showSelection();
}

void BlockText::fillText(const Block& block) {
    const bool code = block.kind == BlockKind::Code;
    if (code) {
        if (m_formatter == nullptr) {
            m_formatter = new CodeFormatter(document(), m_appearance);
        }
        QTextOption option = document()->defaultTextOption();
        const qreal tabDistance =
            kTabColumns * QFontMetricsF(document()->defaultFont()).horizontalAdvance(u' ');
        if (!qFuzzyCompare(option.tabStopDistance(), tabDistance)) {
            option.setTabStopDistance(tabDistance);
            document()->setDefaultTextOption(option);
        }
        m_formatter->setCode(codeLanguage(block.language), block.codeState);
    }
    QString text = documentText(block, code);
    if (m_caret) {
        text += text.isEmpty() || code ? QString(kCaret) : QString(QChar(u' ')) + kCaret;
    }
    // Up to here text and runs are the same as in the document.
    const auto [was, is] = std::mismatch(m_text.cbegin(), m_text.cend(), text.cbegin(), text.cend());
    Q_UNUSED(is);
    auto same = static_cast<int>(was - m_text.cbegin());
    const auto [oldSpan, newSpan] =
        std::mismatch(m_spans.begin(), m_spans.end(), block.spans.begin(), block.spans.end());
    if (oldSpan != m_spans.end()) {
        same = std::min(same, oldSpan->start);
    }
    if (newSpan != block.spans.end()) {
        same = std::min(same, newSpan->start);
    }
    // The links that were there are still the first ones, unless a definition has changed them.
    if (block.links.mid(0, m_links.size()) != m_links) {
        same = 0;
    }
    const bool changed = same < text.size() || same < m_text.size();
    if (changed) {
        replaceFrom(same, text, block);
        if (code) {
            measureCode(text, same);
        }
    }
    m_text = std::move(text);
    m_spans = block.spans;
    m_links = block.links;
}

void BlockText::replaceFrom(int offset, const QString& text, const Block& block) {
    QTextCursor cursor(document());
    cursor.beginEditBlock();
    cursor.movePosition(QTextCursor::End);
    cursor.setPosition(offset, QTextCursor::KeepAnchor);
    cursor.removeSelectedText();
    if (offset == 0 && block.kind != BlockKind::Code) {
        QTextBlockFormat format;
        const bool heading = block.kind == BlockKind::Heading;
        format.setLineHeight(
            (heading ? 1.0 + (m_appearance->lineHeight - 1.0) / 2 : m_appearance->lineHeight) * 100,
            QTextBlockFormat::ProportionalHeight);
        cursor.setBlockFormat(format);
    }
    const TextFormats formats(*m_appearance, document()->defaultFont());
    formats.insert(cursor, block, QStringView(text), offset,
                   std::min(m_length, static_cast<int>(text.size())));
    const int caretBegin = std::max(offset, m_length);
    if (caretBegin < text.size()) {
        cursor.insertText(text.mid(caretBegin), formats.caret());
    }
    cursor.endEditBlock();
}

/// Measures the lines of code from the one that holds `from` on.
void BlockText::measureCode(const QString& text, int from) {
    const QFontMetricsF metrics(document()->defaultFont());
    const qsizetype lineBegin = from > 0 ? text.lastIndexOf(u'\n', from - 1) + 1 : 0;
    qreal widest = lineBegin > 0 ? m_naturalWidth : 0;
    for (const QStringView line : QStringView(text).sliced(lineBegin).tokenize(u'\n')) {
        const qsizetype tabs = std::count(line.begin(), line.end(), u'\t');
        widest =
            std::max(widest, metrics.horizontalAdvance(line.toString()) +
                                 static_cast<qreal>(tabs) * kTabColumns * metrics.horizontalAdvance(u' '));
    }
    widest = std::ceil(widest);
    if (!qFuzzyCompare(widest, m_naturalWidth)) {
        m_naturalWidth = widest;
        emit naturalWidthChanged();
    }
}

void BlockText::fillTable(const Block& block) {
    const qreal width = m_table.width();
    const QString text = documentText(block, false);
    const TextFormats formats(*m_appearance, document()->defaultFont());
    const bool header = block.table.header;
    const int headerEnd = block.table.rows > 1
                              ? block.table.cellStarts[static_cast<std::size_t>(block.table.columns)]
                              : static_cast<int>(block.text.size()) + 1;
    m_table.fill(*document(), block, m_available, *m_appearance,
                 [&](QTextCursor& cursor, const Block& shown, int begin, int end) {
                     formats.insert(cursor, shown, text, begin, end,
                                    header && begin < headerEnd ? BoldStyle : 0);
                 });
    if (!qFuzzyCompare(width, m_table.width())) {
        emit tableChanged();
    }
}

void BlockText::readLayout() {
    const QTextDocument* target = document();
    if (target == nullptr) {
        return;
    }
    if (m_kind == BlockKind::Table) {
        QList<qreal> lines = m_table.rowLines();
        if (lines != m_rowLines) {
            m_rowLines = std::move(lines);
            emit rowLinesChanged();
        }
        return;
    }
    const QTextLayout* layout = target->firstBlock().layout();
    if (layout->lineCount() > 0) {
        const QTextLine line = layout->lineAt(0);
        const qreal baseline = line.y() + line.ascent();
        if (!qFuzzyCompare(baseline, m_firstBaseline)) {
            m_firstBaseline = baseline;
            emit firstBaselineChanged();
        }
    }
}

void BlockText::showSelection() {
    if (!m_complete || m_edit == nullptr) {
        return;
    }
    const auto range = m_selection == nullptr ? SelectionController::Range{} : m_selection->rangeIn(m_row);
    const int begin = std::clamp(range.begin, 0, m_length);
    const int end = std::clamp(range.end, 0, m_length);
    if (m_kind == BlockKind::Table) {
        showTableSelection(begin + TableText::documentOffset, end + TableText::documentOffset);
        return;
    }
    if (begin >= end) {
        if (m_edit->property("selectionStart") != m_edit->property("selectionEnd")) {
            QMetaObject::invokeMethod(m_edit, "deselect");
        }
    } else if (m_edit->property("selectionStart") != begin || m_edit->property("selectionEnd") != end) {
        QMetaObject::invokeMethod(m_edit, "select", Q_ARG(int, begin), Q_ARG(int, end));
    }
}

/// A document selects whole cells of a table, or none; this marks exactly the characters that will be copied.
void BlockText::showTableSelection(int begin, int end) {
    QTextCharFormat format;
    format.setBackground(m_edit->property("selectionColor").value<QColor>());
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        const int first = std::max(begin, block.position());
        const int last = std::min(end, block.position() + block.length() - 1);
        QList<QTextLayout::FormatRange> ranges;
        if (first < last) {
            ranges.append({first - block.position(), last - first, format});
        }
        if (block.layout()->formats() != ranges) {
            block.layout()->setFormats(ranges);
            document()->markContentsDirty(block.position(), block.length());
        }
    }
}

int BlockText::offsetAt(qreal x, qreal y) const {
    int position = 0;
    if (m_edit != nullptr) {
        QMetaObject::invokeMethod(m_edit, "positionAt", Q_RETURN_ARG(int, position), Q_ARG(qreal, x),
                                  Q_ARG(qreal, y));
    }
    return std::clamp(position - (m_kind == BlockKind::Table ? TableText::documentOffset : 0), 0, m_length);
}

void BlockText::showCursor(bool overLink) {
    if (m_edit != nullptr) {
        m_edit->setCursor(overLink ? Qt::PointingHandCursor : Qt::IBeamCursor);
    }
}

QString BlockText::linkAt(qreal x, qreal y) const {
    QString link;
    if (m_edit != nullptr) {
        QMetaObject::invokeMethod(m_edit, "linkAt", Q_RETURN_ARG(QString, link), Q_ARG(qreal, x),
                                  Q_ARG(qreal, y));
    }
    return isFollowable(link) ? link : QString();
}

}  // namespace hearth
