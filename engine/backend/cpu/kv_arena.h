#pragma once

#include "backend/cpu/anonymous_memory.h"
#include "backend/cpu/vector_kernels.h"
#include "backend/graph.h"

#include <hearth/ids.h>
#include <hearth/result.h>

#include <cstddef>
#include <cstdint>

namespace hearth::cpu {

/// How a block of one KV group lies in memory: f16, [layer][KV head][K: key_dim × 64 | V: 64 × value_width].
/// K is transposed, so that a score of each of 64 keys is a lane of its own and needs no sum across lanes.
struct KvLayout {
    explicit KvLayout(const KvGroupSpec& group);

    std::uint32_t layer_count;
    std::uint32_t kv_head_count;
    std::uint32_t key_dim;
    std::uint32_t value_dim;
    std::uint32_t value_width;  ///< value_dim padded to kValuePadding; the padding stays zero

    /// Values (not bytes) of a block, all layers and heads.
    std::size_t block_values() const { return std::size_t{layer_count} * kv_head_count * head_values(); }
    std::uint64_t block_bytes() const { return block_values() * sizeof(std::uint16_t); }
    std::size_t key_offset(std::uint32_t layer, std::uint32_t kv_head) const {
        return (std::size_t{layer} * kv_head_count + kv_head) * head_values();
    }
    std::size_t value_offset(std::uint32_t layer, std::uint32_t kv_head) const {
        return key_offset(layer, kv_head) + std::size_t{kBlockTokens} * key_dim;
    }

 private:
    std::size_t head_values() const { return std::size_t{kBlockTokens} * (key_dim + value_width); }
};

/// The KV memory of one group: `block_count` blocks, committed by the system when they are first written.
class KvArena {
 public:
    static Result<KvArena> make(const KvGroupSpec& group, std::uint32_t block_count);

    const KvLayout& layout() const { return layout_; }
    std::uint32_t block_count() const { return block_count_; }
    std::uint64_t bytes() const { return memory_.bytes(); }
    std::uint16_t* block(BlockId id) const { return values_ + id.value * layout_.block_values(); }
    /// Copies K and V of the leading `token_count` tokens, all layers.
    void copy(BlockId from, BlockId to, std::uint32_t token_count) const;

 private:
    KvArena(const KvLayout& layout, std::uint32_t block_count, AnonymousMemory memory);
    KvLayout layout_;
    std::uint32_t block_count_;
    AnonymousMemory memory_;
    std::uint16_t* values_;
};

}  // namespace hearth::cpu
