#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace hearth::hub {

/// Reads JSON that came from outside. Nothing for what is no JSON, nests deeper than 64 or holds more than
/// 500,000 values: such a text would cost far more memory than its bytes.
std::optional<nlohmann::json> parse_json(std::string_view text);

// Fields of an object from outside. A field of another type than the one asked for counts as absent, and so
// does every field of a value that is no object.

/// Control characters become spaces; longer than `most_bytes` is cut between characters.
std::string text_of(const nlohmann::json& object, const char* key, std::size_t most_bytes = 200);
/// A whole number that is not negative, also as a text of digits.
std::optional<std::uint64_t> number_of(const nlohmann::json& object, const char* key);
/// False for absent.
bool flag_of(const nlohmann::json& object, const char* key);
/// Texts of a list, or one text; items of other types are left out.
std::vector<std::string> texts_of(const nlohmann::json& object, const char* key,
                                  std::size_t most_items = 100);
/// The object, or an empty one.
const nlohmann::json& object_of(const nlohmann::json& object, const char* key);
/// The list, or nothing.
const nlohmann::json* list_of(const nlohmann::json& object, const char* key);

/// "2025-03-12T10:30:05.000Z" or with an offset; nothing for what is no such time.
std::optional<std::int64_t> unix_time_of(std::string_view iso_8601);

}  // namespace hearth::hub
