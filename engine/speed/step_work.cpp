#include "speed/step_work.h"

#include <algorithm>
#include <limits>
#include <variant>

namespace hearth {
namespace {

/// Two bytes, F16.
constexpr std::uint64_t kKvValueBytes = 2;

/// How many tokens the rows of a step see, all together.
std::uint64_t seen_tokens(const StepShape& shape, std::uint32_t window) {
    std::uint64_t seen = 0;
    for (std::uint32_t row = 0; row < shape.rows; ++row) {
        seen += std::min<std::uint64_t>(std::uint64_t{shape.first_position} + row + 1, window);
    }
    return seen;
}

class Counter {
 public:
    Counter(const Graph& graph, const ModelFile& file, const StepShape& shape)
        : graph_(graph), file_(file), shape_(shape) {
        work_.rows = shape.rows;
    }

    StepWork count() {
        for (const Op& op : graph_.ops) {
            std::visit([this](const auto& each) { add(each); }, op);
        }
        return std::move(work_);
    }

 private:
    std::uint64_t rows(ActivationId id) const {
        const bool outputs = graph_.activations[id.value].rows == ActivationSpec::Rows::outputs;
        return outputs ? (shape_.has_output ? 1 : 0) : shape_.rows;
    }
    std::uint64_t values(ActivationId id) const { return rows(id) * graph_.activations[id.value].width; }

    void product(WeightId id, std::uint64_t row_count) {
        const WeightSpec& weight = graph_.weights[id.value];
        const TensorInfo* const tensor = file_.find(weight.tensor);
        if (tensor != nullptr && tensor->type && row_count > 0) {
            work_.products.push_back(
                {*tensor->type, tensor->bytes, row_count * weight.rows * weight.columns});
        }
    }

    void stage(std::uint64_t row_count) { work_.stages += row_count > 0 ? 1 : 0; }

    void add(const EmbedTokens& op) { work_.row_values += values(op.out); }
    void add(const RmsNorm& op) { work_.row_values += values(op.in); }
    void add(const RmsNormAdd& op) { work_.row_values += values(op.in); }
    void add(const QkvProjection& op) {
        for (const WeightId weight : {op.q_weight, op.k_weight, op.v_weight}) {
            product(weight, rows(op.in));
        }
        stage(rows(op.in));
    }
    void add(const RopeAndStore& op) { work_.row_values += values(op.q) + values(op.k) + values(op.v); }
    void add(const PagedAttention& op) {
        const KvGroupSpec& group = graph_.kv_groups[op.kv.group];
        const std::uint32_t window = group.window.value_or(std::numeric_limits<std::uint32_t>::max());
        const std::uint64_t dims = std::uint64_t{group.key_dim} + group.value_dim;
        const std::uint64_t context = std::uint64_t{shape_.first_position} + shape_.rows;
        const std::uint64_t read = std::min<std::uint64_t>(context, std::uint64_t{window} + shape_.rows - 1);
        work_.kv_bytes += read * group.kv_head_count * dims * kKvValueBytes;
        work_.attention_multiply_adds += seen_tokens(shape_, window) * op.head_count * dims;
        ++work_.attentions;
    }
    void add(const Projection& op) {
        product(op.weight, rows(op.in));
        stage(rows(op.in));
    }
    void add(const GatedProjection& op) {
        product(op.gate_weight, rows(op.in));
        product(op.up_weight, rows(op.in));
        work_.row_values += values(op.out);
        stage(rows(op.in));
    }
    void add(const GatherOutputs& op) { work_.row_values += values(op.out); }
    void add(const Logits& op) {
        product(op.weight, rows(op.in));
        stage(rows(op.in));
    }

    const Graph& graph_;
    const ModelFile& file_;
    const StepShape& shape_;
    StepWork work_;
};

}  // namespace

std::uint64_t StepWork::working_set() const {
    std::uint64_t bytes = kv_bytes;
    for (const ProductWork& product : products) {
        bytes += product.weight_bytes;
    }
    return bytes;
}

StepWork work_of_step(const Graph& graph, const ModelFile& file, const StepShape& shape) {
    return Counter(graph, file, shape).count();
}

}  // namespace hearth
