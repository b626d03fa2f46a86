#include "transcript/markdown_parser.h"

#include "transcript/block_builder.h"
#include "transcript/code_highlighter.h"

#include <algorithm>

namespace hearth {
namespace {

/// The lines of a fence without its own lines and its indent.
ParsedSection parseFence(QStringView source, const Section& section, const SectionCarry& carry) {
    QStringView body = source.sliced(section.begin, section.end - section.begin);
    Block block;
    block.kind = BlockKind::Code;
    block.continues = section.continuesFence;
    block.joint = section.midLine ? Joint::None : section.continuesFence ? Joint::Line : Joint::Blank;
    block.language = carry.language;
    block.codeState = section.continuesFence ? carry.codeState : 0;
    if (!section.continuesFence) {
        const qsizetype lineFeed = body.indexOf(u'\n');
        const QStringView head = lineFeed < 0 ? body : body.first(lineFeed);
        QStringView info = head.trimmed();
        while (!info.isEmpty() && info[0] == section.fence.mark) {
            info = info.sliced(1);
        }
        info = info.trimmed();
        qsizetype word = 0;
        while (word < info.size() && !info[word].isSpace() && info[word] != u'{') {
            ++word;
        }
        block.language = info.first(word).toString();
        body = lineFeed < 0 ? QStringView() : body.sliced(lineFeed + 1);
    }
    bool first = true;
    bool closed = false;
    for (qsizetype at = 0; at < body.size() || (first && !body.isEmpty());) {
        const qsizetype lineFeed = body.indexOf(u'\n', at);
        const qsizetype end = lineFeed < 0 ? body.size() : lineFeed;
        QStringView line = body.sliced(at, end - at);
        at = end + 1;
        const bool midLine = first && section.midLine;
        if (at >= body.size() && !midLine && closesFence(line, section.fence)) {
            closed = true;
            break;
        }
        if (!first) {
            block.text += u'\n';
        }
        for (int column = 0; !midLine && column < section.fence.indent && line.startsWith(u' '); ++column) {
            line = line.sliced(1);
        }
        if (line.endsWith(u'\r')) {
            line.chop(1);
        }
        block.text += line;
        first = false;
    }
    ParsedSection parsed;
    parsed.carry.language = block.language;
    if (section.end < source.size() && !closed) {
        parsed.carry.codeState =
            highlightCode(codeLanguage(block.language), block.text, block.codeState, nullptr);
    }
    if (!(block.continues && block.text.isEmpty())) {
        parsed.blocks.push_back(std::move(block));
    }
    return parsed;
}

QString dedented(QStringView text, int columns) {
    QString result;
    for (qsizetype at = 0; at < text.size();) {
        const qsizetype lineFeed = text.indexOf(u'\n', at);
        const qsizetype end = lineFeed < 0 ? text.size() : lineFeed + 1;
        for (int column = 0; column < columns && at < end && text[at] == u' '; ++column) {
            ++at;
        }
        result += text.sliced(at, end - at);
        at = end;
    }
    return result;
}

/// A head for the rows of a table that was cut: as many empty cells as the delimiter row has.
QString tableHead(QStringView delimiters) {
    QString head;
    for (const QChar character : delimiters) {
        if (character == u'-' && !head.endsWith(u' ')) {
            head += u' ';
        } else if (character == u'|') {
            head += u'|';
        }
    }
    return head + u'\n' + delimiters.toString() + u'\n';
}

}  // namespace

ParsedSection parseSection(QStringView source, const Section& section, const SectionCarry& carry,
                           const std::vector<LinkDefinition>& definitions) {
    if (section.kind == SectionKind::Fence) {
        return parseFence(source, section, carry);
    }
    const QStringView text = source.sliced(section.begin, section.end - section.begin);
    ParsedSection parsed;
    parsed.mayRefer = text.contains(u'[');
    const bool continuesTable = section.delimiterEnd > section.delimiterBegin;
    QString changed;
    if (section.dedent > 0) {
        changed = dedented(text, section.dedent);
    } else if (continuesTable) {
        changed =
            tableHead(source.sliced(section.delimiterBegin, section.delimiterEnd - section.delimiterBegin)) +
            text.toString();
    }
    const MarkdownPreparation preparation(
        changed.isEmpty() ? text : QStringView(changed),
        section.midLine ? MarkdownPreparation::Start::MidLine : MarkdownPreparation::Start::Line);
    parsed.definitions = preparation.definitions();
    QByteArray utf8 = preparation.utf8();
    if (parsed.mayRefer) {
        utf8 += "\n\n";
        for (const LinkDefinition& definition : definitions) {
            utf8 += definition.line.toUtf8() + '\n';
        }
    }
    BlockBuilder builder(preparation);
    if (section.continuesList) {
        builder.continueList(carry.nextNumber);
    }
    if (continuesTable) {
        builder.continueTable();
    }
    parsed.blocks = builder.build(utf8);
    parsed.carry.nextNumber = builder.nextNumber();
    if (section.midLine && !parsed.blocks.empty()) {
        parsed.blocks.front().joint = Joint::None;
    }
    return parsed;
}

}  // namespace hearth
