#pragma once

#include <string>
#include <string_view>

namespace hearth::hub {

/// ASCII letters alone: other bytes stay as they are.
std::string lower(std::string_view text);
std::string upper(std::string_view text);

}  // namespace hearth::hub
