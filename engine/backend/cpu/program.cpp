#include "backend/cpu/program.h"

#include "backend/cpu/matmul.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace hearth::cpu {

namespace {

using Rows = ActivationSpec::Rows;

/// Activations an operation reads and writes.
struct Access {
    std::vector<ActivationId> reads;
    std::vector<ActivationId> writes;
};

struct AccessOf {
    Access operator()(const EmbedTokens& op) const { return {{}, {op.out}}; }
    Access operator()(const RmsNorm& op) const { return {{op.in}, {op.out}}; }
    Access operator()(const RmsNormAdd& op) const { return {{op.in, op.residual}, {op.residual}}; }
    Access operator()(const QkvProjection& op) const { return {{op.in}, {op.q, op.k, op.v}}; }
    Access operator()(const RopeAndStore& op) const { return {{op.q, op.k, op.v}, {op.q}}; }
    Access operator()(const PagedAttention& op) const { return {{op.q}, {op.out}}; }
    Access operator()(const Projection& op) const {
        return op.target == Projection::Target::add ? Access{{op.in, op.out}, {op.out}}
                                                    : Access{{op.in}, {op.out}};
    }
    Access operator()(const GatedProjection& op) const { return {{op.in}, {op.out}}; }
    Access operator()(const GatherOutputs& op) const { return {{op.in}, {op.out}}; }
    Access operator()(const Logits& op) const { return {{op.in}, {}}; }
};

Access access_of(const Op& op) {
    return std::visit(AccessOf{}, op);
}

bool contains(const std::vector<ActivationId>& ids, ActivationId id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

class Compiler {
 public:
    explicit Compiler(const Graph& graph) : graph_(graph) {
        program_.second_side.resize(graph.activations.size());
        program_.matrices.resize(graph.weights.size());
        program_.vectors.resize(graph.weights.size());
        side_.resize(graph.activations.size());
    }

    Result<Program> compile() {
        check(!graph_.kv_groups.empty(), "no KV group");
        for (const KvGroupSpec& group : graph_.kv_groups) {
            check(
                group.layer_count > 0 && group.kv_head_count > 0 && group.key_dim > 0 && group.value_dim > 0,
                "an empty KV group");
            check(!group.window || *group.window > 0, "an empty window");
        }
        for (const ActivationSpec& activation : graph_.activations) {
            check(activation.width > 0, "an empty activation");
        }
        for (op_index_ = 0; op_index_ < graph_.ops.size() && !error_; ++op_index_) {
            check_ids(graph_.ops[op_index_]);
            if (!error_) {
                std::visit([this](const auto& op) { add(op); }, graph_.ops[op_index_]);
            }
        }
        check(!graph_.ops.empty() && std::holds_alternative<Logits>(graph_.ops.back()),
              "the graph does not end in logits");
        check_stores();
        if (error_) {
            return *error_;
        }
        return std::move(program_);
    }

 private:
    void check(bool holds, std::string_view what) {
        if (!holds && !error_) {
            error_ = Error{ErrorCode::engine_failed, fmt::format("Graph operation {}: {}.", op_index_, what)};
        }
    }

    /// Where K and V go is found through the attention that reads them.
    void check_stores() {
        for (const Stage& stage : program_.stages) {
            const auto* store = std::get_if<StoreStage>(&stage);
            const auto reads = [&](const AttentionShape& shape) { return shape.group == store->op.kv.group; };
            check(store == nullptr ||
                      std::any_of(program_.attention_shapes.begin(), program_.attention_shapes.end(), reads),
                  "K and V stored that no attention reads");
        }
    }

    void check_ids(const Op& op) {
        const Access access = access_of(op);
        for (const auto* ids : {&access.reads, &access.writes}) {
            for (const ActivationId id : *ids) {
                check(id.value < graph_.activations.size(), "an activation that does not exist");
            }
        }
    }

    const ActivationSpec& spec(ActivationId id) const { return graph_.activations[id.value]; }
    std::uint32_t width(ActivationId id) const { return spec(id).width; }

    void check_rows(std::initializer_list<ActivationId> ids) {
        for (const ActivationId id : ids) {
            check(spec(id).rows == rows_, "an activation with the other number of rows");
        }
    }

    void use_matrix(WeightId id, std::uint32_t rows, std::uint32_t columns) {
        check(id.value < graph_.weights.size(), "a weight that does not exist");
        if (!error_) {
            const WeightSpec& weight = graph_.weights[id.value];
            check(weight.rows == rows && weight.columns == columns,
                  fmt::format("weight {} is [{}, {}], not [{}, {}]", escaped(weight.tensor), weight.rows,
                              weight.columns, rows, columns));
            program_.matrices[id.value] = true;
        }
    }
    void use_vector(WeightId id, std::uint32_t size) {
        check(id.value < graph_.weights.size(), "a weight that does not exist");
        if (!error_) {
            const WeightSpec& weight = graph_.weights[id.value];
            check(weight.rows == 1 && weight.columns == size,
                  fmt::format("weight {} is not a vector of {}", escaped(weight.tensor), size));
            program_.vectors[id.value] = true;
        }
    }

    BufferId shared(ActivationId id) const { return {id.value * 2 + (side_[id.value] ? 1U : 0U)}; }

    /// Whether any operation from `first` on reads what `id` holds now.
    bool read_from(std::size_t first, ActivationId id) const {
        for (std::size_t i = first; i < graph_.ops.size(); ++i) {
            const Access access = access_of(graph_.ops[i]);
            if (contains(access.reads, id)) {
                return true;
            }
            if (contains(access.writes, id)) {
                return false;
            }
        }
        return false;
    }

    // Row operations gather in pending_ until a product reads them or something else follows.

    RowOperand operand(ActivationId id) {
        for (const auto& [written, offset] : own_) {
            if (written == id) {
                return {shared(id), offset};
            }
        }
        pending_reads_.push_back(id);
        pending_.read_width += width(id);
        return {shared(id), std::nullopt};
    }

    RowResult result(ActivationId id) {
        const bool written_here =
            std::any_of(own_.begin(), own_.end(), [&](const auto& entry) { return entry.first == id; });
        if (!written_here && contains(pending_reads_, id)) {
            // Threads that compute the rows for themselves still read the old values.
            side_[id.value] = !side_[id.value];
            program_.second_side[id.value] = true;
        }
        std::erase_if(own_, [&](const auto& entry) { return entry.first == id; });
        const std::uint32_t offset = pending_.own_width;
        pending_.own_width += width(id);
        pending_.read_width += width(id);
        own_.emplace_back(id, offset);
        return {shared(id), offset, true};
    }

    void add_row(RowOperation operation, ActivationId out) {
        operation.width = width(out);
        operation.out = result(out);
        pending_.operations.push_back(std::move(operation));
        pending_out_.push_back(out);
        pending_.rows = rows_;
    }

    /// Ends the stage of the pending row operations, with the product that reads them or none.
    void flush(std::optional<Product> product, const std::vector<ActivationId>& product_writes) {
        if (pending_.operations.empty() && !product) {
            return;
        }
        pending_.rows = rows_;
        pending_.may_repeat = product.has_value();
        for (const ActivationId id : product_writes) {
            if (contains(pending_reads_, id) || contains(pending_out_, id)) {
                pending_.may_repeat = false;
            }
        }
        // Only the product reads it: no other thread needs it. A later write of the same stage replaces an
        // earlier one.
        std::set<std::uint32_t> replaced;
        for (std::size_t i = pending_.operations.size(); i-- > 0;) {
            const ActivationId out = pending_out_[i];
            const bool last = replaced.insert(out.value).second;
            pending_.operations[i].out.kept = last && read_from(product ? op_index_ + 1 : op_index_, out);
        }
        if (product) {
            program_.input_columns = std::max(program_.input_columns, product->columns);
        }
        program_.own_width = std::max(program_.own_width, pending_.own_width);
        pending_.product = std::move(product);
        program_.stages.emplace_back(std::move(pending_));
        pending_ = {};
        pending_reads_.clear();
        pending_out_.clear();
        own_.clear();
    }

    ProductPart part(WeightId weight, std::optional<WeightId> bias, ActivationId out, std::uint32_t columns) {
        use_matrix(weight, width(out), columns);
        if (bias) {
            use_vector(*bias, width(out));
        }
        return {weight, bias, shared(out)};
    }

    static std::uint32_t tiles(std::uint32_t rows) { return (rows + kRowTile - 1) / kRowTile; }

    void add(const EmbedTokens& op) {
        check_rows({op.out});
        check(rows_ == Rows::tokens, "tokens embedded after the outputs were gathered");
        use_matrix(op.table, graph_.vocabulary_size, width(op.out));
        add_row({EmbedRow{op.table, op.scale}, 0, {}}, op.out);
    }

    void add(const RmsNorm& op) {
        check_rows({op.in, op.out});
        check(width(op.in) == width(op.out), "a norm that changes the width");
        use_vector(op.weight, width(op.in));
        const RowOperand in = operand(op.in);
        add_row({NormRow{in, op.weight, op.epsilon}, 0, {}}, op.out);
    }

    void add(const RmsNormAdd& op) {
        check_rows({op.in, op.residual});
        check(width(op.in) == width(op.residual), "a norm that changes the width");
        check(op.in != op.residual, "a norm added to its own input");
        use_vector(op.weight, width(op.in));
        const RowOperand in = operand(op.in);
        const RowOperand residual = operand(op.residual);
        add_row({NormAddRow{in, residual, op.weight, op.epsilon}, 0, {}}, op.residual);
    }

    void add(const GatherOutputs& op) {
        check(rows_ == Rows::tokens && spec(op.in).rows == Rows::tokens && spec(op.out).rows == Rows::outputs,
              "rows gathered twice, or from or to the wrong kind");
        check(width(op.in) == width(op.out), "a gather that changes the width");
        flush(std::nullopt, {});
        rows_ = Rows::outputs;
        const RowOperand in = operand(op.in);
        add_row({GatherRow{in}, 0, {}}, op.out);
    }

    Product product(Product::Kind kind, ActivationId in) {
        Product result;
        result.kind = kind;
        result.columns = width(in);
        result.in = operand(in);
        return result;
    }

    void add(const QkvProjection& op) {
        check_rows({op.in, op.q, op.k, op.v});
        check(op.q != op.k && op.q != op.v && op.k != op.v && op.in != op.q && op.in != op.k && op.in != op.v,
              "outputs that overlap");
        Product result = product(Product::Kind::overwrite, op.in);
        result.parts = {part(op.q_weight, op.q_bias, op.q, result.columns),
                        part(op.k_weight, op.k_bias, op.k, result.columns),
                        part(op.v_weight, op.v_bias, op.v, result.columns)};
        result.tile_count = tiles(width(op.q)) + tiles(width(op.k)) + tiles(width(op.v));
        flush(std::move(result), {op.q, op.k, op.v});
    }

    void add(const Projection& op) {
        check_rows({op.in, op.out});
        check(op.in != op.out, "a projection into its own input");
        Product result = product(
            op.target == Projection::Target::add ? Product::Kind::add : Product::Kind::overwrite, op.in);
        result.parts = {part(op.weight, op.bias, op.out, result.columns)};
        result.tile_count = tiles(width(op.out));
        flush(std::move(result), {op.out});
    }

    void add(const GatedProjection& op) {
        check_rows({op.in, op.out});
        check(op.in != op.out, "a projection into its own input");
        Product result =
            product(op.activation == GatedProjection::Activation::silu ? Product::Kind::gate_silu
                                                                       : Product::Kind::gate_gelu,
                    op.in);
        result.parts = {part(op.gate_weight, std::nullopt, op.out, result.columns),
                        part(op.up_weight, std::nullopt, op.out, result.columns)};
        result.tile_count = tiles(width(op.out));
        program_.up_width = std::max(program_.up_width, width(op.out));
        flush(std::move(result), {op.out});
    }

    void add(const Logits& op) {
        check_rows({op.in});
        check(rows_ == Rows::outputs, "logits of all rows: the outputs were not gathered");
        check(op_index_ + 1 == graph_.ops.size(), "an operation after the logits");
        Product result = product(Product::Kind::logits, op.in);
        use_matrix(op.weight, graph_.vocabulary_size, result.columns);
        result.parts = {{op.weight, std::nullopt, {}}};
        result.tile_count = tiles(graph_.vocabulary_size);
        result.scale = op.scale;
        result.soft_cap = op.soft_cap;
        flush(std::move(result), {});
    }

    const KvGroupSpec* kv_group(const KvLayer& kv) {
        check(kv.group < graph_.kv_groups.size() && kv.layer < graph_.kv_groups[kv.group].layer_count,
              "a KV layer that does not exist");
        return error_ ? nullptr : &graph_.kv_groups[kv.group];
    }

    void add(const RopeAndStore& op) {
        check_rows({op.q, op.k, op.v});
        check(rows_ == Rows::tokens, "attention after the outputs were gathered");
        flush(std::nullopt, {});
        const KvGroupSpec* group = kv_group(op.kv);
        if (group == nullptr) {
            return;
        }
        check(width(op.q) % group->key_dim == 0 && width(op.k) == group->kv_head_count * group->key_dim &&
                  width(op.v) == group->kv_head_count * group->value_dim,
              "q, k or v of a width that is not the heads'");
        for (const auto& norm : {op.q_norm, op.k_norm}) {
            if (norm) {
                use_vector(*norm, group->key_dim);
            }
        }
        if (op.rope) {
            check(op.rope->value < graph_.ropes.size() &&
                      2 * graph_.ropes[op.rope->value].inverse_frequency.size() <= group->key_dim,
                  "a rotary embedding that does not exist or is wider than a head");
        }
        program_.stages.emplace_back(
            StoreStage{op, shared(op.q), shared(op.k), shared(op.v), width(op.q) / group->key_dim});
    }

    void add(const PagedAttention& op) {
        check_rows({op.q, op.out});
        flush(std::nullopt, {});
        const KvGroupSpec* group = kv_group(op.kv);
        if (group == nullptr) {
            return;
        }
        check(op.head_count > 0 && op.head_count % group->kv_head_count == 0 &&
                  width(op.q) == op.head_count * group->key_dim &&
                  width(op.out) == op.head_count * group->value_dim,
              "heads that do not divide into KV heads, or q and out of another width");
        check(op.q != op.out, "attention into its own input");
        check(!op.soft_cap || *op.soft_cap > 0, "a score cap that is not positive");
        const AttentionShape shape{op.kv.group, op.head_count};
        auto& shapes = program_.attention_shapes;
        auto known = std::find(shapes.begin(), shapes.end(), shape);
        if (known == shapes.end()) {
            known = shapes.insert(shapes.end(), shape);
        }
        AttentionStage stage{
            op, shared(op.q), shared(op.out), static_cast<std::uint32_t>(known - shapes.begin()), {}};
        if (!program_.stages.empty()) {
            const auto* store = std::get_if<StoreStage>(&program_.stages.back());
            const bool same = store != nullptr && store->op.q == op.q && store->op.kv.group == op.kv.group &&
                              store->op.kv.layer == op.kv.layer;
            if (same && op.out != store->op.k && op.out != store->op.v && !read_from(op_index_ + 1, op.q)) {
                stage.store = *store;
                program_.stages.pop_back();
            }
        }
        program_.stages.emplace_back(std::move(stage));
    }

    const Graph& graph_;
    Program program_;
    std::optional<Error> error_;
    std::size_t op_index_ = 0;
    Rows rows_ = Rows::tokens;
    std::vector<bool> side_;  ///< per activation: which buffer holds it now
    RowStage pending_;
    std::vector<ActivationId> pending_reads_;                  ///< read from shared buffers
    std::vector<ActivationId> pending_out_;                    ///< per operation
    std::vector<std::pair<ActivationId, std::uint32_t>> own_;  ///< written in this stage, at which offset
};

}  // namespace

Result<Program> Program::compile(const Graph& graph) {
    return Compiler(graph).compile();
}

}  // namespace hearth::cpu
