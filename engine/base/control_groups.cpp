#include "base/control_groups.h"

#include <fstream>
#include <string>

namespace hearth {

std::vector<ControlGroup> control_groups(std::string_view controller, const std::filesystem::path& root) {
    const std::string wanted = "," + std::string(controller) + ",";
    std::vector<ControlGroup> groups;
    std::ifstream file(root / "proc/self/cgroup");
    for (std::string line; std::getline(file, line);) {
        // "hierarchy:controllers:path"; version 2 has no controllers here.
        const std::size_t first = line.find(':');
        const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
        if (second == std::string::npos) {
            continue;
        }
        const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
        const bool version2 = controllers == ",,";
        if (!version2 && controllers.find(wanted) == std::string::npos) {
            continue;
        }
        std::filesystem::path mount = root / "sys/fs/cgroup";
        if (!version2) {
            mount /= controller;
        }
        std::filesystem::path folder = mount / std::filesystem::path(line.substr(second + 1)).relative_path();
        if (!folder.has_filename()) {
            folder = folder.parent_path();
        }
        while (true) {
            groups.push_back({version2 ? ControlGroup::Version::two : ControlGroup::Version::one, folder});
            if (folder == mount || !folder.has_relative_path()) {
                break;
            }
            folder = folder.parent_path();
        }
    }
    return groups;
}

}  // namespace hearth
