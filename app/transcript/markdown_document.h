#pragma once

#include "transcript/markdown_parser.h"

#include <QString>
#include <vector>

namespace hearth {

/// Markdown that grows at its end, and its blocks. Appending parses the last section again and nothing before
/// it, except when a link definition arrives: then the sections that may refer to it. However the text is cut
/// into pieces, the blocks in the end are the same.
class MarkdownDocument {
 public:
    /// Returns the index of the first block that is new, different or gone.
    int append(QStringView text);
    /// Takes back the end of the text; at most the last 64 units (a tag that turned out not to be text).
    int truncate(qsizetype size);

    const std::vector<Block>& blocks() const { return blocks_; }
    const QString& source() const { return source_; }
    /// Whether the next whole line would be inside a fence.
    bool insideFence() const { return scanner_.insideFence(); }

 private:
    struct EndedSection {
        Section section;
        SectionCarry carryIn;
        int firstBlock = 0;
        int blockCount = 0;
        bool mayRefer = false;
    };

    int parseTail();
    int endSection(QStringView text, const Section& section);
    int parseReferrers(QStringView text);
    int replaceTail(std::vector<Block> blocks);

    QString source_;
    SectionScanner scanner_;
    std::vector<EndedSection> ended_;
    SectionCarry carry_;                            ///< after the last ended section
    int endedBlocks_ = 0;                           ///< blocks of ended sections
    std::vector<LinkDefinition> endedDefinitions_;  ///< written in ended sections
    std::vector<LinkDefinition> definitions_;       ///< of the whole text; every block was parsed with these
    std::vector<Block> blocks_;
};

}  // namespace hearth
