#include "tokenizer/merge_table.h"

#include <bit>
#include <limits>
#include <random>

#include <fmt/format.h>

namespace hearth::tokenizer {

Result<MergeTable> MergeTable::read(const Metadata& metadata, const Vocabulary& vocabulary) {
    constexpr std::string_view key = "tokenizer.ggml.merges";
    HEARTH_TRY_ASSIGN(const std::vector<std::string> entries,
                      metadata.require<std::vector<std::string>>(key));
    if (entries.size() > std::numeric_limits<std::int32_t>::max() / 4) {
        return bad_value(metadata, key, "an array of merges", fmt::format("one of {}", entries.size()));
    }

    MergeTable table;
    table.slots_.assign(std::bit_ceil(entries.size() * 2 + 1), Slot{no_key, {}});
    table.mask_ = table.slots_.size() - 1;
    table.seed_ = std::random_device{}();
    std::string joined;
    for (std::size_t rank = 0; rank < entries.size(); ++rank) {
        const std::string_view entry = entries[rank];
        // The left token is never empty, so that a space in front belongs to it.
        const std::size_t space = entry.find(' ', 1);
        const auto refuse = [&](std::string_view why) {
            return bad_value(metadata, key, "an array of pairs of tokens",
                             fmt::format("one where merge {} (\"{}\") {}", rank, escaped(entry, 80), why));
        };
        if (entry.empty() || space == std::string_view::npos || space + 1 == entry.size()) {
            return refuse("is not two tokens with a space between");
        }
        const std::string_view left = entry.substr(0, space);
        const std::string_view right = entry.substr(space + 1);
        joined.assign(left).append(right);
        const auto left_token = vocabulary.find(left);
        const auto right_token = vocabulary.find(right);
        const auto merged = vocabulary.find(joined);
        if (!left_token || !right_token || !merged) {
            return refuse("names or makes something that is not a token");
        }
        const std::uint64_t pair = pack(left_token->value, right_token->value);
        std::size_t i = table.mix(pair) & table.mask_;
        while (table.slots_[i].key != no_key && table.slots_[i].key != pair) {
            i = (i + 1) & table.mask_;
        }
        if (table.slots_[i].key == pair) {
            return refuse("is there twice");
        }
        table.slots_[i] = {pair, {static_cast<std::uint32_t>(rank), merged->value}};
    }
    return table;
}

}  // namespace hearth::tokenizer
