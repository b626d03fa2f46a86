#include "backend/cpu/attention_runner.h"

#include "backend/cpu/matmul.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace hearth::cpu {

AttentionRunner::AttentionRunner(const Graph& graph, const Weights& weights, const Workspace& workspace,
                                 const Step& step, std::vector<AttentionPlan> plans)
    : graph_(graph),
      weights_(weights),
      workspace_(workspace),
      step_(step),
      kernels_(vector_kernels(current_isa())),
      plans_(std::move(plans)) {
    for (std::size_t i = 0; i < graph.ropes.size(); ++i) {
        ropes_.emplace_back(graph.ropes[i]);
        ropes_.back().use(workspace.rope(i));
    }
}

AttentionRunner::Scratch::Scratch(float* memory, const AttentionDims& dims)
    : queries(memory),
      first_partial(queries + std::size_t{dims.max_rows} * dims.key_dim),
      second_partial(first_partial + dims.partial_floats(dims.max_rows)),
      head(second_partial + dims.partial_floats(dims.max_rows)),
      kernel(head + 2 * std::size_t{dims.key_dim}) {}

void AttentionRunner::plan() {
    for (AttentionPlan& plan : plans_) {
        plan.build(step_.batch);
    }
}

void AttentionRunner::fill_ropes(std::uint32_t first, std::uint32_t last) {
    for (RopeTable& rope : ropes_) {
        for (std::uint32_t row = first; row < last; ++row) {
            rope.fill(row, step_.places[row].position);
        }
    }
}

void AttentionRunner::rotate(const StoreStage& store, std::uint32_t row, float* head) const {
    if (!store.op.rope) {
        return;
    }
    const RopeTable& rope = ropes_[store.op.rope->value];
    const auto kernel = rope.pairing() == RopeSpec::Pairing::interleaved ? kernels_.rotate_interleaved
                                                                         : kernels_.rotate_halves;
    kernel(rope.cosines(row), rope.sines(row), rope.pair_count(), head);
}

/// K and V of one KV head of a row; `scratch` holds key_dim floats and key_dim halves.
void AttentionRunner::store_head(const StoreStage& store, std::uint32_t row, std::uint32_t kv_head,
                                 float* scratch) const {
    const KvGroupSpec& group = graph_.kv_groups[store.op.kv.group];
    const auto plan = std::find_if(plans_.begin(), plans_.end(), [&](const AttentionPlan& candidate) {
        return candidate.group() == store.op.kv.group;
    });
    const KvLayout& layout = plan->arena().layout();
    const Step::Place place = step_.places[row];
    const std::uint32_t slot = place.position % kBlockTokens;
    std::uint16_t* const block = *plan->blocks(place.sequence, place.position / kBlockTokens);

    const std::size_t k_width = std::size_t{group.kv_head_count} * group.key_dim;
    const float* const k = workspace_.buffer(store.k) + row * k_width + std::size_t{kv_head} * group.key_dim;
    if (store.op.k_norm) {
        kernels_.rms_norm(k, weights_.vector(*store.op.k_norm), store.op.norm_epsilon, group.key_dim,
                          scratch);
    } else {
        std::memcpy(scratch, k, group.key_dim * sizeof(float));
    }
    rotate(store, row, scratch);
    auto* const halves = reinterpret_cast<std::uint16_t*>(scratch + group.key_dim);
    kernels_.to_half(scratch, group.key_dim, halves);
    std::uint16_t* const keys = block + layout.key_offset(store.op.kv.layer, kv_head) + slot;
    for (std::uint32_t dim = 0; dim < group.key_dim; ++dim) {
        keys[std::size_t{dim} * kBlockTokens] = halves[dim];
    }

    const std::size_t v_width = std::size_t{group.kv_head_count} * group.value_dim;
    const float* const v =
        workspace_.buffer(store.v) + row * v_width + std::size_t{kv_head} * group.value_dim;
    kernels_.to_half(
        v, group.value_dim,
        block + layout.value_offset(store.op.kv.layer, kv_head) + std::size_t{slot} * layout.value_width);
}

void AttentionRunner::store_row(const StoreStage& store, std::uint32_t row, std::uint32_t thread) const {
    const KvGroupSpec& group = graph_.kv_groups[store.op.kv.group];
    float* const q = workspace_.buffer(store.q) + std::size_t{row} * store.head_count * group.key_dim;
    for (std::uint32_t head = 0; head < store.head_count; ++head) {
        float* const values = q + std::size_t{head} * group.key_dim;
        if (store.op.q_norm) {
            kernels_.rms_norm(values, weights_.vector(*store.op.q_norm), store.op.norm_epsilon, group.key_dim,
                              values);
        }
        rotate(store, row, values);
    }
    for (std::uint32_t kv_head = 0; kv_head < group.kv_head_count; ++kv_head) {
        store_head(store, row, kv_head, workspace_.attention(thread));
    }
}

