#pragma once

#include <cstdint>
#include <string>

namespace hearth::cli {

/// "512 B", "16 kB", "98 MB", "6.1 GB": decimal units, as the window and drives write sizes.
std::string size_text(std::uint64_t bytes);

}  // namespace hearth::cli
