#pragma once

#include "format/huggingface/json_object.h"

#include <hearth/metadata.h>
#include <hearth/result.h>

#include <cstdint>
#include <string>
#include <vector>

namespace hearth {

/// The sizes that the rotary embedding depends on.
struct RopeSizes {
    std::uint32_t head_dim = 0;
    std::uint32_t context_tokens = 0;  ///< max_position_embeddings
    double default_theta = 10000;
};

/// What the rotary embedding of a checkpoint adds to the metadata.
struct RopeConfig {
    std::vector<float>
        divisors;  ///< of the frequencies, one for each pair (Llama 3); empty where there are none
    std::uint32_t context_tokens = 0;  ///< with what the scaling adds
};

/// Reads `rope_theta`, `rope_scaling`, `rope_local_base_freq`, or `rope_parameters` of newer files, and sets
/// `<architecture>.rope.*`. A kind of scaling that is not linear, yarn or llama3 is unsupported_feature.
Result<RopeConfig> read_rope_config(const JsonObject& config, const RopeSizes& sizes,
                                    const std::string& architecture, Metadata& metadata);

}  // namespace hearth
