#include "base/cache_size.h"

#include "base/first_line.h"

#include <charconv>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace hearth {
namespace {

std::optional<std::uint64_t> leading_number(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} ? std::optional(value) : std::nullopt;
}

/// "32768K", "8M" or a number of bytes.
std::uint64_t cache_bytes(const std::string& size) {
    const std::uint64_t number = leading_number(size).value_or(0);
    return size.ends_with('K') ? number << 10U : size.ends_with('M') ? number << 20U : number;
}

/// Folders of `parent` whose names are `prefix` and a number.
template <class Visit>
void for_each_numbered(const std::filesystem::path& parent, std::string_view prefix, Visit visit) {
    std::error_code failure;
    for (std::filesystem::directory_iterator entry(parent, failure), end; !failure && entry != end;
         entry.increment(failure)) {
        const std::string name = entry->path().filename().string();
        if (name.starts_with(prefix) && leading_number(std::string_view(name).substr(prefix.size()))) {
            visit(entry->path());
        }
    }
}

}  // namespace

std::uint64_t last_level_cache_bytes(const std::filesystem::path& root) {
    std::uint64_t last_level = 0;
    std::map<std::string, std::uint64_t> caches;  // of that level, by the processors that share one
    for_each_numbered(root / "sys/devices/system/cpu", "cpu", [&](const std::filesystem::path& processor) {
        for_each_numbered(processor / "cache", "index", [&](const std::filesystem::path& cache) {
            const std::uint64_t level = leading_number(first_line(cache / "level")).value_or(0);
            if (level > last_level) {
                last_level = level;
                caches.clear();
            }
            if (level == last_level && level > 0) {
                caches[first_line(cache / "shared_cpu_list")] = cache_bytes(first_line(cache / "size"));
            }
        });
    });
    std::uint64_t bytes = 0;
    for (const auto& [processors, size] : caches) {
        bytes += size;
    }
    return bytes;
}

}  // namespace hearth
