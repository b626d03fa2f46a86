#pragma once

#include <string_view>

namespace hearth::jinja {

/// A character whose upper or title case is more than one character, such as ß.
struct SpecialCasing {
    char32_t code_point;
    std::u32string_view upper;
    std::u32string_view title;
};

/// Null for all others.
const SpecialCasing* find_special_casing(char32_t code_point);

}  // namespace hearth::jinja
