#include "backend/reference/reference_executor.h"

#include "backend/reference/attention.h"
#include "backend/reference/batch_check.h"
#include "backend/reference/matrix_product.h"
#include "backend/reference/parallel.h"
#include "backend/reference/scalar_math.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

#include <fmt/format.h>

namespace hearth::reference {

namespace {

std::uint64_t most_rows(const ActivationSpec& spec, const ExecutorOptions& options) {
    return spec.rows == ActivationSpec::Rows::tokens ? options.max_tokens : options.max_outputs;
}

/// Values that the gates of the largest GatedProjection take.
std::uint64_t most_gate_values(const Graph& graph, const ExecutorOptions& options) {
    std::uint64_t most = 0;
    for (const Op& op : graph.ops) {
        if (const auto* gated = std::get_if<GatedProjection>(&op)) {
            const ActivationSpec& out = graph.activations[gated->out.value];
            most = std::max(most, most_rows(out, options) * out.width);
        }
    }
    return most;
}

}  // namespace

std::uint64_t workspace_bytes(const Graph& graph, const ExecutorOptions& options) {
    std::uint64_t values = most_gate_values(graph, options);
    for (const ActivationSpec& spec : graph.activations) {
        values += most_rows(spec, options) * spec.width;
    }
    return values * sizeof(float);
}

/// One run of the graph: an overload for every op.
class ReferenceExecutor::Step {
 public:
    Step(ReferenceExecutor& executor, const Batch& batch, std::span<float> logits)
        : executor_(executor), batch_(batch), logits_(logits) {}

    void operator()(const EmbedTokens& op) {
        const StoredMatrix& table = executor_.weights_[op.table.value];
        for (std::size_t t = 0; t < batch_.tokens.size(); ++t) {
            const auto out = row(op.out, t);
            table.row(static_cast<std::uint32_t>(batch_.tokens[t].value), out);
            for (float& value : out) {
                value *= op.scale;
            }
        }
    }

    void operator()(const RmsNorm& op) {
        const auto weight = vector(op.weight);
        for (std::size_t t = 0; t < row_count(op.out); ++t) {
            rms_norm(row(op.in, t), weight, op.epsilon, row(op.out, t));
        }
    }

    void operator()(const RmsNormAdd& op) {
        const auto weight = vector(op.weight);
        std::vector<float> normed(weight.size());
        for (std::size_t t = 0; t < row_count(op.residual); ++t) {
            rms_norm(row(op.in, t), weight, op.epsilon, normed);
            const auto residual = row(op.residual, t);
            std::ranges::transform(residual, normed, residual.begin(), std::plus<>());
        }
    }

    void operator()(const QkvProjection& op) {
        project(op.in, op.q_weight, op.q_bias, rows(op.q));
        project(op.in, op.k_weight, op.k_bias, rows(op.k));
        project(op.in, op.v_weight, op.v_bias, rows(op.v));
    }

    void operator()(const RopeAndStore& op) {
        KvMemory& memory = executor_.kv_[op.kv.group];
        const KvGroupSpec& spec = memory.spec();
        const auto q_norm = optional_vector(op.q_norm);
        const auto k_norm = optional_vector(op.k_norm);
        const auto prepare = [&](std::span<float> head, std::span<const float> norm, std::uint32_t position) {
            if (!norm.empty()) {
                rms_norm(head, norm, op.norm_epsilon, head);
            }
            if (op.rope) {
                rotate(executor_.graph_.ropes[op.rope->value], position, head);
            }
        };
        for_each_token(op.kv.group, [&](std::size_t t, std::uint32_t position, const BlockTableView& table) {
            const auto q = row(op.q, t);
            for (std::size_t first = 0; first < q.size(); first += spec.key_dim) {
                prepare(q.subspan(first, spec.key_dim), q_norm, position);
            }
            const BlockId block = table.blocks[position / kBlockTokens - table.first_block];
            const std::uint32_t slot = position % kBlockTokens;
            for (std::uint32_t head = 0; head < spec.kv_head_count; ++head) {
                const auto key = row(op.k, t).subspan(std::size_t{head} * spec.key_dim, spec.key_dim);
                prepare(key, k_norm, position);
                std::ranges::copy(key, memory.key(op.kv.layer, block, slot, head).begin());
                const auto value = row(op.v, t).subspan(std::size_t{head} * spec.value_dim, spec.value_dim);
                std::ranges::copy(value, memory.value(op.kv.layer, block, slot, head).begin());
            }
        });
    }

    void operator()(const PagedAttention& op) {
        KvMemory& memory = executor_.kv_[op.kv.group];
        for_each_token(op.kv.group, [&](std::size_t t, std::uint32_t position, const BlockTableView& table) {
            attend(op, memory, table, position, row(op.q, t), row(op.out, t));
        });
    }

    void operator()(const Projection& op) {
        project(op.in, op.weight, op.bias, rows(op.out),
                op.target == Projection::Target::add ? ProductTarget::add : ProductTarget::overwrite);
    }

