#include "cli/command.h"
#include "cli/size_text.h"

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
    for (const DeviceInfo& device : list) {
        console.write(fmt::format("{}  {}  {}, {} cores, {} of {} free\n", device.backend, device.name,
                                  device.instruction_set, device.core_count, size_text(device.memory_free),
                                  size_text(device.memory_total)));
    }
    return {};
}

}  // namespace

Run set_up_devices(CLI::App&) {
    return [](Console& console) { return list_devices(console); };
}

}  // namespace hearth::cli
