#include "cli/data_folder.h"

#include <cstdlib>
#include <optional>
#include <system_error>

namespace hearth::cli {
namespace {

std::optional<std::filesystem::path> path_from(const char* variable) {
    const char* const value = std::getenv(variable);
    return value == nullptr || *value == '\0' ? std::nullopt : std::optional<std::filesystem::path>(value);
}

}  // namespace

std::filesystem::path data_folder() {
    if (const auto chosen = path_from("HEARTH_DATA_DIR")) {
        return *chosen;
    }
    if (const auto data = path_from("XDG_DATA_HOME"); data && data->is_absolute()) {
        return *data / "hearth";
    }
    return path_from("HOME").value_or("/") / ".local" / "share" / "hearth";
}

std::filesystem::path curated_list() {
    if (const auto chosen = path_from("HEARTH_CATALOG")) {
        return *chosen;
    }
    std::error_code error;
    const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
    const std::filesystem::path beside = folder / "catalog.json";
    return std::filesystem::exists(beside, error) ? beside
                                                  : folder / ".." / "share" / "hearth" / "catalog.json";
}

}  // namespace hearth::cli
