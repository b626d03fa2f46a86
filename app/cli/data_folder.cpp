#include "cli/data_folder.h"

#include <cstdlib>
#include <optional>

namespace hearth::cli {
namespace {

std::optional<std::filesystem::path> folder_from(const char* variable) {
    const char* const value = std::getenv(variable);
    return value == nullptr || *value == '\0' ? std::nullopt : std::optional<std::filesystem::path>(value);
}

}  // namespace

std::filesystem::path data_folder() {
    if (const auto chosen = folder_from("HEARTH_DATA_DIR")) {
        return *chosen;
    }
    if (const auto data = folder_from("XDG_DATA_HOME"); data && data->is_absolute()) {
        return *data / "hearth";
    }
    return folder_from("HOME").value_or("/") / ".local" / "share" / "hearth";
}

}  // namespace hearth::cli
