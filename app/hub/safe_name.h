#pragma once

#include "transfers/safe_path.h"

#include <optional>
#include <string>
#include <string_view>

namespace hearth::hub {

using transfers::is_safe_path;
using transfers::unsafe_path_reason;

/// "owner/name" of letters, digits, '.', '_' and '-', at most 96 each, beginning and ending with a letter, a
/// digit or '_'.
bool is_model_id(std::string_view id);

/// A branch, tag or commit that may stand in an address: letters, digits, ". _ - /", no ".." and no part
/// empty; at most 200.
bool is_revision(std::string_view revision);

/// Of "sha256:" and 64 hexadecimal digits, or the digits alone, in lower case; nothing for anything else.
std::optional<std::string> sha256_of_digest(std::string_view digest);

}  // namespace hearth::hub
