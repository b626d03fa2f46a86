#include "hub/letter_case.h"

#include <algorithm>

namespace hearth::hub {

std::string upper(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(),
                           [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
    return result;
}

}  // namespace hearth::hub
