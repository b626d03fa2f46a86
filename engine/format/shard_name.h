#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hearth {

/// The parts of a shard's file name, `PREFIX-00002-of-00005.gguf`.
struct ShardName {
    std::string prefix;
    std::uint32_t number = 1;  ///< 1-based, at most count
    std::uint32_t count = 1;

    friend bool operator==(const ShardName&, const ShardName&) = default;
};

/// Nothing where the name is not that of a shard: other digits, number 0, number above count, no prefix.
std::optional<ShardName> parse_shard_name(std::string_view file_name);

std::string shard_file_name(const ShardName& name);

/// Whether the name says that a file was cut into pieces without regard to its content (`m.gguf.part1of2`,
/// `m.gguf-split-a`): such pieces must be joined before use.
bool is_piece_of_cut_file(std::string_view file_name);

}  // namespace hearth
