#pragma once

#include "model/architecture_keys.h"

#include <hearth/model_file.h>
#include <hearth/result.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace hearth {

/// The sizes of a decoder-only transformer, as its model file states them, every one within sane bounds.
struct HyperParameters {
    std::uint32_t layer_count = 0;
    std::uint32_t width = 0;            ///< of the residual stream
    std::uint32_t feed_forward = 0;     ///< width inside the gated feed-forward network
    std::uint32_t head_count = 0;       ///< query heads
    std::uint32_t kv_head_count = 0;    ///< divides head_count
    std::uint32_t head_dim = 0;         ///< of queries, keys and values
    std::uint32_t context_tokens = 0;   ///< length the model was trained for
    std::uint32_t vocabulary_size = 0;  ///< rows of the token embedding
    float norm_epsilon = 0;
    double attention_scale = 0;  ///< 1 / sqrt(head_dim) unless the file states another
    std::optional<float> attention_soft_cap;
    std::optional<float> logit_soft_cap;
    std::optional<std::uint32_t> window;  ///< tokens a windowed layer sees; absent when it is no limit

    std::uint32_t query_width() const { return head_count * head_dim; }
    std::uint32_t kv_width() const { return kv_head_count * head_dim; }
};

/// Reads `<architecture>.*`. Keys that would change the result in a way this engine does not compute
/// (experts, ALiBi, scales of other model families…) are unsupported_feature.
Result<HyperParameters> read_hyper_parameters(const ModelFile& file, const ArchitectureKeys& keys);

/// The period of windowed_layers() that leaves no layer global.
inline constexpr std::uint32_t kEveryLayer = std::numeric_limits<std::uint32_t>::max();

/// For every layer whether its attention has the window of `hyper_parameters` (none has, where there is no
/// window). Of each `period` layers the last is global. `attention.sliding_window_pattern` states the period
/// or lists the layers; a file without that key follows `default_period`, or is unsupported_feature where the
/// architecture has no such habit.
Result<std::vector<bool>> windowed_layers(const ArchitectureKeys& keys,
                                          const HyperParameters& hyper_parameters,
                                          std::optional<std::uint32_t> default_period);

}  // namespace hearth
