#pragma once

#include "speed/step_work.h"

#include <hearth/probe.h>

#include <cstdint>

namespace hearth {

/// The speeds that hold for a type: its own or, where it was not measured, those of the measured type whose
/// values take the most similar number of bits (the first of several). The probe has at least one type.
const TypeSpeed& speed_of(const DeviceProbe& probe, DType type);

/// Seconds for a byte of weights, once from one end to the other, out of `working_set` bytes that a step
/// reads: that of the cached or the streamed measurement, and between their sizes on the straight line over
/// the logarithm of the size.
double seconds_per_byte(const DeviceProbe& probe, DType type, std::uint64_t working_set);

/// Seconds of a step, without what follows it (sampling).
double seconds_of(const StepWork& work, const DeviceProbe& probe);

}  // namespace hearth
