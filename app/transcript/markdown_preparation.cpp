#include "transcript/markdown_preparation.h"

#include "transcript/blank.h"
#include "transcript/block.h"
#include "transcript/section_scanner.h"

#include <QStringBuilder>
#include <algorithm>

namespace hearth {
namespace {

constexpr QChar kInsetEnd{0xFDEF};
constexpr char16_t kFirstDigit = 0xFDD1;  // sixteen digits
constexpr qsizetype kLongestMath = 4000;

bool isReserved(QChar character) {
    return (character.unicode() >= 0xFDD0 && character.unicode() <= 0xFDEF) ||
           character == MarkdownPreparation::flank;
}

bool isWide(QChar character) {
    const char16_t unit = character.unicode();
    return (unit >= 0x2E80 && unit <= 0x9FFF) || (unit >= 0xAC00 && unit <= 0xD7AF) ||
           (unit >= 0xF900 && unit <= 0xFAFF) || (unit >= 0xFF00 && unit <= 0xFFEF) ||
           (unit >= 0x2018 && unit <= 0x201F);
}

bool isSign(QChar character) {
    return character.isPunct() || character.isSymbol();
}

qsizetype lineEnd(QStringView text, qsizetype at) {
    const qsizetype found = text.indexOf(u'\n', at);
    return found < 0 ? text.size() : found;
}

/// Past white space, quote marks and list markers; `containers` counts the latter two.
qsizetype bodyBegin(QStringView text, qsizetype begin, qsizetype end, int& containers) {
    qsizetype at = begin;
    while (at < end && containers <= MarkdownPreparation::maxContainers) {
        const QChar character = text[at];
        if (isBlank(character)) {
            ++at;
            continue;
        }
        if (character == u'>') {
            ++containers;
            ++at;
            continue;
        }
        qsizetype marker = at;
        if (character == u'-' || character == u'*' || character == u'+') {
            ++marker;
        } else {
            while (marker < end && marker - at < 9 && text[marker].isDigit()) {
                ++marker;
            }
            if (marker == at || marker == end || (text[marker] != u'.' && text[marker] != u')')) {
                return at;
            }
            ++marker;
        }
        if (marker < end && !isBlank(text[marker])) {
            return at;
        }
        ++containers;
        at = marker;
    }
    return at;
}

/// Cells of a table row: pipes that no backslash escapes, the outer ones aside.
int cellCount(QStringView line) {
    const QStringView row = line.trimmed();
    int cells = 1;
    for (qsizetype at = 0; at < row.size(); ++at) {
        if (row[at] == u'\\') {
            ++at;
        } else if (row[at] == u'|' && at > 0 && at + 1 < row.size()) {
            ++cells;
        }
    }
    return cells;
}

/// The delimiter row with three dashes at least in each cell.
QString widenedDelimiters(QStringView line) {
    QString wide;
    for (qsizetype at = 0; at < line.size();) {
        if (line[at] != u'-') {
            wide += line[at++];
            continue;
        }
        qsizetype end = at;
        while (end < line.size() && line[end] == u'-') {
            ++end;
        }
        wide += QString(std::max<qsizetype>(3, end - at), u'-');
        at = end;
    }
    return wide;
}

bool looksLikeMath(QStringView tex) {
    if (tex.isEmpty() || tex.size() > kLongestMath) {
        return false;
    }
    if (!tex[0].isDigit() || !tex.contains(u' ')) {
        return true;
    }
    return std::any_of(tex.begin(), tex.end(),
                       [](QChar character) { return QStringView(u"\\^_=+*/<>{}").contains(character); });
}

bool hasBlankLine(QStringView text) {
    qsizetype at = text.indexOf(u'\n');
    while (at >= 0) {
        const qsizetype next = text.indexOf(u'\n', at + 1);
        if (next >= 0 && text.sliced(at, next - at).trimmed().isEmpty()) {
            return true;
        }
        at = next;
    }
    return false;
}

/// Content of a quoted or indented piece of several lines: without the marks at the beginning of each.
QString withoutLinePrefixes(QStringView tex) {
    QString clean;
    qsizetype at = 0;
    bool first = true;
    while (at <= tex.size()) {
        const qsizetype end = lineEnd(tex, at);
        QStringView line = tex.sliced(at, end - at);
        if (!first) {
            clean += u'\n';
            while (!line.isEmpty() && (isBlank(line[0]) || line[0] == u'>')) {
                line = line.sliced(1);
            }
        }
        clean += line;
        first = false;
        at = end + 1;
    }
    return clean.trimmed();
}

}  // namespace

QString foldedLabel(QStringView label) {
    return label.toString().simplified().toCaseFolded();
}

MarkdownPreparation::MarkdownPreparation(QStringView text, Start start) {
    prepared_.reserve(text.size() + text.size() / 8 + 16);
    if (start == Start::MidLine) {
        putNothing();
    }
    prepareLines(text);
}

void MarkdownPreparation::prepareLines(QStringView text) {
    std::optional<Fence> fence;
    bool inTable = false;
    int tableColumns = 0;
    bool textBefore = false;
    qsizetype at = 0;
    while (at < text.size()) {
        qsizetype end = lineEnd(text, at);
        int containers = 0;
        const qsizetype body = bodyBegin(text, at, end, containers);
        const QStringView line = text.sliced(at, end - at);
        const QStringView bodyLine = text.sliced(body, end - body);
        const auto opened = fence ? std::nullopt : readFence(bodyLine);
        if (fence || opened) {
            putAll(line);
            if (fence && closesFence(bodyLine, *fence)) {
                fence.reset();
            } else if (opened) {
                fence = opened;
            }
            textBefore = inTable = false;
        } else if (bodyLine.trimmed().isEmpty()) {
            putAll(line);
            textBefore = inTable = boldOpen_ = false;
        } else {
            const bool last = end == text.size();
            const qsizetype belowLineEnd = last ? end : lineEnd(text, end + 1);
            int belowContainers = 0;
            const qsizetype belowBegin = last ? end : bodyBegin(text, end + 1, belowLineEnd, belowContainers);
            const QStringView below = text.sliced(belowBegin, belowLineEnd - belowBegin);
            const int columns = cellCount(below);
            const bool table = !inTable && bodyLine.contains(u'|') && isDelimiterRow(below) &&
                               !isDelimiterRow(bodyLine) && columns == cellCount(bodyLine);
            if (table && textBefore && containers == 0 && columns <= maxColumns) {
                prepared_ += u'\n';
            }
            noteDefinition(line);
            putAll(text.sliced(at, body - at));
            if (containers > maxContainers) {
                putNothing();
            }
            bodyBegin_ = body;
            pipesLeft_.reset();
            if (inTable) {
                const qsizetype length = bodyLine.trimmed().size();
                pipesLeft_ = tableColumns - (bodyLine.startsWith(u'|') ? 0 : 1);
                lastPipe_ = body + length - 1;
            }
            qsizetype stop = prepareInline(text, body, end);
            while (stop > end) {
                end = lineEnd(text, stop);
                bodyBegin_ = -1;
                stop = prepareInline(text, stop, end);
            }
            if (table && end < belowBegin) {
                putTable(text, end, belowBegin, belowLineEnd, columns);
                inTable = columns <= maxColumns;
                tableColumns = columns;
                end = belowLineEnd;
            }
            textBefore = true;
        }
        if (end < text.size()) {
            prepared_ += u'\n';
        }
        at = end + 1;
    }
}

void MarkdownPreparation::putTable(QStringView text, qsizetype end, qsizetype belowBegin, qsizetype belowEnd,
                                   int columns) {
    putAll(text.sliced(end, belowBegin - end));
    const QStringView below = text.sliced(belowBegin, belowEnd - belowBegin);
    if (columns > maxColumns) {
        putNothing();
        prepared_ += below;
    } else {
        prepared_ += widenedDelimiters(below);
    }
}

/// Returns where it stopped: `end`, or further on where maths reaches over the end of the line.
qsizetype MarkdownPreparation::prepareInline(QStringView text, qsizetype begin, qsizetype end) {
    noCode_.clear();
    noParentheses_ = false;
    qsizetype at = begin;
    while (at < end) {
        const QChar character = text[at];
        if (character == u'\\' || character == u'$') {
            if (const qsizetype next = tryMath(text, at, end); next > at) {
                at = next;
                continue;
            }
            const qsizetype length = at + 1 < end && (character == u'\\' || text[at + 1] == u'$') ? 2 : 1;
            putAll(text.sliced(at, length));
            at += length;
        } else if (character == u'`') {
            const qsizetype next = endOfCode(text, at, end);
            putCode(text.sliced(at, next - at));
            at = next;
        } else if (character == u'|') {
            putPipe(at);
            ++at;
        } else if (character == u'*') {
            at = putStars(text, at, end);
        } else if (character == u'~') {
            at = putTildes(text, at, end);
        } else {
            putChar(character);
            ++at;
            if (character == u']') {
                putDefinitionGuard(text, at, end);
            }
        }
    }
    return at;
}

/// Behind the code span that begins at `at`; behind its backticks when the line does not end it.
qsizetype MarkdownPreparation::endOfCode(QStringView text, qsizetype at, qsizetype end) {
    qsizetype open = at;
    while (open < end && text[open] == u'`') {
        ++open;
    }
    const qsizetype length = open - at;
    if (noCode_.contains(length)) {
        return open;
    }
    for (qsizetype scan = open; scan < end;) {
        if (text[scan] != u'`') {
            ++scan;
            continue;
        }
        qsizetype close = scan;
        while (close < end && text[close] == u'`') {
            ++close;
        }
        if (close - scan == length) {
            return close;
        }
        scan = close;
    }
    noCode_.insert(length);
    return open;
}

/// Behind the maths that begins at `at`, or `at` when none does.
qsizetype MarkdownPreparation::tryMath(QStringView text, qsizetype at, qsizetype end) {
    if (text[at] == u'$') {
        if (at + 1 < end && text[at + 1] == u'$') {
            const qsizetype next = noDollars_ ? at : tryDisplay(text, at, 2, u"$$");
            noDollars_ = noDollars_ || next < 0;
            return std::max(at, next);
        }
        return tryDollars(text, at, end);
    }
    if (at + 1 < end && text[at + 1] == u'(') {
        return tryParentheses(text, at, end);
    }
    const bool beginsLine = at == bodyBegin_;
    if (beginsLine && at + 1 < end && text[at + 1] == u'[') {
        const qsizetype next = noBrackets_ ? at : tryDisplay(text, at, 2, u"\\]");
        noBrackets_ = noBrackets_ || next < 0;
        return std::max(at, next);
    }
    static constexpr QStringView kBegin = u"\\begin{";
    if (beginsLine && text.sliced(at, std::min(kBegin.size(), end - at)) == kBegin) {
        const qsizetype brace = text.indexOf(u'}', at);
        if (brace > 0 && brace < end && brace - at < 32) {
            const QString close = u"\\end{" % text.sliced(at + kBegin.size(), brace + 1 - at - kBegin.size());
            return std::max(at, tryDisplay(text, at, 0, close));
        }
    }
    return at;
}

/// $…$ on one line. The next dollar decides, so that the time stays linear.
qsizetype MarkdownPreparation::tryDollars(QStringView text, qsizetype at, qsizetype end) {
    if (at > 0 && (text[at - 1].isLetterOrNumber() && !isWide(text[at - 1]))) {
        return at;
    }
    if (at + 1 >= end || text[at + 1].isSpace()) {
        return at;
    }
    qsizetype close = at + 1;
    while (close < end && text[close] != u'$') {
        close += text[close] == u'\\' ? 2 : 1;
    }
    if (close >= end || text[close - 1].isSpace()) {
        return at;
    }
    const QChar after = close + 1 < end ? text[close + 1] : QChar(u' ');
    const QStringView tex = text.sliced(at + 1, close - at - 1);
    if (after == u'$' || (after.isLetterOrNumber() && !isWide(after)) || !looksLikeMath(tex)) {
        return at;
    }
    putInset({Inset::Kind::InlineMath, text.sliced(at, close + 1 - at).toString(), tex.toString()});
    return close + 1;
}

qsizetype MarkdownPreparation::tryParentheses(QStringView text, qsizetype at, qsizetype end) {
    if (noParentheses_) {
        return at;
    }
    const qsizetype close = text.first(end).indexOf(u"\\)", at + 2);
    if (close < 0) {
        noParentheses_ = true;
        return at;
    }
    const QStringView tex = text.sliced(at + 2, close - at - 2).trimmed();
    if (tex.isEmpty() || tex.size() > kLongestMath) {
        return at;
    }
    putInset({Inset::Kind::InlineMath, text.sliced(at, close + 2 - at).toString(), tex.toString()});
    return close + 2;
}

/// Maths that is set apart, perhaps over several lines of one paragraph. Negative when `close` does not
/// follow.
qsizetype MarkdownPreparation::tryDisplay(QStringView text, qsizetype at, qsizetype open, QStringView close) {
    const qsizetype found = text.indexOf(close, at + std::max<qsizetype>(open, 1));
    if (found < 0) {
        return -1;
    }
    const qsizetype next = found + close.size();
    const bool environment = open == 0;
    const QStringView inner =
        environment ? text.sliced(at, next - at) : text.sliced(at + open, found - at - open);
    if (inner.trimmed().isEmpty() || inner.size() > kLongestMath || hasBlankLine(inner)) {
        return at;
    }
    if (close != u"$$" && !text.sliced(next, lineEnd(text, next) - next).trimmed().isEmpty()) {
        return at;
    }
    putInset({Inset::Kind::DisplayMath, text.sliced(at, next - at).toString(), withoutLinePrefixes(inner)});
    return next;
}

/// Puts a run of stars. Rules made for spaces between words refuse "**重点：**请" and "这是**“重点”**": a
/// flank helps.
qsizetype MarkdownPreparation::putStars(QStringView text, qsizetype at, qsizetype end) {
    qsizetype behind = at;
    while (behind < end && text[behind] == u'*') {
        ++behind;
    }
    const QStringView run = text.sliced(at, behind - at);
    const QChar before = at > 0 ? text[at - 1] : QChar(u' ');
    const QChar after = behind < end ? text[behind] : QChar(u' ');
    const bool turns = run.size() == 2 && (boldOpen_ ? !before.isSpace() : !after.isSpace());
    const bool opens = turns && !boldOpen_ && isSign(after) && before.isLetterOrNumber() &&
                       (isWide(before) || isWide(after));
    const bool closes =
        turns && boldOpen_ && isSign(before) && after.isLetterOrNumber() && (isWide(before) || isWide(after));
    if (opens) {
        prepared_ += flank;
    }
    prepared_ += run;
    if (closes) {
        prepared_ += flank;
    }
    boldOpen_ = boldOpen_ != turns;
    return behind;
}

/// Puts a code span. In a table a pipe in it is part of the code.
void MarkdownPreparation::putCode(QStringView code) {
    for (qsizetype at = 0; at < code.size(); ++at) {
        if (code[at] == u'|' && pipesLeft_ && code[at - 1] != u'\\') {
            prepared_ += u'\\';
        }
        putChar(code[at]);
    }
}

/// Puts a pipe. In a table one beyond the last column is text: otherwise what follows it would be dropped.
void MarkdownPreparation::putPipe(qsizetype at) {
    if (pipesLeft_ && at != lastPipe_ && (*pipesLeft_)-- <= 0) {
        prepared_ += u'\\';
    }
    prepared_ += u'|';
}

/// Puts a run of tildes. One alone is no strike but a range ("3~5"), whatever stands around it.
qsizetype MarkdownPreparation::putTildes(QStringView text, qsizetype at, qsizetype end) {
    qsizetype behind = at;
    while (behind < end && text[behind] == u'~') {
        ++behind;
    }
    if (behind - at == 1) {
        putInset({Inset::Kind::Literal, QString(u'~'), QString()});
    } else {
        prepared_ += text.sliced(at, behind - at);
    }
    return behind;
}

/// Behind a "]": keeps "[label]: text" from being swallowed as a definition when the text is no web address.
void MarkdownPreparation::putDefinitionGuard(QStringView text, qsizetype at, qsizetype end) {
    if (at >= end || text[at] != u':') {
        return;
    }
    QStringView address = text.sliced(at + 1, end - at - 1).trimmed();
    if (address.startsWith(u'<')) {
        address = address.sliced(1);
    }
    if (!isFollowable(address)) {
        putNothing();
    }
}

void MarkdownPreparation::noteDefinition(QStringView line) {
    const QStringView rest = line.trimmed();
    const qsizetype close = rest.indexOf(u"]:");
    if (indentOf(line) > 3 || !rest.startsWith(u'[') || close < 2 || rest.size() > 2000) {
        return;
    }
    if (isFollowable(rest.sliced(close + 2).trimmed())) {
        definitions_.push_back({foldedLabel(rest.sliced(1, close - 1)), rest.toString()});
    }
}

void MarkdownPreparation::putAll(QStringView text) {
    for (const QChar character : text) {
        putChar(character);
    }
}

void MarkdownPreparation::putChar(QChar character) {
    if (isReserved(character)) {
        putInset({Inset::Kind::Literal, QString(character), QString()});
    } else {
        prepared_ += character;
    }
}

void MarkdownPreparation::putNothing() {
    putInset({Inset::Kind::Literal, QString(), QString()});
}

void MarkdownPreparation::putInset(Inset inset) {
    prepared_ += insetMark;
    for (std::size_t index = insets_.size(); index > 0; index /= 16) {
        prepared_ += QChar(static_cast<char16_t>(kFirstDigit + index % 16));
    }
    prepared_ += kInsetEnd;
    insets_.push_back(std::move(inset));
}

const Inset* MarkdownPreparation::insetAt(QStringView text, qsizetype& at) const {
    std::size_t index = 0;
    std::size_t place = 1;
    qsizetype scan = at + 1;
    while (scan < text.size() && text[scan] != kInsetEnd) {
        index += place * static_cast<std::size_t>(text[scan].unicode() - kFirstDigit);
        place *= 16;
        ++scan;
    }
    at = std::min(scan + 1, text.size());
    return index < insets_.size() ? &insets_[index] : nullptr;
}

QString MarkdownPreparation::restore(QStringView text) const {
    QString restored;
    restored.reserve(text.size());
    for (qsizetype at = 0; at < text.size();) {
        if (text[at] != insetMark) {
            if (text[at] != flank) {
                restored += text[at];
            }
            ++at;
        } else if (const Inset* inset = insetAt(text, at)) {
            restored += inset->source;
        }
    }
    return restored;
}

}  // namespace hearth
