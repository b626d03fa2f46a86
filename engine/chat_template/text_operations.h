#pragma once

#include "chat_template/text.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace hearth::jinja {

// What Python's str does, on texts that know who wrote their characters. A part of a text is a ByteRange of
// it.

struct ByteRange {
    std::size_t begin = 0;
    std::size_t end = 0;
};

enum class Side : std::uint8_t { left, right, both };

/// Without the given characters, or whitespace if there are none, at its ends.
ByteRange strip(const Text& text, std::optional<std::string_view> characters, Side side);

/// At most `most` splits, from the left or the right; all if absent.
std::vector<ByteRange> split(Budget& budget, const Text& text, std::string_view separator,
                             std::optional<std::size_t> most, Side from);
std::vector<ByteRange> split_at_whitespace(Budget& budget, const Text& text, std::optional<std::size_t> most,
                                           Side from);
std::vector<ByteRange> split_lines(Budget& budget, const Text& text, bool keep_ends);

Text part(Budget& budget, const Text& text, ByteRange range);

/// The first `most` occurrences replaced; all if absent.
Text replace(Budget& budget, const Text& text, std::string_view from, const Text& to,
             std::optional<std::size_t> most);

/// How often `part` is in `text`, without overlaps.
std::size_t count_occurrences(std::string_view text, std::string_view part);

enum class CaseMapping : std::uint8_t {
    upper,
    lower,
    fold,
    swap,
    capitalize,   ///< the first character in title case, the others lower
    title,        ///< every word so
    jinja_title,  ///< the filter's: words begin after spaces, - ( { [ <
};

/// Every character keeps its writer.
Text map_case(Budget& budget, const Text& text, CaseMapping mapping);

/// Padded to `width` characters; the padding is of the text's origin.
Text justify(Budget& budget, const Text& text, std::size_t width, const Text& fill, Side text_side);

}  // namespace hearth::jinja
