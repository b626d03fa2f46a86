#include "backend/cpu/step_runner.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace hearth::cpu {

namespace {

/// Values that every thread passes over for itself rather than meet the others: about a microsecond, as a
/// barrier.
constexpr std::uint32_t kRepeatValues = 16384;

/// Share of `thread` when `count` is divided evenly.
std::pair<std::uint32_t, std::uint32_t> share(std::uint32_t count, std::uint32_t thread,
                                              std::uint32_t thread_count) {
    const auto border = [&](std::uint64_t index) {
        return static_cast<std::uint32_t>(index * count / thread_count);
    };
    return {border(thread), border(thread + 1ULL)};
}

/// Tiles of a chunk: some for every thread, so that one that lost its core delays the others little, and
/// where there are enough a multiple of four, which the kernels read side by side.
std::uint32_t tile_chunk(std::uint32_t tile_count, std::uint32_t thread_count) {
    const std::uint32_t chunk = std::max(1U, tile_count / (4 * thread_count));
    return chunk > 4 ? chunk / 4 * 4 : chunk;
}

}  // namespace

StepRunner::StepRunner(const Graph& graph, const Program& program, const Weights& weights,
                       const Workspace& workspace, const ExecutorOptions& options,
                       std::vector<AttentionPlan> plans)
    : graph_(graph),
      program_(program),
      weights_(weights),
      workspace_(workspace),
      kernels_(vector_kernels(current_isa())),
      pool_(options.thread_count),
      plans_(std::move(plans)),
      queues_{WorkQueue(options.thread_count), WorkQueue(options.thread_count)} {
    for (std::size_t i = 0; i < graph.ropes.size(); ++i) {
        ropes_.emplace_back(graph.ropes[i]);
        ropes_.back().use(workspace.rope(i));
    }
    const std::uint32_t max_rows = std::max(options.max_tokens, options.max_outputs);
    for (std::uint32_t i = 0; i < 2; ++i) {
        shared_inputs_.emplace_back(max_rows, program.input_columns, options.activation_bits);
    }
    for (std::uint32_t i = 0; i < options.thread_count; ++i) {
        own_inputs_.emplace_back(kRepeatRows, program.input_columns, options.activation_bits);
    }
    places_.reserve(options.max_tokens);
}

std::uint64_t StepRunner::bytes() const {
    std::uint64_t bytes = 0;
    for (const auto* inputs : {&shared_inputs_, &own_inputs_}) {
        for (const MatmulInput& input : *inputs) {
            bytes += input.bytes();
        }
    }
    return bytes;
}

std::uint64_t StepRunner::planned_bytes(const Program& program, const ExecutorOptions& options) {
    const std::uint32_t max_rows = std::max(options.max_tokens, options.max_outputs);
    const MatmulInput shared(max_rows, program.input_columns, options.activation_bits);
    const MatmulInput own(kRepeatRows, program.input_columns, options.activation_bits);
    return 2 * shared.bytes() + options.thread_count * own.bytes();
}

void StepRunner::run(const Batch& batch, std::span<float> logits) {
    batch_ = batch;
    logits_ = logits;
    places_.resize(batch.tokens.size());
    for (std::uint32_t i = 0; i < batch.sequences.size(); ++i) {
        const BatchSequence& sequence = batch.sequences[i];
        for (std::uint32_t token = 0; token < sequence.token_count; ++token) {
            places_[sequence.first_row + token] = {i, sequence.first_position + token};
        }
    }
    for (AttentionPlan& plan : plans_) {
        plan.build(batch);
    }
    plan_phases();
    if (phases_.empty()) {
        return;
    }
    prepare(phases_.front(), queues_[0]);
    pool_.run([this](std::uint32_t thread) {
        fill_ropes(thread);
        for (std::size_t i = 0; i < phases_.size(); ++i) {
            if (thread == 0 && i + 1 < phases_.size()) {
                // Nobody uses the next phase's queue and input: their last use was before the barrier just
                // passed.
                prepare(phases_[i + 1], queues_[(i + 1) % 2]);
            }
            run_phase(phases_[i], queues_[i % 2], thread);
            pool_.barrier();
        }
    });
}

