#pragma once

#include <hearth/result.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace hearth {

/// Largest descriptions of a checkpoint that are read, in bytes: about five times those in use.
/// tokenizer.json holds the whole vocabulary.
inline constexpr std::uint64_t kMaxDescriptionBytes = std::uint64_t{48} << 20U;
inline constexpr std::uint64_t kMaxTokenizerBytes = std::uint64_t{200} << 20U;

/// Reads a text file whole; header_too_large where it has more than `most_bytes`.
Result<std::string> read_text_file(const std::filesystem::path& path, std::uint64_t most_bytes);

/// That a JSON text is not nested deeper than any description in use; header_invalid naming `path`.
Status check_json_depth(std::string_view text, const std::filesystem::path& path);

/// Reads and parses a JSON file whose top is an object: file_not_found, read_failed, header_too_large or
/// header_invalid, naming the file and the byte. Of two keys with one name the last counts, as in Python.
Result<nlohmann::json> read_json_file(const std::filesystem::path& path,
                                      std::uint64_t most_bytes = kMaxDescriptionBytes);

/// parse of a text that came from `path`, with the same checks. `keep`: nlohmann's parser callback.
Result<nlohmann::json> parse_json(std::string_view text, const std::filesystem::path& path,
                                  const nlohmann::json::parser_callback_t& keep = nullptr);

}  // namespace hearth
