#pragma once

#include "transcript/block.h"
#include "transcript/text_appearance.h"

#include <QFont>
#include <QStringView>
#include <QTextCharFormat>
#include <QTextCursor>

namespace hearth {

/// The formats of the runs of a block.
class TextFormats {
 public:
    TextFormats(const TextAppearance& appearance, const QFont& font)
        : m_appearance(appearance), m_font(font) {}

    /// Inserts text[begin, end) with the runs that `block` has there; `more` styles are added to all of it.
    void insert(QTextCursor& cursor, const Block& block, QStringView text, int begin, int end,
                quint8 more = 0) const;
    QTextCharFormat caret() const;

 private:
    QTextCharFormat format(quint8 styles, const QString& address) const;

    const TextAppearance& m_appearance;
    QFont m_font;
};

}  // namespace hearth
