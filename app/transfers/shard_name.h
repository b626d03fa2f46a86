#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hearth::transfers {

inline constexpr std::string_view kGguf = ".gguf";  ///< endings of files with weights
inline constexpr std::string_view kSafetensors = ".safetensors";

/// How the files of a model that comes in parts are named, for hubs, folders and addresses alike. (The engine
/// has a reader of its own for the names of the parts that it opens.)
///
/// The name of one part: PREFIX-00002-of-00005.gguf
struct ShardName {
    std::string prefix;  ///< with folder
    std::uint32_t number = 0;
    std::uint32_t count = 0;
};

/// `ending`: e.g. ".gguf", in any case. Nothing for a name without number; a part may be the only one.
std::optional<ShardName> shard_name_of(std::string_view path, std::string_view ending);

/// The name of another part of the same model, spelt like `path`.
std::string sibling_of(std::string_view path, std::string_view ending, std::uint32_t number);

/// Whether the text ends so, in any case of ASCII letters.
bool ends_in(std::string_view text, std::string_view ending);

}  // namespace hearth::transfers
