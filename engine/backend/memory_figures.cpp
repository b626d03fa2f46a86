#include "backend/memory_figures.h"

#include "base/control_groups.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace hearth {

namespace {

/// The first number in `text`; "max" and other words are none.
std::optional<std::uint64_t> first_number(std::string_view text) {
    const std::size_t start = text.find_first_not_of(" \t");
    if (start == std::string_view::npos) {
        return std::nullopt;
    }
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data() + start, text.data() + text.size(), value);
    return error == std::errc{} ? std::optional(value) : std::nullopt;
}

/// The number after `key` at the start of a line.
std::optional<std::uint64_t> number_after(const std::filesystem::path& path, std::string_view key) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with(key)) {
            return first_number(std::string_view(line).substr(key.size()));
        }
    }
    return std::nullopt;
}

/// Names of the files of one version of control groups.
struct GroupFiles {
    std::string_view limit;
    std::string_view used;
    std::string_view droppable;  ///< key in memory.stat
};
constexpr GroupFiles kVersion1 = {"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file "};
constexpr GroupFiles kVersion2 = {"memory.max", "memory.current", "inactive_file "};

/// Applies the limit of a group where it leaves less than the ones before.
void apply_limit(const ControlGroup& group, MemoryFigures& figures) {
    const GroupFiles& files = group.version == ControlGroup::Version::two ? kVersion2 : kVersion1;
    const std::optional<std::uint64_t> limit = number_after(group.folder / files.limit, "");
    const std::optional<std::uint64_t> usage = number_after(group.folder / files.used, "");
    // Version 1 writes "no limit" as a number beyond all memory.
    if (!limit || !usage || *limit >= figures.total) {
        return;
    }
    const std::uint64_t droppable = number_after(group.folder / "memory.stat", files.droppable).value_or(0);
    const std::uint64_t used = *usage - std::min(*usage, droppable);
    const auto left = [](std::uint64_t all, std::uint64_t taken) { return all - std::min(all, taken); };
    if (!figures.group_limit || left(*limit, used) < left(*figures.group_limit, figures.group_used)) {
        figures.group_limit = *limit;
        figures.group_used = used;
    }
}

}  // namespace

std::uint64_t free_memory(const MemoryFigures& figures) {
    std::uint64_t free = figures.available;
    if (figures.group_limit) {
        free = std::min(free, *figures.group_limit - std::min(*figures.group_limit, figures.group_used));
    }
    return free - std::min(free, kMemoryReserveBytes);
}

Result<MemoryFigures> read_memory_figures(const std::filesystem::path& root) {
    const std::filesystem::path meminfo = root / "proc/meminfo";
    const std::optional<std::uint64_t> total = number_after(meminfo, "MemTotal:");
    const std::optional<std::uint64_t> available = number_after(meminfo, "MemAvailable:");
    if (!total || !available) {
        Error error{ErrorCode::read_failed,
                    fmt::format("{} does not say how much memory there is.", meminfo.string())};
        error.details.file = meminfo.string();
        error.details.field = total ? "MemAvailable" : "MemTotal";
        return error;
    }
    MemoryFigures figures;
    figures.total = *total * 1024;
    figures.available = *available * 1024;
    for (const ControlGroup& group : control_groups("memory", root)) {
        apply_limit(group, figures);
    }
    return figures;
}

}  // namespace hearth
