#include "transcript/text_formats.h"

#include <algorithm>
#include <cmath>

namespace hearth {

void TextFormats::insert(QTextCursor& cursor, const Block& block, QStringView text, int begin, int end,
                         quint8 more) const {
    const QTextCharFormat plain = format(more, QString());
    int at = begin;
    const auto put = [&](int until, const QTextCharFormat& format) {
        if (until > at) {
            cursor.insertText(text.sliced(at, until - at).toString(), format);
            at = until;
        }
    };
    for (const InlineSpan& span : block.spans) {
        const int spanEnd = std::min(span.start + span.length, end);
        if (spanEnd <= at) {
            continue;
        }
        if (span.start >= end) {
            break;
        }
        put(std::max(at, span.start), plain);
        put(spanEnd, format(span.styles | more, span.link >= 0 ? block.links.value(span.link) : QString()));
    }
    put(end, plain);
}

QTextCharFormat TextFormats::caret() const {
    QTextCharFormat format;
    format.setForeground(m_appearance.caret);
    return format;
}

QTextCharFormat TextFormats::format(quint8 styles, const QString& address) const {
    QTextCharFormat format;
    if ((styles & BoldStyle) != 0) {
        format.setFontWeight(m_appearance.strongWeight);
    }
    if ((styles & ItalicStyle) != 0) {
        format.setFontItalic(true);
    }
    if ((styles & StrikeStyle) != 0) {
        format.setFontStrikeOut(true);
    }
    if ((styles & CodeStyle) != 0) {
        format.setFontFamilies({m_appearance.monoFamily});
        format.setFontFixedPitch(true);
        // Mono letters look larger than the sans at the same size.
        format.setProperty(QTextFormat::FontPixelSize,
                           static_cast<int>(std::lround(m_font.pixelSize() * 0.9)));
        format.setBackground(m_appearance.codeGround);
    }
    if ((styles & ImageStyle) != 0) {
        format.setForeground(m_appearance.muted);
    }
    if (!address.isEmpty()) {
        format.setAnchor(true);
        format.setAnchorHref(address);
        format.setForeground(m_appearance.link);
        format.setFontUnderline(true);
    }
    return format;
}

}  // namespace hearth
