#include "test_folder.h"

#include <algorithm>
#include <cstdlib>
#include <system_error>
#include <vector>

namespace hearth::storage {

TestFolder::TestFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "hearth-storage-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
}

TestFolder::~TestFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::string TestFolder::names_with(const std::string& part) const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) {
        const std::string name = entry.path().filename().string();
        if (name.find(part) != std::string::npos) {
            names.push_back(name);
        }
    }
    std::ranges::sort(names);
    std::string joined;
    for (const std::string& name : names) {
        joined += (joined.empty() ? "" : " ") + name;
    }
    return joined;
}

}  // namespace hearth::storage
