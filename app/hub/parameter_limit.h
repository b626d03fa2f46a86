#pragma once

#include <cstdint>

namespace hearth::hub {

/// How many parameters a model may have whose download of about 4.5 bits a weight (with embeddings and
/// output, which stay finer: 5 bits) takes `bytes`.
constexpr std::uint64_t most_parameters(std::uint64_t bytes) {
    return bytes / 5 * 8;
}

}  // namespace hearth::hub
