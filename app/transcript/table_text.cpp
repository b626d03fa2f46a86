#include "transcript/table_text.h"

#include <QAbstractTextDocumentLayout>
#include <QFontMetricsF>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextLayout>
#include <algorithm>
#include <cmath>

namespace hearth {
namespace {

constexpr qreal kPaddingAcross = 12;
constexpr qreal kPaddingAlong = 7;
constexpr qreal kLeastColumn = 150;

struct CellRange {
    int begin = 0;
    int end = 0;
};

CellRange cellRange(const Block& block, int cell) {
    const auto& starts = block.table.cellStarts;
    const auto index = static_cast<std::size_t>(cell);
    const int end = index + 1 < starts.size() ? starts[index + 1] - 1 : static_cast<int>(block.text.size());
    return {starts[index], end};
}

/// The runs of a cell, from its beginning.
std::vector<InlineSpan> cellSpans(const Block& block, CellRange range) {
    std::vector<InlineSpan> spans;
    const auto first = std::lower_bound(block.spans.begin(), block.spans.end(), range.begin,
                                        [](const InlineSpan& span, int begin) { return span.start < begin; });
    for (auto span = first; span != block.spans.end() && span->start < range.end; ++span) {
        spans.push_back({span->start - range.begin, span->length, span->styles, span->link});
    }
    return spans;
}

Qt::Alignment textAlignment(CellAlignment alignment) {
    switch (alignment) {
        case CellAlignment::Leading:
            return Qt::AlignLeft;
        case CellAlignment::Centre:
            return Qt::AlignHCenter;
        case CellAlignment::Trailing:
            return Qt::AlignRight;
    }
    return Qt::AlignLeft;
}

}  // namespace

void TableText::clear() {
    m_table.clear();
    m_shown = Block{};
    m_widths.clear();
    m_width = 0;
}

void TableText::fill(QTextDocument& document, const Block& block, qreal available,
                     const TextAppearance& appearance, const Formatter& insert) {
    const TableShape& shape = block.table;
    if (shape.columns == 0 || shape.rows == 0) {
        document.clear();
        clear();
        return;
    }
    QTextCursor cursor(&document);
    cursor.beginEditBlock();
    if (m_table == nullptr || m_table->columns() != shape.columns || m_table->rows() > shape.rows ||
        m_shown.links != block.links) {
        cursor.select(QTextCursor::Document);
        cursor.removeSelectedText();
        clear();
        m_padding = kPaddingAlong * appearance.fontScale;
        QTextTableFormat format;
        format.setBorder(0);
        format.setCellSpacing(0);
        format.setCellPadding(0);
        m_table = cursor.insertTable(shape.rows, shape.columns, format);
    } else if (m_table->rows() < shape.rows) {
        m_table->appendRows(shape.rows - m_table->rows());
    }
    for (int cell = 0; cell < shape.rows * shape.columns; ++cell) {
        const CellRange range = cellRange(block, cell);
        const bool known = cell < static_cast<int>(m_shown.table.cellStarts.size());
        const CellRange shown = known ? cellRange(m_shown, cell) : CellRange{};
        if (known &&
            QStringView(block.text).sliced(range.begin, range.end - range.begin) ==
                QStringView(m_shown.text).sliced(shown.begin, shown.end - shown.begin) &&
            cellSpans(block, range) == cellSpans(m_shown, shown)) {
            continue;
        }
        const int column = cell % shape.columns;
        QTextTableCell tableCell = m_table->cellAt(cell / shape.columns, column);
        QTextTableCellFormat cellFormat;
        cellFormat.setTopPadding(m_padding);
        cellFormat.setBottomPadding(m_padding);
        cellFormat.setLeftPadding(column == 0 ? 0 : kPaddingAcross * appearance.fontScale);
        cellFormat.setRightPadding(kPaddingAcross * appearance.fontScale);
        tableCell.setFormat(cellFormat);
        QTextCursor inside = tableCell.firstCursorPosition();
        inside.setPosition(tableCell.lastCursorPosition().position(), QTextCursor::KeepAnchor);
        QTextBlockFormat blockFormat;
        blockFormat.setAlignment(textAlignment(shape.alignments[static_cast<std::size_t>(column)]));
        inside.setBlockFormat(blockFormat);
        inside.removeSelectedText();
        insert(inside, block, range.begin, range.end);
    }
    m_shown = block;
    const auto widths = columnWidths(block, available, document.defaultFont(), appearance.fontScale);
    if (widths != m_widths) {
        setColumnWidths(widths);
    }
    cursor.endEditBlock();
    alignBaselines(block);
}

/// Cells in different scripts have lines of different heights: those of one row are set on one line.
void TableText::alignBaselines(const Block& block) {
    const bool mixed = std::any_of(block.text.begin(), block.text.end(),
                                   [](QChar unit) { return unit.unicode() >= 0x2E80; });
    if (!mixed) {
        return;
    }
    m_table->document()->documentLayout()->documentSize();  // lays out
    QTextCursor cursor(m_table->document());
    cursor.beginEditBlock();
    for (int row = 0; row < m_table->rows(); ++row) {
        std::vector<qreal> ascents;
        for (int column = 0; column < m_table->columns(); ++column) {
            const QTextLayout* layout = m_table->cellAt(row, column).firstCursorPosition().block().layout();
            ascents.push_back(layout->lineCount() > 0 ? layout->lineAt(0).ascent() : 0);
        }
        const qreal highest = *std::max_element(ascents.begin(), ascents.end());
        for (int column = 0; column < m_table->columns(); ++column) {
            QTextTableCell cell = m_table->cellAt(row, column);
            QTextTableCellFormat format = cell.format().toTableCellFormat();
            const qreal padding = m_padding + highest - ascents[static_cast<std::size_t>(column)];
            if (!qFuzzyCompare(format.topPadding(), padding)) {
                format.setTopPadding(padding);
                cell.setFormat(format);
            }
        }
    }
    cursor.endEditBlock();
}

std::vector<qreal> TableText::columnWidths(const Block& block, qreal available, const QFont& font,
                                           qreal fontScale) {
    const TableShape& shape = block.table;
    QFont strong = font;
    strong.setWeight(QFont::DemiBold);
    const QFontMetricsF metrics(strong);
    std::vector<qreal> widths(static_cast<std::size_t>(shape.columns), 0);
    for (int cell = 0; cell < shape.rows * shape.columns; ++cell) {
        const CellRange range = cellRange(block, cell);
        // Longer text wraps in any case.
        const QString text = block.text.mid(range.begin, std::min(range.end - range.begin, 400));
        const auto column = static_cast<std::size_t>(cell % shape.columns);
        const qreal padding = (column == 0 ? 1 : 2) * kPaddingAcross * fontScale;
        widths[column] = std::max(widths[column], std::ceil(metrics.horizontalAdvance(text)) + padding + 2);
    }
    // The limit at which the columns fit: the ones below it keep their width.
    std::vector<qreal> sorted = widths;
    std::sort(sorted.begin(), sorted.end());
    qreal left = available;
    qreal limit = 0;
    for (std::size_t index = 0; index < sorted.size(); ++index) {
        limit = left / static_cast<qreal>(sorted.size() - index);
        if (sorted[index] > limit) {
            break;
        }
        left -= sorted[index];
        limit = sorted.back();
    }
    limit = std::max(limit, kLeastColumn * fontScale);
    for (qreal& width : widths) {
        width = std::min(width, std::floor(limit));
    }
    return widths;
}

void TableText::setColumnWidths(const std::vector<qreal>& widths) {
    m_widths = widths;
    m_width = 0;
    QList<QTextLength> constraints;
    for (const qreal width : widths) {
        constraints.append(QTextLength(QTextLength::FixedLength, width));
        m_width += width;
    }
    QTextTableFormat format = m_table->format();
    format.setColumnWidthConstraints(constraints);
    m_table->setFormat(format);
}

QList<qreal> TableText::rowLines() const {
    QList<qreal> lines;
    if (m_table == nullptr) {
        return lines;
    }
    const auto* layout = m_table->document()->documentLayout();
    for (int row = 1; row < m_table->rows(); ++row) {
        const QTextTableCell cell = m_table->cellAt(row, 0);
        const qreal top = layout->blockBoundingRect(cell.firstCursorPosition().block()).top();
        lines.append(std::round(top - cell.format().toTableCellFormat().topPadding()));
    }
    return lines;
}

}  // namespace hearth
