#pragma once

#include "transcript/code_highlighter.h"
#include "transcript/text_appearance.h"

#include <QSyntaxHighlighter>

namespace hearth {

/// Colours the lines of a document. Only lines that change, or that follow a change of what they are inside
/// of, are read again.
class CodeFormatter : public QSyntaxHighlighter {
    Q_OBJECT

 public:
    CodeFormatter(QTextDocument* document, const TextAppearance* appearance);

    /// `state` is that of the highlighter before the first line.
    void setCode(const CodeLanguage* language, int state);

 protected:
    void highlightBlock(const QString& line) override;

 private:
    QColor colour(CodeTokenKind kind) const;

    const TextAppearance* m_appearance;
    const CodeLanguage* m_language = nullptr;
    int m_state = 0;
    std::vector<CodeToken> m_tokens;
};

}  // namespace hearth
