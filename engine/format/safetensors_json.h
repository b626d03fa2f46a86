#pragma once

#include <hearth/error.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hearth {

/// One tensor as the JSON header of a safetensors file describes it; nothing is checked but that it is there.
struct SafetensorsEntry {
    std::string name;
    std::string dtype;
    std::vector<std::uint64_t> shape;  ///< slowest first, as stored
    std::uint64_t begin = 0;           ///< from the start of the data section
    std::uint64_t end = 0;
};

struct SafetensorsJson {
    std::vector<SafetensorsEntry> entries;                      ///< in the order of the text
    std::vector<std::pair<std::string, std::string>> metadata;  ///< `__metadata__`
};

/// Why a header is none: header_invalid or duplicate_key.
struct SafetensorsJsonProblem {
    ErrorCode code;
    std::string sentence;
    std::string field;  ///< the tensor or key it is about
};

/// Reads the header without building a tree of it: memory goes to what is kept alone, and the depth of the
/// text does not matter, as the format has three levels and the fourth is refused.
std::optional<SafetensorsJsonProblem> read_safetensors_json(std::string_view text, SafetensorsJson& out);

}  // namespace hearth
