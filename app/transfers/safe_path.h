#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hearth::transfers {

/// Why a name from outside must not become a path on this computer, in plain words; nothing where it may. The
/// rules of every system hold on every system, so that a models folder can be moved: relative, parts joined
/// by '/', none of them empty, "." or "..", hidden, longer than 255 bytes, ending in a dot or a space, or a
/// device of Windows; no control characters, none of \ : * ? " < > |, well-formed UTF-8.
std::optional<std::string> unsafe_path_reason(std::string_view path);
bool is_safe_path(std::string_view path);
/// Whether it is such a path of one part: a plain name of a file.
bool is_plain_file_name(std::string_view name);
/// CON, NUL.txt, com1, …: names of Windows' devices, with any ending.
bool is_device_name(std::string_view part);

}  // namespace hearth::transfers
