#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hearth::transfers {

/// How the text of a header is read, and names of a hub. ASCII alone: other bytes stay as they are.
std::string lower(std::string_view text);
std::string upper(std::string_view text);
/// Without blanks at both ends.
std::string_view trimmed(std::string_view text);
/// The whole text as a decimal number; nothing where it is none, or does not fit.
std::optional<std::uint64_t> number(std::string_view text);

}  // namespace hearth::transfers
