#include "chat/title_text.h"

#include "chat/prompt_turns.h"

#include <QTextBoundaryFinder>
#include <algorithm>

namespace hearth {

namespace {

constexpr int kLongestTitle = 48;  ///< characters as people count them
constexpr int kLongestMadeTitle = 80;

/// `text` with at most `limit` graphemes; cut after a word where one ends in the last third, else after a
/// grapheme.
QString shortened(const QString& text, int limit) {
    QTextBoundaryFinder graphemes(QTextBoundaryFinder::Grapheme, text);
    qsizetype end = 0;
    for (int count = 0; count < limit; ++count) {
        const qsizetype next = graphemes.toNextBoundary();
        if (next < 0) {
            return text;
        }
        end = next;
    }
    if (end >= text.size()) {
        return text;
    }
    const qsizetype space = text.lastIndexOf(QLatin1Char(' '), end);
    if (space > end * 2 / 3) {
        end = space;
    }
    return text.left(end).trimmed() + QStringLiteral("…");
}

bool hasWord(const QString& line) {
    return std::any_of(line.begin(), line.end(),
                       [](QChar c) { return c.isLetterOrNumber() || c.isSurrogate(); });
}

QString firstLineWithWords(const QString& text) {
    qsizetype start = 0;
    while (start < text.size()) {
        qsizetype end = text.indexOf(QLatin1Char('\n'), start);
        end = end < 0 ? text.size() : end;
        // A line of a pasted megabyte is not copied whole.
        const QString line = text.mid(start, std::min<qsizetype>(end - start, 1000)).simplified();
        if (hasWord(line)) {
            return line;
        }
        start = end + 1;
    }
    return {};
}

}  // namespace

QString titleFromMessage(const QString& message) {
    return shortened(firstLineWithWords(message), kLongestTitle);
}

QString titleFromAnswer(const QString& answer) {
    QString title = firstLineWithWords(withoutThinking(answer));
    static const QString marks = QStringLiteral("\"'“”‘’«»„「」『』*#`_:：");
    qsizetype begin = 0;
    qsizetype end = title.size();
    while (begin < end && (marks.contains(title[begin]) || title[begin].isSpace())) {
        ++begin;
    }
    static const QString tail = marks + QStringLiteral(".。,，;；");
    while (end > begin && (tail.contains(title[end - 1]) || title[end - 1].isSpace())) {
        --end;
    }
    title = title.mid(begin, end - begin);
    return hasWord(title) ? shortened(title, kLongestMadeTitle) : QString();
}

}  // namespace hearth