void AttentionRunner::load_queries(const AttentionStage& stage, const AttentionJob& job, bool with_store,
                                   float* queries) const {
    const AttentionDims& dims = plans_[stage.shape].dims();
    const std::uint32_t first_row = step_.batch.sequences[job.sequence].first_row + job.first_token;
    const std::size_t token_floats = std::size_t{dims.group_size} * dims.key_dim;
    const std::size_t row_floats = dims.kv_head_count * token_floats;
    for (std::uint32_t token = 0; token < job.token_count; ++token) {
        const float* const q =
            workspace_.buffer(stage.q) + (first_row + token) * row_floats + job.kv_head * token_floats;
        float* const out = queries + token * token_floats;
        std::memcpy(out, q, token_floats * sizeof(float));
        for (std::uint32_t head = 0; with_store && head < dims.group_size; ++head) {
            float* const values = out + std::size_t{head} * dims.key_dim;
            if (const auto& op = stage.store->op; op.q_norm) {
                kernels_.rms_norm(values, weights_.vector(*op.q_norm), op.norm_epsilon, dims.key_dim, values);
            }
            rotate(*stage.store, first_row + token, values);
        }
    }
    kernels_.scale(ScoreScale(stage.op).query_factor,
                   static_cast<std::uint32_t>(job.token_count * token_floats), queries);
}

AttentionTile AttentionRunner::tile_of(const AttentionStage& stage, const AttentionJob& job,
                                       const Scratch& scratch) const {
    const AttentionPlan& plan = plans_[stage.shape];
    const AttentionDims& dims = plan.dims();
    const KvLayout& layout = plan.arena().layout();
    const ScoreScale scale(stage.op);
    AttentionTile tile{};
    tile.queries = scratch.queries;
    tile.row_count = job.token_count * dims.group_size;
    tile.group_size = dims.group_size;
    tile.first_position = step_.batch.sequences[job.sequence].first_position + job.first_token;
    tile.key_dim = dims.key_dim;
    tile.value_width = dims.value_width;
    tile.key_offset = layout.key_offset(stage.op.kv.layer, job.kv_head);
    tile.value_offset = layout.value_offset(stage.op.kv.layer, job.kv_head);
    tile.window = plan.window();
    tile.capped = scale.capped;
    tile.cap = scale.cap;
    tile.scratch = scratch.kernel;
    return tile;
}

void AttentionRunner::run_split(const AttentionPlan& plan, const AttentionJob& job, std::uint32_t split,
                                AttentionTile tile, const AttentionPartial& result) const {
    tile.first_block = job.split_first(split);
    tile.last_block = job.split_last(split);
    tile.blocks = plan.blocks(job.sequence, tile.first_block);
    tile.maximum = result.maximum;
    tile.sum = result.sum;
    tile.accumulator = result.accumulator;
    kernels_.attend(tile);
}

AttentionPartial AttentionRunner::shared_part(const AttentionDims& dims, const AttentionJob& job,
                                              std::uint32_t split) const {
    const std::uint32_t rows = job.token_count * dims.group_size;
    float* const memory =
        workspace_.attention_shared() + job.shared_offset + split * dims.partial_floats(rows);
    return {memory, rows, dims.value_width};
}

void AttentionRunner::attend(const AttentionStage& stage, const AttentionItem& item, bool with_store,
                             std::uint32_t thread) {
    AttentionPlan& plan = plans_[stage.shape];
    const AttentionDims& dims = plan.dims();
    const AttentionJob& job = plan.job(item);
    const Scratch scratch(workspace_.attention(thread), dims);
    load_queries(stage, job, with_store, scratch.queries);
    if (with_store && item.last_split == job.split_count) {
        // The last part of the context alone reads what is written here.
        store_head(*stage.store, step_.batch.sequences[job.sequence].first_row, job.kv_head, scratch.head);
    }
    const AttentionTile tile = tile_of(stage, job, scratch);
    if (!job.shared) {
        const AttentionPartial result(scratch.first_partial, tile.row_count, dims.value_width);
        const AttentionPartial part(scratch.second_partial, tile.row_count, dims.value_width);
        run_split(plan, job, 0, tile, result);
        for (std::uint32_t split = 1; split < job.split_count; ++split) {
            run_split(plan, job, split, tile, part);
            result.merge(part);
        }
        write_result(stage, job, result);
        return;
    }
    for (std::uint32_t split = item.first_split; split < item.last_split; ++split) {
        run_split(plan, job, split, tile, shared_part(dims, job, split));
    }
    if (plan.complete(item)) {
        // In the order of the splits, as one thread alone would.
        const AttentionPartial result = shared_part(dims, job, 0);
        for (std::uint32_t split = 1; split < job.split_count; ++split) {
            result.merge(shared_part(dims, job, split));
        }
        write_result(stage, job, result);
    }
}

void AttentionRunner::write_result(const AttentionStage& stage, const AttentionJob& job,
                                   const AttentionPartial& result) const {
    const AttentionDims& dims = plans_[stage.shape].dims();
    const std::uint32_t value_dim = graph_.kv_groups[stage.op.kv.group].value_dim;
    const std::uint32_t first_row = step_.batch.sequences[job.sequence].first_row + job.first_token;
    for (std::uint32_t row = 0; row < result.rows; ++row) {
        const std::uint32_t token = row / dims.group_size;
        const std::size_t head = std::size_t{job.kv_head} * dims.group_size + row % dims.group_size;
        float* const out = workspace_.buffer(stage.out) +
                           (std::size_t{first_row + token} * stage.op.head_count + head) * value_dim;
        const float* const values = result.accumulator + std::size_t{row} * dims.value_width;
        const float factor = 1.0F / result.sum[row];
        for (std::uint32_t i = 0; i < value_dim; ++i) {
            out[i] = values[i] * factor;
        }
    }
}

}  // namespace hearth::cpu
