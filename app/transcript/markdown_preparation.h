#pragma once

#include <QByteArray>
#include <QString>
#include <QStringView>
#include <optional>
#include <set>
#include <vector>

namespace hearth {

/// A link reference definition, `[label]: address`.
struct LinkDefinition {
    QString label;  ///< folded for comparison
    QString line;   ///< as written

    bool operator==(const LinkDefinition&) const = default;
};

/// Text that the Markdown parser must not look into. It is replaced by a code that the parser takes for a
/// word.
struct Inset {
    enum class Kind : quint8 { Literal, InlineMath, DisplayMath };
    Kind kind = Kind::Literal;
    QString source;  ///< as written, with its delimiters
    QString tex;     ///< of maths, without them
};

/// Markdown made ready for md4c 0.4.8, UTF-8, and what was taken out of it.
///
/// - Maths ($…$, $$…$$, \(…\), \[…\], LaTeX environments) is taken out, so that its underscores and
/// backslashes stay;
///   prices ("$5 and $10") are not maths.
/// - Rows below a table's head may have one or two dashes; a table may follow a line of text directly.
/// - Cells beyond the last column belong to it, and pipes in code or maths are no separators.
/// - Text that md4c would swallow stays: "[Note]: careful" is no link definition unless it holds a web
/// address.
/// - Bold next to Chinese, Japanese or Korean punctuation ends where the writer meant.
/// - Nesting deeper than maxContainers and tables wider than maxColumns are text.
/// None of this drops a character: restore() gives back what was written.
class MarkdownPreparation {
 public:
    static constexpr int maxContainers = 32;
    static constexpr int maxColumns = 32;

    /// Whether the text begins where a block may begin, or inside a line.
    enum class Start : quint8 { Line, MidLine };

    explicit MarkdownPreparation(QStringView text, Start start = Start::Line);

    QByteArray utf8() const { return prepared_.toUtf8(); }
    const std::vector<Inset>& insets() const { return insets_; }
    const std::vector<LinkDefinition>& definitions() const { return definitions_; }

    /// `text` with every code replaced by what was written.
    QString restore(QStringView text) const;

    /// Reads the code that begins at text[at], which is insetMark; sets `at` behind it. Null when there is
    /// none.
    const Inset* insetAt(QStringView text, qsizetype& at) const;

    /// The first unit of a code.
    static constexpr QChar insetMark{0xFDD0};
    /// Put beside a delimiter to make it open or close; shown as nothing.
    static constexpr QChar flank{0x205F};

 private:
    void prepareLines(QStringView text);
    void putTable(QStringView text, qsizetype end, qsizetype belowBegin, qsizetype belowEnd, int columns);
    qsizetype prepareInline(QStringView text, qsizetype begin, qsizetype end);
    qsizetype tryMath(QStringView text, qsizetype at, qsizetype end);
    qsizetype tryDollars(QStringView text, qsizetype at, qsizetype end);
    qsizetype tryParentheses(QStringView text, qsizetype at, qsizetype end);
    qsizetype tryDisplay(QStringView text, qsizetype at, qsizetype open, QStringView close);
    qsizetype endOfCode(QStringView text, qsizetype at, qsizetype end);
    qsizetype putTildes(QStringView text, qsizetype at, qsizetype end);
    qsizetype putStars(QStringView text, qsizetype at, qsizetype end);
    void putDefinitionGuard(QStringView text, qsizetype at, qsizetype end);
    void putCode(QStringView code);
    void putPipe(qsizetype at);
    void putAll(QStringView text);
    void putChar(QChar character);
    void putInset(Inset inset);
    void putNothing();
    void noteDefinition(QStringView line);

    QString prepared_;
    std::vector<Inset> insets_;
    std::vector<LinkDefinition> definitions_;
    std::set<qsizetype> noCode_;    ///< lengths of backtick runs without a partner further on in the line
    bool noParentheses_ = false;    ///< no \) further on in the line
    bool noDollars_ = false;        ///< no $$ further on in the text
    bool noBrackets_ = false;       ///< no \] further on in the text
    bool boldOpen_ = false;         ///< an odd number of ** came before in this paragraph
    std::optional<int> pipesLeft_;  ///< in a row of a table, the separators that may still come
    qsizetype lastPipe_ = 0;        ///< the last character of that row
    qsizetype bodyBegin_ = 0;       ///< of the line that is being read
};

/// The label of a reference as it is compared: folded case, white space joined.
QString foldedLabel(QStringView label);

}  // namespace hearth
