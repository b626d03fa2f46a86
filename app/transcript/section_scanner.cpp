#include "transcript/section_scanner.h"

#include "transcript/blank.h"
#include "transcript/text_cut.h"

namespace hearth {
namespace {

constexpr qsizetype kTextLimit = 8 * 1024;
constexpr qsizetype kListLimit = 24 * 1024;
constexpr qsizetype kFenceLimit = 24 * 1024;
constexpr int kFenceLines = 400;
// A line is cut only when this much more of it is known, so that a tag at the end of the text can still be
// taken back.
constexpr qsizetype kSlack = 64;

QStringView trimmedLeft(QStringView line) {
    qsizetype at = 0;
    while (at < line.size() && isBlank(line[at])) {
        ++at;
    }
    return line.sliced(at);
}

bool isBlankLine(QStringView line) {
    for (const QChar character : line) {
        if (!isBlank(character) && character != u'\r') {
            return false;
        }
    }
    return true;
}

struct ListMarker {
    QChar mark;      ///< bullet or delimiter
    int number = 0;  ///< of an ordered item
    bool ordered = false;
    bool empty = false;     ///< nothing follows on the line
    int contentOffset = 0;  ///< column of its content
};

std::optional<ListMarker> readListMarker(QStringView line, int indent) {
    const QStringView rest = trimmedLeft(line);
    if (rest.isEmpty()) {
        return std::nullopt;
    }
    ListMarker marker;
    qsizetype width = 0;
    if (rest[0] == u'-' || rest[0] == u'*' || rest[0] == u'+') {
        marker.mark = rest[0];
        width = 1;
    } else {
        while (width < rest.size() && width < 9 && rest[width] >= u'0' && rest[width] <= u'9') {
            marker.number = marker.number * 10 + (rest[width].unicode() - u'0');
            ++width;
        }
        if (width == 0 || width == rest.size() || (rest[width] != u'.' && rest[width] != u')')) {
            return std::nullopt;
        }
        marker.mark = rest[width];
        marker.ordered = true;
        ++width;
    }
    const QStringView content = rest.sliced(width);
    marker.empty = isBlankLine(content);
    if (!marker.empty && !isBlank(content[0])) {
        return std::nullopt;
    }
    const int column = indent + static_cast<int>(width);
    int gap = 0;
    for (const QChar character : content) {
        if (character == u' ') {
            ++gap;
        } else if (character == u'\t') {
            gap += 4 - (column + gap) % 4;
        } else {
            break;
        }
    }
    marker.contentOffset = column + (marker.empty || gap > 4 ? 1 : gap);
    return marker;
}

/// Three or more of one of * - _ with nothing but spaces between.
bool isThematicBreak(QStringView line) {
    const QStringView rest = trimmedLeft(line);
    if (rest.isEmpty() || (rest[0] != u'*' && rest[0] != u'-' && rest[0] != u'_')) {
        return false;
    }
    int count = 0;
    for (const QChar character : rest) {
        if (character == rest[0]) {
            ++count;
        } else if (!isBlank(character) && character != u'\r') {
            return false;
        }
    }
    return count >= 3;
}

bool isHeading(QStringView line) {
    const QStringView rest = trimmedLeft(line);
    qsizetype level = 0;
    while (level < rest.size() && rest[level] == u'#') {
        ++level;
    }
    return level >= 1 && level <= 6 && (level == rest.size() || isBlank(rest[level]) || rest[level] == u'\r');
}

}  // namespace

bool isDelimiterRow(QStringView line) {
    bool dash = false;
    bool pipe = false;
    for (const QChar character : line) {
        dash = dash || character == u'-';
        pipe = pipe || character == u'|';
        if (character != u'-' && character != u'|' && character != u':' && character != u'\r' &&
            !isBlank(character)) {
            return false;
        }
    }
    return dash && pipe;
}

int indentOf(QStringView line) {
    int column = 0;
    for (const QChar character : line) {
        if (character == u' ') {
            ++column;
        } else if (character == u'\t') {
            column += 4 - column % 4;
        } else {
            break;
        }
    }
    return column;
}

std::optional<Fence> readFence(QStringView line) {
    const int indent = indentOf(line);
    const QStringView rest = trimmedLeft(line);
    if (indent > 3 || rest.isEmpty() || (rest[0] != u'`' && rest[0] != u'~')) {
        return std::nullopt;
    }
    qsizetype length = 0;
    while (length < rest.size() && rest[length] == rest[0]) {
        ++length;
    }
    if (length < 3 || (rest[0] == u'`' && rest.sliced(length).contains(u'`'))) {
        return std::nullopt;
    }
    return Fence{rest[0], static_cast<int>(length), indent};
}

bool closesFence(QStringView line, const Fence& fence) {
    if (indentOf(line) > 3) {
        return false;
    }
    const QStringView rest = trimmedLeft(line);
    qsizetype length = 0;
    while (length < rest.size() && rest[length] == fence.mark) {
        ++length;
    }
    return length >= fence.length && isBlankLine(rest.sliced(length));
}

void SectionScanner::advance(QStringView source, std::vector<Section>& ended) {
    while (lineBegin_ < source.size()) {
        const QStringView rest = source.sliced(lineBegin_);
        const qsizetype lineFeed = rest.indexOf(u'\n');
        const qsizetype limit = insideFence() ? kFenceLimit : kTextLimit;
        if ((lineFeed < 0 ? rest.size() : lineFeed) >= limit + kSlack) {
            cutLine(rest.first(limit + kSlack), limit, ended);
            continue;
        }
        if (lineFeed < 0) {
            return;
        }
        const qsizetype next = lineBegin_ + lineFeed + 1;
        readLine(rest.first(lineFeed), lineBegin_, next, ended);
        lineBegin_ = next;
    }
}

void SectionScanner::cutLine(QStringView head, qsizetype limit, std::vector<Section>& ended) {
    const bool fenced = insideFence();
    if (!fenced) {
        readLine(head, lineBegin_, lineBegin_, ended);
        // An opening fence of this length is none that a person wrote: it is text.
        current_.kind = SectionKind::Text;
    }
    const Fence fence = current_.fence;
    lineBegin_ += cutPosition(head, limit);
    endAt(lineBegin_, ended);
    if (fenced) {
        continueFence(fence);
    }
    current_.midLine = true;
    empty_ = false;
    afterBlank_ = false;
}

void SectionScanner::continueFence(const Fence& fence) {
    current_.kind = SectionKind::Fence;
    current_.fence = fence;
    current_.continuesFence = true;
    empty_ = false;
}

void SectionScanner::readLine(QStringView line, qsizetype begin, qsizetype next,
                              std::vector<Section>& ended) {
    if (current_.kind == SectionKind::Fence) {
        if (closesFence(line, current_.fence)) {
            endAt(next, ended);
        } else if (++fenceLines_ >= kFenceLines || next - current_.begin > kFenceLimit) {
            const Fence fence = current_.fence;
            endAt(next, ended);
            continueFence(fence);
        }
        return;
    }
    if (isBlankLine(line)) {
        afterBlank_ = true;
        pipeBefore_ = false;
        afterQuote_ = false;
        return;
    }
    const bool inLine = current_.midLine && begin == current_.begin;
    const int indent = indentOf(line);
    const bool inList = current_.kind == SectionKind::List;
    const bool insideItem = inList && indent >= contentOffset_;
    const bool afterBlank = afterBlank_;
    const bool afterQuote = afterQuote_;
    if (!inLine && indent <= 3 && !insideItem) {
        if (const auto fence = readFence(line)) {
            beginAt(begin, ended);
            current_.kind = SectionKind::Fence;
            current_.fence = *fence;
            return;
        }
        const bool thematic = isThematicBreak(line);
        const bool underlines =
            thematic && !inList && !afterBlank && !empty_ && !afterQuote && line.contains(u'-');
        if (isHeading(line) || (thematic && !underlines)) {
            beginAt(begin, ended);
            if (next > begin) {
                endAt(next, ended);
            }
            return;
        }
        const auto marker = thematic ? std::nullopt : readListMarker(line, indent);
        if (marker) {
            const bool interrupts = !marker->empty && (!marker->ordered || marker->number == 1);
            if (inList || afterBlank || empty_ || afterQuote || interrupts) {
                const bool continues = inList && marker->mark == listMark_;
                beginAt(begin, ended);
                current_.kind = SectionKind::List;
                current_.continuesList = continues;
                contentOffset_ = marker->contentOffset;
                listMark_ = marker->mark;
                return;
            }
        }
    }
    if (afterBlank) {
        table_ = TableHead{};
    }
    const bool endsList = inList && afterBlank && !insideItem;
    const bool endsText = !inList && afterBlank && !empty_ && indent <= 3;
    const bool tooLong = begin - current_.begin > (inList ? kListLimit : kTextLimit);
    if (endsList || endsText) {
        beginAt(begin, ended);
    } else if (tooLong) {
        const TableHead table = table_;
        beginAt(begin, ended);
        table_ = table;
        current_.delimiterBegin = table.begin;
        current_.delimiterEnd = table.end;
        current_.dedent = insideItem ? indent : 0;
    }
    afterBlank_ = false;
    afterQuote_ = line.trimmed().startsWith(u'>');
    if (next > begin && pipeBefore_ && !inList && !afterBlank && isDelimiterRow(line)) {
        table_ = TableHead{begin, begin + line.size()};
    }
    pipeBefore_ = line.contains(u'|');
    empty_ = false;
}

/// Ends what came before a line with text, and begins a section with it.
void SectionScanner::beginAt(qsizetype offset, std::vector<Section>& ended) {
    endAt(offset, ended);
    afterBlank_ = false;
    empty_ = false;
}

void SectionScanner::endAt(qsizetype offset, std::vector<Section>& ended) {
    if (offset > current_.begin) {
        current_.end = offset;
        ended.push_back(current_);
    }
    current_ = Section{};
    current_.begin = offset;
    contentOffset_ = 0;
    fenceLines_ = 0;
    table_ = TableHead{};
    afterBlank_ = true;
    afterQuote_ = false;
    pipeBefore_ = false;
    empty_ = true;
}

Section SectionScanner::open(QStringView source) const {
    Section section = current_;
    section.end = source.size();
    return section;
}

}  // namespace hearth
