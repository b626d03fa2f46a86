#include "backend/cpu/matmul.h"
#include "backend/memory_figures.h"
#include "base/guarded.h"
#include "base/thread_pool.h"

#include <hearth/devices.h>

#include <algorithm>
#include <fstream>
#include <string>

namespace hearth {

namespace {

/// "model name" of /proc/cpuinfo, which some architectures do not give.
std::string processor_name() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos) {
            return line.substr(colon + 2);
        }
    }
    return "processor";
}

Result<std::vector<DeviceInfo>> list_devices() {
    HEARTH_TRY(cpu::check_environment_isa());
    HEARTH_TRY_ASSIGN(const MemoryFigures memory, read_memory_figures());
    DeviceInfo processor;
    processor.backend = "cpu";
    processor.name = processor_name();
    processor.instruction_set = cpu::isa_name(cpu::current_isa());
    processor.core_count = ThreadPool::physical_cores();
    processor.memory_total = std::min(memory.total, memory.group_limit.value_or(memory.total));
    processor.memory_free = free_memory(memory);
    return std::vector<DeviceInfo>{std::move(processor)};
}

}  // namespace

Result<std::vector<DeviceInfo>> devices() {
    return guarded({}, list_devices);
}

}  // namespace hearth
