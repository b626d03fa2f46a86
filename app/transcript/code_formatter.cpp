#include "transcript/code_formatter.h"

namespace hearth {

CodeFormatter::CodeFormatter(QTextDocument* document, const TextAppearance* appearance)
    : QSyntaxHighlighter(document), m_appearance(appearance) {}

void CodeFormatter::setCode(const CodeLanguage* language, int state) {
    if (language != m_language || state != m_state) {
        m_language = language;
        m_state = state;
        rehighlight();
    }
}

void CodeFormatter::highlightBlock(const QString& line) {
    const int state = currentBlock().position() == 0 ? m_state : std::max(0, previousBlockState());
    m_tokens.clear();
    setCurrentBlockState(highlightCode(m_language, line, state, &m_tokens));
    for (const CodeToken& token : m_tokens) {
        setFormat(token.start, token.length, colour(token.kind));
    }
}

QColor CodeFormatter::colour(CodeTokenKind kind) const {
    switch (kind) {
        case CodeTokenKind::Keyword:
            return m_appearance->keyword;
        case CodeTokenKind::Type:
            return m_appearance->type;
        case CodeTokenKind::Text:
            return m_appearance->string;
        case CodeTokenKind::Number:
            return m_appearance->number;
        case CodeTokenKind::Comment:
            return m_appearance->comment;
        case CodeTokenKind::Name:
            return m_appearance->name;
        case CodeTokenKind::Added:
            return m_appearance->added;
        case CodeTokenKind::Removed:
            return m_appearance->removed;
    }
    return m_appearance->text;
}

}  // namespace hearth
