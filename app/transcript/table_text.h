#pragma once

#include "transcript/block.h"
#include "transcript/text_appearance.h"

#include <QFont>
#include <QPointer>
#include <QTextCursor>
#include <QTextTable>
#include <functional>
#include <vector>

namespace hearth {

/// A table block in a text document. Columns are as wide as their cells need; when they do not fit, the
/// widest give way down to a least width, so that one long cell never stretches the table.
class TableText {
 public:
    using Formatter = std::function<void(QTextCursor& cursor, const Block& block, int begin, int end)>;

    /// Brings the document to show `block`; only cells that differ are written.
    void fill(QTextDocument& document, const Block& block, qreal available, const TextAppearance& appearance,
              const Formatter& insert);
    void clear();

    qreal width() const { return m_width; }
    /// Where each row but the first begins, from the top of the document.
    QList<qreal> rowLines() const;

    /// Characters in the document before the text of the first cell.
    static constexpr int documentOffset = 1;

 private:
    static std::vector<qreal> columnWidths(const Block& block, qreal available, const QFont& font,
                                           qreal fontScale);
    void alignBaselines(const Block& block);
    void setColumnWidths(const std::vector<qreal>& widths);

    QPointer<QTextTable> m_table;
    Block m_shown;
    std::vector<qreal> m_widths;
    qreal m_width = 0;
    qreal m_padding = 0;
};

}  // namespace hearth
