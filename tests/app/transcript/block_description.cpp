#include "block_description.h"

#include <QStringList>

namespace hearth {
namespace {

QString styleLetters(quint8 styles) {
    QString letters;
    for (int bit = 0; bit < 7; ++bit) {
        if ((styles & (1 << bit)) != 0) {
            letters += QStringLiteral("biscmal")[bit];
        }
    }
    return letters;
}

QString styledText(const Block& block) {
    QString text;
    int at = 0;
    for (const InlineSpan& span : block.spans) {
        text += block.text.mid(at, span.start - at);
        text += u'{' + styleLetters(span.styles) + u':' + block.text.mid(span.start, span.length);
        if (span.link >= 0) {
            text += QStringLiteral(" -> ") + block.links.value(span.link);
        }
        text += u'}';
        at = span.start + span.length;
    }
    text += block.text.mid(at);
    text.replace(QChar::LineSeparator, QChar(0x23CE));
    text.replace(u'\n', QChar(0x23CE));
    text.replace(u'\t', u'|');
    return text;
}

}  // namespace

QString describe(const Block& block) {
    QString kind;
    switch (block.kind) {
        case BlockKind::Paragraph:
            kind = QStringLiteral("p");
            break;
        case BlockKind::Heading:
            kind = QStringLiteral("h") + QString::number(block.level);
            break;
        case BlockKind::ListItem:
            kind = QStringLiteral("li");
            break;
        case BlockKind::Code:
            kind =
                QStringLiteral("code ") + (block.language.isEmpty() ? QStringLiteral("-") : block.language);
            break;
        case BlockKind::Table:
            kind = QStringLiteral("table %1x%2%3")
                       .arg(block.table.columns)
                       .arg(block.table.rows)
                       .arg(block.table.header ? QString() : QStringLiteral(" headless"));
            break;
        case BlockKind::Mathematics:
            kind = QStringLiteral("math");
            break;
        case BlockKind::Rule:
            kind = QStringLiteral("hr");
            break;
        case BlockKind::Image:
            kind = QStringLiteral("img");
            break;
    }
    QString line = QString(block.quoteDepth, u'>') + kind;
    if (block.listDepth > 0) {
        line += u'@' + QString::number(block.listDepth);
    }
    if (!block.marker.isEmpty()) {
        line += u' ' + block.marker;
    }
    if (block.task != TaskState::None) {
        line += block.task == TaskState::Done ? QStringLiteral(" [x]") : QStringLiteral(" [ ]");
    }
    if (block.continues) {
        line += QStringLiteral(" +");
    }
    const QString text = styledText(block);
    return text.isEmpty() ? line : line + u' ' + text;
}

QString describe(const std::vector<Block>& blocks) {
    QStringList lines;
    for (const Block& block : blocks) {
        lines += describe(block);
    }
    return lines.join(u'\n');
}

}  // namespace hearth
