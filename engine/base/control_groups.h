#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

namespace hearth {

/// A control group of Linux (man 7 cgroups) that limits this process.
struct ControlGroup {
    enum class Version : std::uint8_t { one, two };
    Version version = Version::two;
    std::filesystem::path folder;  ///< where its files are
};

/// The groups of this process that `controller` ("memory", "cpu") works in, each followed by its ancestors.
/// `root` is where /proc and /sys are.
std::vector<ControlGroup> control_groups(std::string_view controller,
                                         const std::filesystem::path& root = "/");

}  // namespace hearth
