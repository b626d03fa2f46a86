#include "speed/step_time.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace hearth {
namespace {

double bits_per_value(DType type) {
    const DTypeInfo& info = dtype_info(type);
    return 8.0 * info.block_bytes / info.block_values;
}

/// Where `size` lies between the measured sizes: 0 at the cached one, 1 at the streamed one.
double place_between(const DeviceProbe& probe, std::uint64_t size) {
    if (size <= probe.cached_bytes) {
        return 0;
    }
    if (size >= probe.streamed_bytes) {
        return 1;
    }
    const auto log = [](std::uint64_t bytes) { return std::log2(static_cast<double>(bytes)); };
    return (log(size) - log(probe.cached_bytes)) / (log(probe.streamed_bytes) - log(probe.cached_bytes));
}

}  // namespace

const TypeSpeed& speed_of(const DeviceProbe& probe, DType type) {
    const auto distance = [&](const TypeSpeed& speed) {
        return speed.type == type ? -1 : std::abs(bits_per_value(speed.type) - bits_per_value(type));
    };
    return *std::ranges::min_element(probe.types, {}, distance);
}

double seconds_per_byte(const DeviceProbe& probe, DType type, std::uint64_t working_set) {
    const TypeSpeed& speed = speed_of(probe, type);
    const double place = place_between(probe, working_set);
    return (1 - place) / speed.cached_bytes_per_s + place / speed.streamed_bytes_per_s;
}

double seconds_of(const StepWork& work, const DeviceProbe& probe) {
    const std::uint64_t working_set = work.working_set();
    double seconds = probe.seconds_per_step + work.stages * probe.seconds_per_stage +
                     work.attentions * probe.seconds_per_attention;
    for (const ProductWork& product : work.products) {
        const double reading =
            static_cast<double>(product.weight_bytes) * seconds_per_byte(probe, product.type, working_set);
        const double computing =
            static_cast<double>(product.multiply_adds) / speed_of(probe, product.type).multiply_adds_per_s;
        seconds += std::max(reading, computing);
    }
    if (work.rows == 1) {
        seconds += static_cast<double>(work.kv_bytes) / probe.kv_bytes_per_s;
        // Every thread passes over the one row itself.
        seconds += static_cast<double>(work.row_values) / probe.row_values_per_s * probe.thread_count;
    } else {
        seconds += static_cast<double>(work.attention_multiply_adds) / probe.attention_multiply_adds_per_s;
        seconds += static_cast<double>(work.row_values) / probe.row_values_per_s;
    }
    return seconds;
}

}  // namespace hearth
