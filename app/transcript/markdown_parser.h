#pragma once

#include "transcript/block.h"
#include "transcript/markdown_preparation.h"
#include "transcript/section_scanner.h"

#include <QStringView>
#include <optional>
#include <vector>

namespace hearth {

/// What one section hands to the next.
struct SectionCarry {
    int nextNumber = 1;  ///< of the ordered list that the section ended with
    QString language;    ///< of the fence that goes on
    int codeState = 0;   ///< of the highlighter at the end of the section
    bool operator==(const SectionCarry&) const = default;
};

/// The blocks of one section and what they were made with.
struct ParsedSection {
    std::vector<Block> blocks;
    SectionCarry carry;
    std::vector<LinkDefinition> definitions;  ///< those written in this section
    bool mayRefer = false;  ///< it holds brackets, so that definitions elsewhere can change it
};

/// Parses one section of `source`. `definitions` are those of the whole text.
ParsedSection parseSection(QStringView source, const Section& section, const SectionCarry& carry,
                           const std::vector<LinkDefinition>& definitions);

}  // namespace hearth
