#pragma once

#include "transfers/header_text.h"

#include <string>
#include <string_view>

namespace hearth::hub {

/// ASCII letters alone: other bytes stay as they are.
using transfers::lower;
std::string upper(std::string_view text);

}  // namespace hearth::hub