void StepRunner::plan_phases() {
    phases_.clear();
    const bool single_tokens =
        std::all_of(batch_.sequences.begin(), batch_.sequences.end(),
                    [](const BatchSequence& sequence) { return sequence.token_count == 1; });
    std::uint8_t input = 0;
    for (const Stage& stage : program_.stages) {
        if (const auto* rows = std::get_if<RowStage>(&stage)) {
            if (row_count(*rows) == 0) {
                continue;
            }
            const bool repeat = repeats(*rows);
            if (!repeat) {
                phases_.push_back({Phase::Kind::rows, false, false, input, &stage});
            }
            if (rows->product) {
                phases_.push_back({Phase::Kind::product, repeat, false, input, &stage});
                input ^= 1U;
            }
        } else if (std::holds_alternative<StoreStage>(stage)) {
            phases_.push_back({Phase::Kind::store, false, false, 0, &stage});
        } else {
            const auto& attention = std::get<AttentionStage>(stage);
            const bool with_store = attention.store && single_tokens;
            if (attention.store && !with_store) {
                phases_.push_back({Phase::Kind::store, false, false, 0, &stage});
            }
            phases_.push_back({Phase::Kind::attention, false, with_store, 0, &stage});
        }
    }
}

void StepRunner::prepare(const Phase& phase, WorkQueue& queue) {
    switch (phase.kind) {
        case Phase::Kind::rows: {
            const auto& stage = std::get<RowStage>(*phase.stage);
            const std::uint32_t rows = row_count(stage);
            queue.reset(rows, std::max(1U, rows / (4 * pool_.size())));
            if (stage.product) {
                const Product& product = *stage.product;
                shared_inputs_[phase.input].begin(workspace_.buffer(product.in.buffer), rows,
                                                  product.columns);
            }
            break;
        }
        case Phase::Kind::product: {
            const std::uint32_t tiles = std::get<RowStage>(*phase.stage).product->tile_count;
            queue.reset(tiles, tile_chunk(tiles, pool_.size()));
            break;
        }
        case Phase::Kind::store: {
            const auto rows = static_cast<std::uint32_t>(batch_.tokens.size());
            queue.reset(rows, std::max(1U, rows / (4 * pool_.size())));
            break;
        }
        case Phase::Kind::attention: {
            const AttentionPlan& plan = plans_[std::get<AttentionStage>(*phase.stage).shape];
            queue.reset_in_order(static_cast<std::uint32_t>(plan.items().size()));
            break;
        }
    }
}

void StepRunner::run_phase(const Phase& phase, WorkQueue& queue, std::uint32_t thread) {
    switch (phase.kind) {
        case Phase::Kind::rows: {
            const auto& stage = std::get<RowStage>(*phase.stage);
            queue.take(thread, [&](std::uint32_t first, std::uint32_t last) {
                run_rows(stage, first, last);
                if (stage.product) {
                    shared_inputs_[phase.input].quantize(first, last);
                }
            });
            break;
        }
        case Phase::Kind::product: {
            const auto& stage = std::get<RowStage>(*phase.stage);
            const MatmulInput& input =
                phase.repeat_rows ? repeat_rows(stage, thread) : shared_inputs_[phase.input];
            const std::uint32_t rows = row_count(stage);
            queue.take(thread, [&](std::uint32_t first, std::uint32_t last) {
                run_product(*stage.product, input, rows, first, last);
            });
            break;
        }
        case Phase::Kind::store: {
            const auto* attention = std::get_if<AttentionStage>(phase.stage);
            const StoreStage& store =
                attention != nullptr ? *attention->store : std::get<StoreStage>(*phase.stage);
            queue.take(thread, [&](std::uint32_t first, std::uint32_t last) {
                for (std::uint32_t row = first; row < last; ++row) {
                    store_row(store, row, workspace_.attention(thread));
                }
            });
            break;
        }
        case Phase::Kind::attention: {
            const auto& stage = std::get<AttentionStage>(*phase.stage);
            const std::span<const AttentionItem> items = plans_[stage.shape].items();
            queue.take(thread, [&](std::uint32_t first, std::uint32_t) {
                attend(stage, items[first], phase.with_store, thread);
            });
            break;
        }
    }
}

