#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hearth::hub {

inline constexpr std::string_view kGguf = ".gguf";  ///< endings of files with weights
inline constexpr std::string_view kSafetensors = ".safetensors";

/// The name of one part: PREFIX-00002-of-00005.gguf
struct ShardName {
    std::string prefix;  ///< with folder
    std::uint32_t number = 0;
    std::uint32_t count = 0;
};

/// `ending`: e.g. ".gguf", in any case. Nothing for a file that is a model of its own.
std::optional<ShardName> shard_name_of(std::string_view path, std::string_view ending);

/// The name of another part of the same model, spelt like `path`.
std::string sibling_of(std::string_view path, std::string_view ending, std::uint32_t number);

/// Whether the text ends so, in any case of ASCII letters.
bool ends_in(std::string_view text, std::string_view ending);

}  // namespace hearth::hub
