#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hearth {

/// Something models can run on.
struct DeviceInfo {
    std::string id;                     ///< as options name it, e.g. "cpu"
    std::string name;                   ///< of the hardware, as it calls itself
    std::string kernels;                ///< which of our kernels it runs, e.g. "AVX-512 VNNI"
    std::uint32_t core_count = 0;       ///< physical cores this process may use
    std::uint64_t total_bytes = 0;      ///< memory this process may use at most
    std::uint64_t available_bytes = 0;  ///< of it, free for a model now
};

/// All devices, the one used by default first.
std::vector<DeviceInfo> list_devices();

}  // namespace hearth
