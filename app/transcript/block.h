#pragma once

#include <QString>
#include <QStringList>
#include <vector>

namespace hearth {

/// What one row of text is drawn as.
enum class BlockKind : quint8 {
    Paragraph,
    Heading,      ///< see Block::level
    ListItem,     ///< the first text of an item, with its marker; what follows in the item only has the depth
    Code,         ///< see Block::language
    Table,        ///< see Block::table
    Mathematics,  ///< set apart from the text
    Rule,
    Image,  ///< never loaded: its description, and its address as text
};

enum class TaskState : quint8 { None, Open, Done };

/// How a block follows the one before it when both are copied as text.
enum class Joint : quint8 {
    Blank,  ///< an empty line between them
    Line,   ///< on the next line
    None,   ///< the two are one text that was cut because it is long
};

/// The look of a run of text; a bit set.
enum InlineStyle : quint8 {
    BoldStyle = 1,
    ItalicStyle = 2,
    StrikeStyle = 4,
    CodeStyle = 8,
    MathStyle = 16,
    ImageStyle = 32,
    LinkStyle = 64,
};

/// A run of Block::text that looks different from the plain text. Runs are sorted and do not overlap.
struct InlineSpan {
    int start = 0;
    int length = 0;
    quint8 styles = 0;  ///< InlineStyle bits
    int link = -1;      ///< index in Block::links where LinkStyle is set

    bool operator==(const InlineSpan&) const = default;
};

enum class CellAlignment : quint8 { Leading, Centre, Trailing };

/// Cells of a table whose texts are in Block::text, in reading order: a tab between cells, a line feed
/// between rows.
struct TableShape {
    int columns = 0;
    int rows = 0;
    bool header = false;                    ///< the first row names the columns
    std::vector<CellAlignment> alignments;  ///< one a column
    std::vector<int> cellStarts;            ///< offsets in Block::text, columns × rows of them

    bool operator==(const TableShape&) const = default;
};

/// One row of a message: text with its runs, and where it stands. All of it is plain data; none of it is
/// markup.
struct Block {
    BlockKind kind = BlockKind::Paragraph;
    Joint joint = Joint::Blank;
    TaskState task = TaskState::None;
    quint8 level = 0;        ///< 1 to 6 of a heading
    quint8 quoteDepth = 0;   ///< capped at maxDepth
    quint8 listDepth = 0;    ///< 0 outside lists; capped at maxDepth
    bool continues = false;  ///< a further part of the block before it
    int codeState = 0;       ///< state of the highlighter before the first line of Code
    QString text;            ///< what is shown; hard line breaks are QChar::LineSeparator, in Code line feeds
    QString marker;          ///< "•", "1." of a list item
    QString language;        ///< of Code, as written
    QString source;          ///< LaTeX of Mathematics, address of Image
    std::vector<InlineSpan> spans;
    QStringList links;
    TableShape table;

    static constexpr int maxDepth = 8;  ///< deeper nesting is drawn no further to the right

    bool operator==(const Block&) const = default;
};

/// Whether an address may be followed: http, https and mailto alone.
bool isFollowable(QStringView address);

}  // namespace hearth
