#include "backend/reference/kv_memory.h"

#include <algorithm>

namespace hearth::reference {

namespace {

std::uint64_t head_values(const KvGroupSpec& spec) {
    return std::uint64_t{kBlockTokens} * (spec.key_dim + spec.value_dim);
}

}  // namespace

KvMemory::KvMemory(const KvGroupSpec& spec, std::uint32_t block_count)
    : spec_(spec), block_count_(block_count), values_(block_values(spec) * block_count) {}

std::uint64_t KvMemory::block_values(const KvGroupSpec& spec) {
    return std::uint64_t{spec.layer_count} * spec.kv_head_count * head_values(spec);
}

float* KvMemory::head_block(std::uint32_t layer, BlockId block, std::uint32_t head) {
    const std::uint64_t layer_index = std::uint64_t{block.value} * spec_.layer_count + layer;
    return values_.data() + (layer_index * spec_.kv_head_count + head) * head_values(spec_);
}

std::span<float> KvMemory::key(std::uint32_t layer, BlockId block, std::uint32_t slot, std::uint32_t head) {
    return {head_block(layer, block, head) + std::uint64_t{slot} * spec_.key_dim, spec_.key_dim};
}

std::span<float> KvMemory::value(std::uint32_t layer, BlockId block, std::uint32_t slot, std::uint32_t head) {
    float* values = head_block(layer, block, head) + std::uint64_t{kBlockTokens} * spec_.key_dim;
    return {values + std::uint64_t{slot} * spec_.value_dim, spec_.value_dim};
}

void KvMemory::copy(BlockId from, BlockId to, std::uint32_t token_count) {
    for (std::uint32_t layer = 0; layer < spec_.layer_count; ++layer) {
        for (std::uint32_t head = 0; head < spec_.kv_head_count; ++head) {
            for (std::uint32_t slot = 0; slot < token_count; ++slot) {
                std::ranges::copy(key(layer, from, slot, head), key(layer, to, slot, head).begin());
                std::ranges::copy(value(layer, from, slot, head), value(layer, to, slot, head).begin());
            }
        }
    }
}

}  // namespace hearth::reference
