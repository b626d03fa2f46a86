#pragma once

#include <QStringView>

namespace hearth {

/// How strings are written in a language; a bit set.
enum CodeQuotes : quint8 {
    DoubleQuotes = 1,
    SingleQuotes = 2,
    Backticks = 4,         ///< over several lines
    TripleQuotes = 8,      ///< over several lines
    CharacterQuotes = 16,  ///< ' holds one character; else it is a mark (a lifetime, a digit separator)
};

enum class CodeGrammar : quint8 { Words, Markup, Difference };

/// What the highlighter knows about a language. The word lists are sorted and separated by spaces.
struct CodeLanguage {
    QStringView names;  ///< separated by spaces
    CodeGrammar grammar = CodeGrammar::Words;
    QStringView keywords;
    QStringView types;
    QStringView lineComment;
    QStringView secondLineComment;
    QStringView blockCommentBegin;
    QStringView blockCommentEnd;
    quint8 quotes = DoubleQuotes;
    bool anyCase = false;          ///< keywords in any case
    bool keysBeforeColon = false;  ///< a word or string before a colon is a name
    QStringView sigils;            ///< characters that begin a name: $ @
    QStringView wordCharacters;    ///< that belong to words besides letters, digits and _
};

}  // namespace hearth