    void operator()(const GatedProjection& op) {
        const auto up = rows(op.out);
        const auto gate = std::span(executor_.gate_).first(up.size());
        project(op.in, op.gate_weight, std::nullopt, gate);
        project(op.in, op.up_weight, std::nullopt, up);
        for (std::size_t i = 0; i < up.size(); ++i) {
            up[i] = static_cast<float>(activate(op.activation, gate[i]) * up[i]);
        }
    }

    void operator()(const GatherOutputs& op) {
        for (std::size_t i = 0; i < batch_.output_rows.size(); ++i) {
            std::ranges::copy(row(op.in, batch_.output_rows[i]), row(op.out, i).begin());
        }
    }

    void operator()(const Logits& op) {
        project(op.in, op.weight, std::nullopt, logits_);
        for (float& logit : logits_) {
            logit = static_cast<float>(soft_cap(double{logit} * op.scale, op.soft_cap));
        }
    }

 private:
    std::size_t row_count(ActivationId id) const {
        const bool tokens = executor_.graph_.activations[id.value].rows == ActivationSpec::Rows::tokens;
        return tokens ? batch_.tokens.size() : batch_.output_rows.size();
    }

    std::span<float> row(ActivationId id, std::size_t t) const {
        const std::size_t width = executor_.graph_.activations[id.value].width;
        return std::span(executor_.activations_[id.value]).subspan(t * width, width);
    }

    /// All rows of this step.
    std::span<float> rows(ActivationId id) const {
        const std::size_t width = executor_.graph_.activations[id.value].width;
        return std::span(executor_.activations_[id.value]).first(row_count(id) * width);
    }

    std::vector<float> vector(WeightId id) const {
        const StoredMatrix& weight = executor_.weights_[id.value];
        std::vector<float> values(weight.columns);
        weight.row(0, values);
        return values;
    }

    std::vector<float> optional_vector(std::optional<WeightId> id) const {
        return id ? vector(*id) : std::vector<float>();
    }

    void project(ActivationId in, WeightId weight, std::optional<WeightId> bias, std::span<float> out,
                 ProductTarget target = ProductTarget::overwrite) {
        multiply(executor_.weights_[weight.value], rows(in), optional_vector(bias), out, target,
                 executor_.threads_);
    }

    /// Calls body(row, position, block table) for every token of the step, spread over the threads.
    template <class Body>
    void for_each_token(std::uint32_t group, const Body& body) {
        const auto token_count = static_cast<std::uint32_t>(batch_.tokens.size());
        for_each_range(executor_.threads_, token_count, [&](std::uint32_t first, std::uint32_t last) {
            for (const BatchSequence& sequence : batch_.sequences) {
                const std::uint32_t begin = std::max(first, sequence.first_row);
                const std::uint32_t end = std::min(last, sequence.first_row + sequence.token_count);
                for (std::uint32_t t = begin; t < end; ++t) {
                    body(t, sequence.first_position + (t - sequence.first_row), sequence.tables[group]);
                }
            }
        });
    }

    ReferenceExecutor& executor_;
    const Batch& batch_;
    std::span<float> logits_;
};

ReferenceExecutor::ReferenceExecutor(Graph graph, std::vector<StoredMatrix> weights, ExecutorOptions options)
    : graph_(std::move(graph)),
      weights_(std::move(weights)),
      options_(std::move(options)),
      threads_(options_.thread_count) {
    for (std::size_t group = 0; group < graph_.kv_groups.size(); ++group) {
        kv_.emplace_back(graph_.kv_groups[group], options_.block_counts[group]);
    }
    for (const ActivationSpec& spec : graph_.activations) {
        activations_.emplace_back(most_rows(spec, options_) * spec.width);
    }
    gate_.resize(most_gate_values(graph_, options_));
}

Status ReferenceExecutor::run(const Batch& batch, std::span<float> logits) {
    HEARTH_TRY(check_batch(graph_, options_, batch, logits.size()));
    Step step(*this, batch, logits);
    for (const Op& op : graph_.ops) {
        std::visit(step, op);
    }
    return {};
}

Status ReferenceExecutor::copy_blocks(std::span<const BlockCopy> copies) {
    for (const BlockCopy& copy : copies) {
        const bool known = copy.group < kv_.size() && copy.from.value < kv_[copy.group].block_count() &&
                           copy.to.value < kv_[copy.group].block_count() && copy.token_count <= kBlockTokens;
        if (!known) {
            return Error{ErrorCode::backend_failed,
                         fmt::format("cannot copy {} tokens from block {} to {} of KV group {}",
                                     copy.token_count, copy.from.value, copy.to.value, copy.group)};
        }
        kv_[copy.group].copy(copy.from, copy.to, copy.token_count);
    }
    return {};
}

MemoryPlan ReferenceExecutor::held() const {
    MemoryPlan plan{.workspace_bytes = workspace_bytes(graph_, options_)};
    for (const StoredMatrix& weight : weights_) {
        plan.weight_bytes += weight.bytes.size();
    }
    for (const KvMemory& memory : kv_) {
        plan.kv_bytes += memory.bytes();
    }
    return plan;
}

}  // namespace hearth::reference
