#pragma once

#include <hearth/result.h>

#include <cstdint>
#include <string>
#include <vector>

namespace hearth {

/// A device that models can run on, as this process may use it now.
struct DeviceInfo {
    std::string backend;           ///< "cpu"
    std::string name;              ///< as the maker calls it
    std::string instruction_set;   ///< of the kernels in use, e.g. "avx512_vnni"
    std::uint32_t core_count = 0;  ///< physical cores this process may run on
    std::uint64_t memory_total = 0;
    std::uint64_t memory_free = 0;  ///< for models: the reserve for the rest of the system is taken off
};

/// The devices of this machine, the processor first. read_failed where the system does not say what memory it
/// has; unsupported_feature where HEARTH_ISA names no instruction set of this processor.
Result<std::vector<DeviceInfo>> devices();

}  // namespace hearth
