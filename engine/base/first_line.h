#pragma once

#include <filesystem>
#include <string>

namespace hearth {

/// The first line of a small file of the kernel's; empty where it cannot be read.
std::string first_line(const std::filesystem::path& path);

}  // namespace hearth
