#include "backend/cpu/kv_arena.h"

#include <cstring>
#include <utility>

namespace hearth::cpu {

KvLayout::KvLayout(const KvGroupSpec& group)
    : layer_count(group.layer_count),
      kv_head_count(group.kv_head_count),
      key_dim(group.key_dim),
      value_dim(group.value_dim),
      value_width((group.value_dim + kValuePadding - 1) / kValuePadding * kValuePadding) {}

Result<KvArena> KvArena::make(const KvGroupSpec& group, std::uint32_t block_count) {
    const KvLayout layout(group);
    HEARTH_TRY_ASSIGN(AnonymousMemory memory,
                      AnonymousMemory::map(layout.block_bytes() * block_count, "the KV cache"));
    return KvArena(layout, block_count, std::move(memory));
}

KvArena::KvArena(const KvLayout& layout, std::uint32_t block_count, AnonymousMemory memory)
    : layout_(layout),
      block_count_(block_count),
      memory_(std::move(memory)),
      values_(reinterpret_cast<std::uint16_t*>(memory_.data())) {}

void KvArena::copy(BlockId from, BlockId to, std::uint32_t token_count) const {
    const std::uint16_t* const source = block(from);
    std::uint16_t* const target = block(to);
    if (token_count == kBlockTokens) {
        std::memcpy(target, source, layout_.block_bytes());
        return;
    }
    for (std::uint32_t layer = 0; layer < layout_.layer_count; ++layer) {
        for (std::uint32_t head = 0; head < layout_.kv_head_count; ++head) {
            const std::size_t keys = layout_.key_offset(layer, head);
            for (std::uint32_t dim = 0; dim < layout_.key_dim; ++dim) {
                const std::size_t row = keys + std::size_t{dim} * kBlockTokens;
                std::memcpy(target + row, source + row, token_count * sizeof(std::uint16_t));
            }
            const std::size_t values = layout_.value_offset(layer, head);
            std::memcpy(target + values, source + values,
                        std::size_t{token_count} * layout_.value_width * sizeof(std::uint16_t));
        }
    }
}

}  // namespace hearth::cpu