void StepRunner::fill_ropes(std::uint32_t thread) {
    const auto [first, last] = share(static_cast<std::uint32_t>(places_.size()), thread, pool_.size());
    for (RopeTable& rope : ropes_) {
        for (std::uint32_t row = first; row < last; ++row) {
            rope.fill(row, places_[row].position);
        }
    }
}

std::uint32_t StepRunner::row_count(const RowStage& stage) const {
    return static_cast<std::uint32_t>(stage.rows == ActivationSpec::Rows::tokens ? batch_.tokens.size()
                                                                                 : batch_.output_rows.size());
}

bool StepRunner::repeats(const RowStage& stage) const {
    const std::uint32_t rows = row_count(stage);
    return stage.may_repeat && rows <= kRepeatRows && rows * stage.read_width <= kRepeatValues;
}

const float* StepRunner::operand(const RowOperand& operand, const float* own, std::uint32_t row,
                                 std::uint32_t width) const {
    if (own != nullptr && operand.own_offset) {
        return own + std::size_t{*operand.own_offset} * kRepeatRows + std::size_t{row} * width;
    }
    return workspace_.buffer(operand.buffer) + std::size_t{row} * width;
}

void StepRunner::run_operation(const RowOperation& operation, std::uint32_t row, float* own) const {
    const std::uint32_t width = operation.width;
    float* const out =
        own != nullptr ? own + std::size_t{operation.out.own_offset} * kRepeatRows + std::size_t{row} * width
                       : workspace_.buffer(operation.out.buffer) + std::size_t{row} * width;
    if (const auto* embed = std::get_if<EmbedRow>(&operation.kind)) {
        weights_.matrix(embed->table).row(static_cast<std::uint32_t>(batch_.tokens[row].value), {out, width});
        if (embed->scale != 1.0F) {
            kernels_.scale(embed->scale, width, out);
        }
    } else if (const auto* gather = std::get_if<GatherRow>(&operation.kind)) {
        const float* const in =
            workspace_.buffer(gather->in.buffer) + std::size_t{batch_.output_rows[row]} * width;
        std::memcpy(out, in, width * sizeof(float));
    } else if (const auto* norm = std::get_if<NormRow>(&operation.kind)) {
        kernels_.rms_norm(operand(norm->in, own, row, width), weights_.vector(norm->weight), norm->epsilon,
                          width, out);
    } else if (const auto* norm_add = std::get_if<NormAddRow>(&operation.kind)) {
        kernels_.rms_norm_add(operand(norm_add->in, own, row, width), weights_.vector(norm_add->weight),
                              norm_add->epsilon, width, operand(norm_add->residual, own, row, width), out);
    }
}

void StepRunner::run_rows(const RowStage& stage, std::uint32_t first, std::uint32_t last) const {
    for (std::uint32_t row = first; row < last; ++row) {
        for (const RowOperation& operation : stage.operations) {
            run_operation(operation, row, nullptr);
        }
    }
}

const MatmulInput& StepRunner::repeat_rows(const RowStage& stage, std::uint32_t thread) {
    const std::uint32_t rows = row_count(stage);
    float* const own = workspace_.own(thread);
    for (const RowOperation& operation : stage.operations) {
        for (std::uint32_t row = 0; row < rows; ++row) {
            run_operation(operation, row, own);
        }
        if (operation.out.kept) {
            const auto [first, last] = share(operation.width, thread, pool_.size());
            for (std::uint32_t row = 0; row < rows; ++row) {
                const std::size_t from =
                    std::size_t{operation.out.own_offset} * kRepeatRows + std::size_t{row} * operation.width;
                std::memcpy(
                    workspace_.buffer(operation.out.buffer) + std::size_t{row} * operation.width + first,
                    own + from + first, (last - first) * sizeof(float));
            }
        }
    }
    const Product& product = *stage.product;
    MatmulInput& input = own_inputs_[thread];
    input.begin(operand(product.in, own, 0, product.columns), rows, product.columns);
    input.quantize(0, rows);
    return input;
}

