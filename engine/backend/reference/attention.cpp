#include "backend/reference/attention.h"

#include "backend/reference/scalar_math.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace hearth::reference {

void attend(const PagedAttention& op, KvMemory& memory, const BlockTableView& table, std::uint32_t position,
            std::span<const float> q, std::span<float> out) {
    const KvGroupSpec& spec = memory.spec();
    const std::uint32_t heads_per_kv_head = op.head_count / spec.kv_head_count;
    const std::uint32_t seen = std::min(position + 1, spec.window.value_or(position + 1));
    const std::uint32_t first = position + 1 - seen;
    const auto block = [&](std::uint32_t p) { return table.blocks[p / kBlockTokens - table.first_block]; };

    std::vector<double> weights(seen);
    std::vector<double> sum(spec.value_dim);
    for (std::uint32_t head = 0; head < op.head_count; ++head) {
        const std::uint32_t kv_head = head / heads_per_kv_head;
        const auto query = q.subspan(std::size_t{head} * spec.key_dim, spec.key_dim);
        double largest = -std::numeric_limits<double>::infinity();
        for (std::uint32_t i = 0; i < seen; ++i) {
            const std::uint32_t p = first + i;
            const auto key = memory.key(op.kv.layer, block(p), p % kBlockTokens, kv_head);
            weights[i] = soft_cap(op.scale * dot(query, key), op.soft_cap);
            largest = std::max(largest, weights[i]);
        }
        double total = 0;
        for (double& weight : weights) {
            weight = std::exp(weight - largest);
            total += weight;
        }
        std::ranges::fill(sum, 0.0);
        for (std::uint32_t i = 0; i < seen; ++i) {
            const std::uint32_t p = first + i;
            const auto value = memory.value(op.kv.layer, block(p), p % kBlockTokens, kv_head);
            for (std::uint32_t d = 0; d < spec.value_dim; ++d) {
                sum[d] += weights[i] * value[d];
            }
        }
        for (std::uint32_t d = 0; d < spec.value_dim; ++d) {
            out[std::size_t{head} * spec.value_dim + d] = static_cast<float>(sum[d] / total);
        }
    }
}

}  // namespace hearth::reference
