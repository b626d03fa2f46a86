#include "engine_bridge/figures_reader.h"

#include <hearth/devices.h>

namespace hearth {

EngineFigures readFigures(const std::vector<std::shared_ptr<ModelSession>>& sessions) {
    EngineFigures figures;
    for (const std::shared_ptr<ModelSession>& session : sessions) {
        const EngineLoad load = session->load();
        const ModelInfo& info = session->info();
        figures.running += load.running;
        figures.waiting += load.waiting;
        figures.weightBytes += info.weightBytes;
        figures.kvBytes += info.kvBytes;
        if (load.blocks_total > 0) {
            const double used = double(load.blocks_total - load.blocks_free) / load.blocks_total;
            figures.kvUsedBytes += static_cast<std::uint64_t>(used * double(info.kvBytes));
        }
    }
    if (const auto machine = devices(); machine && !machine->empty()) {
        figures.memoryTotalBytes = machine->front().memory_total;
        figures.memoryAvailableBytes = machine->front().memory_free;
    }
    return figures;
}

}  // namespace hearth