void StepRunner::run_product(const Product& product, const MatmulInput& input, std::uint32_t rows,
                             std::uint32_t first_tile, std::uint32_t last_tile) const {
    const bool gated = product.kind == Product::Kind::gate_silu || product.kind == Product::Kind::gate_gelu;
    const auto multiply_part = [&](const ProductPart& part, float* out, std::uint64_t stride,
                                   std::uint32_t first, std::uint32_t last) {
        const PackedMatrix& weight = weights_.matrix(part.weight);
        const float* const bias = part.bias ? weights_.vector(*part.bias) : nullptr;
        const auto mode =
            product.kind == Product::Kind::add ? MatmulOutput::Mode::add : MatmulOutput::Mode::overwrite;
        multiply(weight, input, first * kRowTile, std::min(last * kRowTile, weight.rows()),
                 {out, stride, mode, bias});
    };
    if (product.kind == Product::Kind::logits) {
        multiply_part(product.parts[0], logits_.data(), graph_.vocabulary_size, first_tile, last_tile);
    } else if (gated) {
        const std::uint32_t width = weights_.matrix(product.parts[0].weight).rows();
        multiply_part(product.parts[0], workspace_.buffer(product.parts[0].out), width, first_tile,
                      last_tile);
        multiply_part(product.parts[1], workspace_.up(), width, first_tile, last_tile);
    } else {
        std::uint32_t part_first = 0;
        for (const ProductPart& part : product.parts) {
            const std::uint32_t width = weights_.matrix(part.weight).rows();
            const std::uint32_t part_last = part_first + (width + kRowTile - 1) / kRowTile;
            const std::uint32_t first = std::max(first_tile, part_first);
            const std::uint32_t last = std::min(last_tile, part_last);
            if (first < last) {
                multiply_part(part, workspace_.buffer(part.out), width, first - part_first,
                              last - part_first);
            }
            part_first = part_last;
        }
        return;
    }
    const std::uint32_t weight_rows = weights_.matrix(product.parts[0].weight).rows();
    finish_columns(product, rows, first_tile * kRowTile, std::min(last_tile * kRowTile, weight_rows));
}

void StepRunner::finish_columns(const Product& product, std::uint32_t rows, std::uint32_t first,
                                std::uint32_t last) const {
    const std::size_t width = weights_.matrix(product.parts[0].weight).rows();
    for (std::uint32_t row = 0; row < rows; ++row) {
        const std::size_t start = row * width + first;
        if (product.kind == Product::Kind::logits) {
            float* const values = logits_.data() + start;
            if (product.soft_cap) {
                kernels_.scale_and_cap(product.scale, *product.soft_cap, last - first, values);
            } else if (product.scale != 1.0F) {
                kernels_.scale(product.scale, last - first, values);
            }
        } else {
            float* const gate = workspace_.buffer(product.parts[0].out) + start;
            const float* const up = workspace_.up() + start;
            const auto activate =
                product.kind == Product::Kind::gate_silu ? kernels_.gate_silu : kernels_.gate_gelu;
            activate(gate, up, last - first, gate);
        }
    }
}

void StepRunner::rotate(const StoreStage& store, std::uint32_t row, float* head) const {
    if (!store.op.rope) {
        return;
    }
    const RopeTable& rope = ropes_[store.op.rope->value];
    const auto kernel = rope.pairing() == RopeSpec::Pairing::interleaved ? kernels_.rotate_interleaved
                                                                         : kernels_.rotate_halves;
    kernel(rope.cosines(row), rope.sines(row), rope.pair_count(), head);
}

