#pragma once

#include <hearth/probe.h>

namespace hearth::test {

/// A measurement of a computer with two threads, in round figures.
inline DeviceProbe round_probe() {
    DeviceProbe probe;
    probe.thread_count = 2;
    probe.cached_bytes = 1 << 10;
    probe.streamed_bytes = 1 << 20;
    probe.prefill_tokens = 128;
    probe.processor_share = 1;
    probe.types = {{DType::f32, 1e9, 1e9, 1e9}};
    probe.kv_bytes_per_s = 1e9;
    probe.attention_multiply_adds_per_s = 1e9;
    probe.row_values_per_s = 1e9;
    probe.sampled_logits_per_s = 1e9;
    probe.seconds_per_stage = 1e-6;
    probe.seconds_per_attention = 1e-6;
    probe.seconds_per_step = 1e-5;
    return probe;
}

}  // namespace hearth::test
