#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hearth::hub {

/// Why a name from outside must not become a path on this computer, in plain words; nothing where it may. The
/// rules of every system hold on every system, so that a models folder can be moved: relative, parts joined
/// by '/', none of them empty, "." or "..", hidden, longer than 255 bytes, ending in a dot or a space, or a
/// device of Windows; no control characters, none of \ : * ? " < > |, well-formed UTF-8.
std::optional<std::string> unsafe_path_reason(std::string_view path);
bool is_safe_path(std::string_view path);

/// "owner/name" of letters, digits, '.', '_' and '-', at most 96 each, beginning and ending with a letter, a
/// digit or '_'.
bool is_model_id(std::string_view id);

/// A branch, tag or commit that may stand in an address: letters, digits, ". _ - /", no ".." and no part
/// empty; at most 200.
bool is_revision(std::string_view revision);

/// Of "sha256:" and 64 hexadecimal digits, or the digits alone, in lower case; nothing for anything else.
std::optional<std::string> sha256_of_digest(std::string_view digest);

}  // namespace hearth::hub
