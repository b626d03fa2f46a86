#pragma once

#include <QStringView>
#include <vector>

namespace hearth {

enum class CodeTokenKind : quint8 { Keyword, Type, Text, Number, Comment, Name, Added, Removed };

/// A run of code in one colour.
struct CodeToken {
    int start = 0;
    int length = 0;
    CodeTokenKind kind = CodeTokenKind::Keyword;

    bool operator==(const CodeToken&) const = default;
};

struct CodeLanguage;

/// The language that the word behind a fence names, in any case and by its usual short forms; null when
/// unknown.
const CodeLanguage* codeLanguage(QStringView name);

/// Tokens of whole lines of code, appended to `tokens` unless it is null. `state` is what the call for the
/// lines before returned, 0 at the beginning. Linear in the length; a null language has no tokens.
int highlightCode(const CodeLanguage* language, QStringView code, int state, std::vector<CodeToken>* tokens);

}  // namespace hearth
