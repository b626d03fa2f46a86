#include "cli/command.h"

#include <hearth/device.h>

#include <fmt/format.h>

namespace hearth::cli {
namespace {

Status devices(Console& console) {
    const std::vector<DeviceInfo> devices = list_devices();
    if (console.json()) {
        auto list = nlohmann::ordered_json::array();
        for (const DeviceInfo& device : devices) {
            list.push_back({{"id", device.id},
                            {"name", device.name},
                            {"kernels", device.kernels},
                            {"cores", device.core_count},
                            {"memory_bytes", device.total_bytes},
                            {"available_bytes", device.available_bytes}});
        }
        console.write_json(list);
        return {};
    }
    constexpr double kGibibyte = 1024.0 * 1024.0 * 1024.0;
    for (const DeviceInfo& device : devices) {
        console.write(fmt::format("{}  {}  {}, {} cores, {:.1f} of {:.1f} GiB free\n", device.id, device.name,
                                  device.kernels, device.core_count,
                                  static_cast<double>(device.available_bytes) / kGibibyte,
                                  static_cast<double>(device.total_bytes) / kGibibyte));
    }
    return {};
}

}  // namespace

Run set_up_devices(CLI::App&) {
    return [](Console& console) { return devices(console); };
}

}  // namespace hearth::cli
