#include "shell/fuzzy_match.h"

#include <QStringList>

namespace hearth {

namespace {

constexpr int kWordStart = 12;
constexpr int kRun = 8;
constexpr int kHit = 1;
constexpr int kWhole = 20;
constexpr qsizetype kLongestText = 300;

/// Compatibility decomposition without marks: "Ｒésumé" → "resume".
QString folded(const QString& text) {
    QString out;
    for (const QChar c : text.left(kLongestText).normalized(QString::NormalizationForm_KD).toCaseFolded()) {
        if (c.category() != QChar::Mark_NonSpacing) {
            out.append(c);
        }
    }
    return out;
}

bool isWordStart(const QString& text, qsizetype at) {
    if (at == 0) {
        return true;
    }
    return text[at].isLetterOrNumber() && !text[at - 1].isLetterOrNumber();
}

/// One word of the query; greedy from each possible start, the best wins.
std::optional<int> wordScore(const QString& word, const QString& text) {
    std::optional<int> best;
    for (qsizetype start = text.indexOf(word[0]); start >= 0; start = text.indexOf(word[0], start + 1)) {
        int score = 0;
        qsizetype at = start;
        qsizetype before = -2;
        bool complete = true;
        for (const QChar c : word) {
            const qsizetype found = text.indexOf(c, at);
            if (found < 0) {
                complete = false;
                break;
            }
            score += kHit + (isWordStart(text, found) ? kWordStart : 0) + (found == before + 1 ? kRun : 0);
            score -= static_cast<int>(std::min<qsizetype>(found - at, 4));
            before = found;
            at = found + 1;
        }
        if (complete) {
            best = std::max(best.value_or(score), score);
        }
    }
    return best;
}

}  // namespace

std::optional<int> fuzzyMatch(const QString& query, const QString& text) {
    const QString where = folded(text);
    const QStringList words = folded(query).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    int score = 0;
    for (const QString& word : words) {
        const std::optional<int> one = wordScore(word, where);
        // Letters strewn over a long text fit anything: a word of three letters or more needs some start or run.
        if (!one || *one < static_cast<int>(word.size()) * 2) {
            return std::nullopt;
        }
        score += *one + (where.contains(word) ? kWhole : 0);
    }
    return score;
}

}  // namespace hearth
