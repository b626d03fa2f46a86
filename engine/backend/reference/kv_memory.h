#pragma once

#include "backend/graph.h"

#include <hearth/ids.h>

#include <cstdint>
#include <span>
#include <vector>

namespace hearth::reference {

/// Tokens in a KV block, as on the fast path.
inline constexpr std::uint32_t kBlockTokens = 64;

/// The K and V of one KV group, f32, in blocks: [block][layer][KV head][K: tokens · key_dim | V: tokens ·
/// value_dim].
class KvMemory {
 public:
    KvMemory(const KvGroupSpec& spec, std::uint32_t block_count);

    /// Values of one block, all layers.
    static std::uint64_t block_values(const KvGroupSpec& spec);

    const KvGroupSpec& spec() const { return spec_; }
    std::uint32_t block_count() const { return block_count_; }
    std::uint64_t bytes() const { return values_.size() * sizeof(float); }

    /// K or V of one token in a block: key_dim or value_dim values.
    std::span<float> key(std::uint32_t layer, BlockId block, std::uint32_t slot, std::uint32_t head);
    std::span<float> value(std::uint32_t layer, BlockId block, std::uint32_t slot, std::uint32_t head);
    /// Makes the first `token_count` tokens of `to` the same as those of `from`.
    void copy(BlockId from, BlockId to, std::uint32_t token_count);

 private:
    float* head_block(std::uint32_t layer, BlockId block, std::uint32_t head);

    KvGroupSpec spec_;
    std::uint32_t block_count_;
    std::vector<float> values_;
};

}  // namespace hearth::reference
