#pragma once

#include <QStringView>
#include <optional>
#include <vector>

namespace hearth {

enum class SectionKind : quint8 { Text, List, Fence };

/// A fence as its opening line says it.
struct Fence {
    QChar mark;
    int length = 0;
    int indent = 0;
};

/// A piece of Markdown that can be parsed by itself: no block of the document reaches over its ends.
struct Section {
    qsizetype begin = 0;
    qsizetype end = 0;
    SectionKind kind = SectionKind::Text;
    bool continuesList = false;   ///< its first item belongs to the list that the section before ended with
    bool midLine = false;         ///< it begins inside a line that was cut because it is long
    bool continuesFence = false;  ///< its opening line is in an earlier section
    int dedent = 0;               ///< columns to take from its lines: it goes on in a list item that was cut
    qsizetype delimiterBegin =
        0;  ///< the line below the head of the table that it goes on with, if not empty
    qsizetype delimiterEnd = 0;
    Fence fence;  ///< of SectionKind::Fence
};

/// Cuts growing Markdown into sections, so that appending re-parses the last section only.
///
/// It looks at whole lines alone and never back, so what it finds does not depend on how the text arrived.
/// Where a block might still go on it does not cut. A section longer than a limit is cut at a line end or, in
/// a longer line, at a space: that keeps the time of parsing linear in the length of the text.
class SectionScanner {
 public:
    /// Reads on in `source`, which must begin with what was read before; appends the sections that have
    /// ended.
    void advance(QStringView source, std::vector<Section>& ended);

    /// What follows the last ended section; it may be empty.
    Section open(QStringView source) const;

    /// True when the next line is inside a fence.
    bool insideFence() const { return current_.kind == SectionKind::Fence; }
    /// Everything before this offset is decided; the text after it may be taken back.
    qsizetype decided() const { return lineBegin_; }

 private:
    void readLine(QStringView line, qsizetype begin, qsizetype next, std::vector<Section>& ended);
    struct TableHead {
        qsizetype begin = 0;
        qsizetype end = 0;
    };

    void cutLine(QStringView head, qsizetype limit, std::vector<Section>& ended);
    void continueFence(const Fence& fence);
    void beginAt(qsizetype offset, std::vector<Section>& ended);
    void endAt(qsizetype offset, std::vector<Section>& ended);

    Section current_;
    qsizetype lineBegin_ = 0;
    int contentOffset_ = 0;  ///< of the last item at the top level of a List
    QChar listMark_;         ///< '-', '*', '+', '.' or ')'
    int fenceLines_ = 0;
    TableHead table_;          ///< delimiter row of the table that is being read
    bool pipeBefore_ = false;  ///< the line before holds a pipe
    bool afterBlank_ = true;   ///< the line before is empty, or there is none
    bool afterQuote_ = false;  ///< the line before is quoted
    bool empty_ = true;        ///< the section has no line with text yet
};

/// The opening line of a fence, up to three columns in.
std::optional<Fence> readFence(QStringView line);
/// Whether `line` ends a fence opened by `fence`.
bool closesFence(QStringView line, const Fence& fence);
/// Whether `line` can stand below the head of a table: dashes, colons and at least one pipe.
bool isDelimiterRow(QStringView line);
/// Columns of white space at the beginning, tabs at every fourth.
int indentOf(QStringView line);

}  // namespace hearth
