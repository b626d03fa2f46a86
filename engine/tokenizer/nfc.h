#pragma once

#include <string>
#include <string_view>

namespace hearth::tokenizer {

/// `text` in Unicode Normalization Form C. Well-formed UTF-8 in and out; text that is in that form already
/// comes back as a view of itself, else as a view of `storage`. Runs of combining marks are sorted, so O(n
/// log n) at worst.
std::string_view to_nfc(std::string_view text, std::string& storage);

}  // namespace hearth::tokenizer
