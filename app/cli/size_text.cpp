#include "cli/size_text.h"

#include <array>

#include <fmt/format.h>

namespace hearth::cli {

std::string size_text(std::uint64_t bytes) {
    struct Unit {
        double bytes;
        const char* name;
    };
    constexpr std::array<Unit, 4> kUnits{{{1e12, "TB"}, {1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}}};
    const auto value = static_cast<double>(bytes);
    for (const Unit& unit : kUnits) {
        if (value >= unit.bytes * 0.9995) {  // once rounded: 999,999 B is 1 MB, not 1000 kB
            return fmt::format("{:.{}f} {}", value / unit.bytes, unit.bytes >= 1e9 ? 1 : 0, unit.name);
        }
    }
    return fmt::format("{} B", bytes);
}

}  // namespace hearth::cli
