#include "cli/command.h"

#include <hearth/devices.h>

#include <fmt/format.h>

namespace hearth::cli {
namespace {

Status list_devices(Console& console) {
    HEARTH_TRY_ASSIGN(const std::vector<DeviceInfo> list, hearth::devices());
    if (console.json()) {
        auto json = nlohmann::ordered_json::array();
        for (const DeviceInfo& device : list) {
            json.push_back({{"backend", device.backend},
                            {"name", device.name},
                            {"instruction_set", device.instruction_set},
                            {"cores", device.core_count},
                            {"memory_bytes", device.memory_total},
                            {"free_bytes", device.memory_free}});
        }
        console.write_json(json);
        return {};
    }
    constexpr double kGibibyte = 1024.0 * 1024.0 * 1024.0;
    for (const DeviceInfo& device : list) {
        console.write(fmt::format("{}  {}  {}, {} cores, {:.1f} of {:.1f} GiB free\n", device.backend,
                                  device.name, device.instruction_set, device.core_count,
                                  static_cast<double>(device.memory_free) / kGibibyte,
                                  static_cast<double>(device.memory_total) / kGibibyte));
    }
    return {};
}

}  // namespace

Run set_up_devices(CLI::App&) {
    return [](Console& console) { return list_devices(console); };
}

}  // namespace hearth::cli
