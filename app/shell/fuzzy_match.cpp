#include "shell/fuzzy_match.h"

#include <QStringList>
#include <algorithm>
#include <vector>

namespace hearth {

namespace {

constexpr int kHit = 1;
constexpr int kWordStart = 12;
constexpr int kRun = 14;  // above kWordStart: letters together beat initials
constexpr int kWholeWord = 20;
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

/// Every Chinese character is a word of its own here.
bool isWordStart(const QString& text, qsizetype at) {
    return at == 0 || text[at].script() == QChar::Script_Han ||
           (text[at].isLetterOrNumber() && !text[at - 1].isLetterOrNumber());
}

/// One word of the query. Its first letter may stand anywhere, each further one right after the letter before
/// or at the beginning of a later word: "nc" and "new" fit "new chat", letters strewn over a text do not.
/// Works from the last letter to the first: `at[j]` is the best score of the rest of the query if its first
/// letter stands at `j`.
std::optional<int> wordScore(const QString& word, const QString& text) {
    using Scores = std::vector<std::optional<int>>;
    Scores rest;  // of the query without its first letter; empty behind the last
    for (qsizetype letter = word.size() - 1; letter >= 0; --letter) {
        Scores at(static_cast<std::size_t>(text.size()));
        std::optional<int> laterWord;  // best score of the rest from the beginning of a word behind j
        for (qsizetype j = text.size() - 1; j >= 0; --j) {
            const auto here = static_cast<std::size_t>(j);
            if (text[j] == word[letter]) {
                std::optional<int> next = rest.empty() ? 0 : laterWord;
                if (!rest.empty() && here + 1 < rest.size() && rest[here + 1]) {
                    next = std::max(next.value_or(0), *rest[here + 1] + kRun);
                }
                if (next) {
                    at[here] = *next + kHit + (isWordStart(text, j) ? kWordStart : 0);
                }
            }
            if (!rest.empty() && rest[here] && isWordStart(text, j)) {
                laterWord = std::max(laterWord.value_or(0), *rest[here]);
            }
        }
        rest = std::move(at);
    }
    std::optional<int> best;
    for (const std::optional<int>& score : rest) {
        if (score) {
            best = std::max(best.value_or(0), *score);
        }
    }
    return best;
}

/// The word stands in the text at the beginning of a word.
bool beginsAWord(const QString& word, const QString& text) {
    for (qsizetype at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
        if (isWordStart(text, at)) {
            return true;
        }
    }
    return false;
}

}  // namespace

std::optional<int> fuzzyMatch(const QString& query, const QString& text) {
    const QString where = folded(text);
    const QStringList words = folded(query).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    int score = 0;
    for (const QString& word : words) {
        const std::optional<int> one = wordScore(word, where);
        if (!one) {
            return std::nullopt;
        }
        score += *one + (beginsAWord(word, where) ? kWholeWord : 0);
    }
    return score;
}

}  // namespace hearth