/// K and V of one KV head of a row; `scratch` holds key_dim floats and key_dim halves.
void StepRunner::store_head(const StoreStage& store, std::uint32_t row, std::uint32_t kv_head,
                            float* scratch) const {
    const KvGroupSpec& group = graph_.kv_groups[store.op.kv.group];
    const auto plan = std::find_if(plans_.begin(), plans_.end(), [&](const AttentionPlan& candidate) {
        return candidate.group() == store.op.kv.group;
    });
    const KvLayout& layout = plan->arena().layout();
    const RowPlace place = places_[row];
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

void StepRunner::store_row(const StoreStage& store, std::uint32_t row, float* scratch) const {
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
        store_head(store, row, kv_head, scratch);
    }
}

void StepRunner::load_queries(const AttentionStage& stage, const AttentionJob& job, bool with_store,
                              float* queries) const {
    const AttentionDims& dims = plans_[stage.shape].dims();
    const std::uint32_t first_row = batch_.sequences[job.sequence].first_row + job.first_token;
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

void StepRunner::attend(const AttentionStage& stage, const AttentionItem& item, bool with_store,
                        std::uint32_t thread) {
    AttentionPlan& plan = plans_[stage.shape];
    const AttentionDims& dims = plan.dims();
    const AttentionJob& job = plan.job(item);
    const BatchSequence& sequence = batch_.sequences[job.sequence];
    const std::uint32_t rows = job.token_count * dims.group_size;

    float* const queries = workspace_.attention(thread);
    float* const first_partial = queries + std::size_t{dims.max_rows} * dims.key_dim;
    float* const second_partial = first_partial + dims.partial_floats(dims.max_rows);
    float* const head = second_partial + dims.partial_floats(dims.max_rows);
    float* const scratch = head + 2 * std::size_t{dims.key_dim};

    load_queries(stage, job, with_store, queries);
    if (with_store && item.last_split == job.split_count) {
        store_head(*stage.store, sequence.first_row, job.kv_head, head);
    }

    const ScoreScale scale(stage.op);
    const KvLayout& layout = plan.arena().layout();
    AttentionTile tile{};
    tile.queries = queries;
    tile.row_count = rows;
    tile.group_size = dims.group_size;
    tile.first_position = sequence.first_position + job.first_token;
    tile.key_dim = dims.key_dim;
    tile.value_width = dims.value_width;
    tile.key_offset = layout.key_offset(stage.op.kv.layer, job.kv_head);
    tile.value_offset = layout.value_offset(stage.op.kv.layer, job.kv_head);
    tile.window = plan.window();
    tile.capped = scale.capped;
    tile.cap = scale.cap;
    tile.scratch = scratch;

    const auto shared_part = [&](std::uint32_t split) {
        float* const memory =
            workspace_.attention_shared() + job.shared_offset + split * dims.partial_floats(rows);
        return AttentionPartial(memory, rows, dims.value_width);
    };
    const auto run_split = [&](std::uint32_t split, const AttentionPartial& result) {
        tile.first_block = job.split_first(split);
        tile.last_block = job.split_last(split);
        tile.blocks = plan.blocks(job.sequence, tile.first_block);
        tile.maximum = result.maximum;
        tile.sum = result.sum;
        tile.accumulator = result.accumulator;
        kernels_.attend(tile);
    };

    if (job.shared) {
        for (std::uint32_t split = item.first_split; split < item.last_split; ++split) {
            run_split(split, shared_part(split));
        }
        if (plan.complete(item)) {
            const AttentionPartial result = shared_part(0);
            for (std::uint32_t split = 1; split < job.split_count; ++split) {
                result.merge(shared_part(split));
            }
            write_result(stage, job, result);
        }
        return;
    }
    const AttentionPartial result(first_partial, rows, dims.value_width);
    const AttentionPartial part(second_partial, rows, dims.value_width);
    run_split(0, result);
    for (std::uint32_t split = 1; split < job.split_count; ++split) {
        run_split(split, part);
        result.merge(part);
    }
    write_result(stage, job, result);
}

void StepRunner::write_result(const AttentionStage& stage, const AttentionJob& job,
                              const AttentionPartial& result) const {
    const AttentionDims& dims = plans_[stage.shape].dims();
    const std::uint32_t value_dim = graph_.kv_groups[stage.op.kv.group].value_dim;
    const std::uint32_t first_row = batch_.sequences[job.sequence].first_row + job.first_token;
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
