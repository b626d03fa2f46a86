#include "transcript/markdown_document.h"

#include <algorithm>
#include <iterator>

namespace hearth {
namespace {

// More references than a person writes. Definitions beyond these still work within their own section.
constexpr std::size_t kMostDefinitions = 64;

void addDefinitions(std::vector<LinkDefinition>& known, const std::vector<LinkDefinition>& found) {
    for (const LinkDefinition& definition : found) {
        const bool isKnown = std::any_of(known.begin(), known.end(), [&](const LinkDefinition& other) {
            return other.label == definition.label;
        });
        if (!isKnown && known.size() < kMostDefinitions) {
            known.push_back(definition);
        }
    }
}

}  // namespace

int MarkdownDocument::append(QStringView text) {
    source_ += text;
    return parseTail();
}

int MarkdownDocument::truncate(qsizetype size) {
    source_.truncate(std::max(size, scanner_.decided()));
    return parseTail();
}

int MarkdownDocument::parseTail() {
    // Half of a surrogate pair waits for the other half.
    QStringView text(source_);
    if (!text.isEmpty() && text.back().isHighSurrogate()) {
        text.chop(1);
    }
    std::vector<Section> sections;
    scanner_.advance(text, sections);
    int first = static_cast<int>(blocks_.size());
    for (const Section& section : sections) {
        first = std::min(first, endSection(text, section));
    }
    const Section open = scanner_.open(text);
    ParsedSection tail = parseSection(text, open, carry_, definitions_);
    std::vector<LinkDefinition> definitions = endedDefinitions_;
    addDefinitions(definitions, tail.definitions);
    if (definitions != definitions_) {
        definitions_ = std::move(definitions);
        first = std::min(first, parseReferrers(text));
        tail = parseSection(text, open, carry_, definitions_);
    }
    return std::min(first, replaceTail(std::move(tail.blocks)));
}

int MarkdownDocument::endSection(QStringView text, const Section& section) {
    ParsedSection parsed = parseSection(text, section, carry_, definitions_);
    addDefinitions(endedDefinitions_, parsed.definitions);
    const auto count = static_cast<int>(parsed.blocks.size());
    ended_.push_back({section, carry_, endedBlocks_, count, parsed.mayRefer});
    const int first = replaceTail(std::move(parsed.blocks));
    endedBlocks_ += count;
    carry_ = parsed.carry;
    return first;
}

/// The ended sections that a definition may change, with the definitions that are known now.
int MarkdownDocument::parseReferrers(QStringView text) {
    auto first = static_cast<int>(blocks_.size());
    int shift = 0;
    for (EndedSection& ended : ended_) {
        ended.firstBlock += shift;
        if (!ended.mayRefer) {
            continue;
        }
        std::vector<Block> blocks = parseSection(text, ended.section, ended.carryIn, definitions_).blocks;
        const auto begin = blocks_.begin() + ended.firstBlock;
        const auto end = begin + ended.blockCount;
        if (std::equal(begin, end, blocks.begin(), blocks.end())) {
            continue;
        }
        first = std::min(first, ended.firstBlock);
        const auto count = static_cast<int>(blocks.size());
        const auto place = blocks_.erase(begin, end);
        blocks_.insert(place, std::make_move_iterator(blocks.begin()), std::make_move_iterator(blocks.end()));
        shift += count - ended.blockCount;
        ended.blockCount = count;
    }
    endedBlocks_ += shift;
    return first;
}

/// Replaces the blocks behind those of the ended sections; returns the first that differs.
int MarkdownDocument::replaceTail(std::vector<Block> blocks) {
    const auto begin = blocks_.begin() + endedBlocks_;
    const auto [old, fresh] = std::mismatch(begin, blocks_.end(), blocks.begin(), blocks.end());
    const auto first = static_cast<int>(old - blocks_.begin());
    blocks_.erase(old, blocks_.end());
    blocks_.insert(blocks_.end(), std::make_move_iterator(fresh), std::make_move_iterator(blocks.end()));
    return first;
}

}  // namespace hearth
