#include "speed/made_up_model.h"

#include "format/byte_source.h"
#include "format/model_parts.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace hearth {
namespace {

constexpr std::uint32_t kWidth = 1024;
constexpr std::uint32_t kVocabulary = 16;
constexpr std::uint32_t kSmallWidth = 64;
constexpr std::uint32_t kHeadCount = 16;
constexpr std::uint32_t kKvHeadCount = 4;
constexpr std::uint32_t kHeadDim = 128;
constexpr float kEpsilon = 1e-5F;

/// Bytes without end, none above `mask`: with a mask of 0x1F or 0x3F every format reads them as finite
/// numbers, small enough that no sum of them overflows.
class MadeUpBytes final : public ByteSource {
 public:
    MadeUpBytes(std::uint64_t size, std::uint8_t mask) : size_(size) {
        std::uint32_t state = 1;
        for (std::byte& byte : pattern_) {
            state = state * 1664525U + 1013904223U;  // Numerical Recipes' linear congruential generator
            byte = static_cast<std::byte>((state >> 24U) & mask);
        }
    }

    std::uint64_t size() const override { return size_; }
    Status read_at(std::uint64_t offset, std::span<std::byte> destination) const override {
        std::size_t from = offset % pattern_.size();
        while (!destination.empty()) {
            const std::size_t count = std::min(destination.size(), pattern_.size() - from);
            std::copy_n(pattern_.begin() + static_cast<std::ptrdiff_t>(from), count, destination.begin());
            destination = destination.subspan(count);
            from = 0;
        }
        return {};
    }

 private:
    std::uint64_t size_;
    std::vector<std::byte> pattern_ = std::vector<std::byte>(65521);  // prime: rows differ
};

/// 0x3F in the highest byte of an F32 or BF16 is a number below 1, 0x1F in that of an F16 one below 1/64.
std::uint8_t byte_mask(DType type) {
    return type == DType::f32 || type == DType::bf16 ? 0x3F : 0x1F;
}

std::uint64_t stored_bytes(DType type, std::uint64_t values) {
    const DTypeInfo& info = dtype_info(type);
    return values / info.block_values * info.block_bytes;
}

/// Puts a graph together, and the directory of the tensors it reads. Those of `type` and those of F32 lie in
/// two files.
class Maker {
 public:
    Maker(DType type, std::uint32_t width) : type_(type) {
        residual_ = activation("residual", width, ActivationSpec::Rows::tokens);
        branch_ = activation("branch", width, ActivationSpec::Rows::tokens);
        output_ = activation("output", width, ActivationSpec::Rows::outputs);
        table_ = weight("table", DType::f32, kVocabulary, width);
        norm_ = weight("norm", DType::f32, 1, width);
        graph_.ops.push_back(EmbedTokens{.table = table_, .out = residual_});
    }

    ActivationId activation(std::string name, std::uint32_t width, ActivationSpec::Rows rows) {
        graph_.activations.push_back({std::move(name), width, rows});
        return ActivationId{static_cast<std::uint32_t>(graph_.activations.size() - 1)};
    }
    WeightId weight(std::string name, DType type, std::uint32_t rows, std::uint32_t columns) {
        const bool single = type == DType::f32;
        std::uint64_t& end = single ? float_bytes_ : typed_bytes_;
        const std::uint64_t bytes = stored_bytes(type, std::uint64_t{rows} * columns);
        (single ? float_tensors_ : typed_tensors_)
            .push_back({.name = name,
                        .gguf_type = dtype_info(type).gguf_type,
                        .type = type,
                        .dimensions = {columns, rows},
                        .offset = end,
                        .bytes = bytes});
        end += bytes;
        graph_.weights.push_back({std::move(name), rows, columns});
        return WeightId{static_cast<std::uint32_t>(graph_.weights.size() - 1)};
    }
    WeightId typed_weight(std::uint32_t rows, std::uint32_t columns) {
        return weight(fmt::format("weight {}", graph_.weights.size()), type_, rows, columns);
    }
    void add(Op op) { graph_.ops.push_back(op); }
    void add_norm() { add(RmsNorm{.in = residual_, .weight = norm_, .out = branch_, .epsilon = kEpsilon}); }
    Graph& graph() { return graph_; }
    ActivationId residual() const { return residual_; }
    ActivationId branch() const { return branch_; }

    Result<MadeUpModel> finish() && {
        add(GatherOutputs{.in = residual_, .out = output_});
        add(Logits{.in = output_, .weight = table_, .soft_cap = std::nullopt});
        graph_.vocabulary_size = kVocabulary;
        if (graph_.kv_groups.empty()) {
            graph_.kv_groups.push_back(
                {.layer_count = 1, .kv_head_count = 1, .key_dim = 1, .value_dim = 1, .window = std::nullopt});
        }
        std::vector<ModelPart> parts;
        parts.push_back(part(std::move(float_tensors_), float_bytes_, byte_mask(DType::f32)));
        parts.push_back(part(std::move(typed_tensors_), typed_bytes_, byte_mask(type_)));
        HEARTH_TRY_ASSIGN(ModelFile file, ModelAssembly::join(std::move(parts)));
        return MadeUpModel{std::move(graph_), std::move(file)};
    }

 private:
    static ModelPart part(std::vector<TensorInfo> tensors, std::uint64_t bytes, std::uint8_t mask) {
        ModelPart part;
        part.gguf.path = "made-up model";
        part.gguf.header.tensors = std::move(tensors);
        part.bytes = std::make_unique<MadeUpBytes>(bytes, mask);
        part.file_bytes = bytes;
        return part;
    }

    DType type_;
    Graph graph_;
    ActivationId residual_{}, branch_{}, output_{};
    WeightId table_{}, norm_{};
    std::vector<TensorInfo> float_tensors_;
    std::vector<TensorInfo> typed_tensors_;
    std::uint64_t float_bytes_ = 0;
    std::uint64_t typed_bytes_ = 0;
};

}  // namespace

Result<MadeUpModel> made_up_networks(DType type, const NetworkShape& shape, std::uint64_t weight_bytes) {
    Maker maker(type, shape.width);
    const ActivationId hidden = maker.activation("hidden", shape.hidden, ActivationSpec::Rows::tokens);
    const std::uint64_t network_bytes = 3 * stored_bytes(type, std::uint64_t{shape.width} * shape.hidden);
    for (std::uint64_t bytes = 0; bytes == 0 || bytes < weight_bytes; bytes += network_bytes) {
        maker.add_norm();
        const WeightId gate = maker.typed_weight(shape.hidden, shape.width);
        const WeightId up = maker.typed_weight(shape.hidden, shape.width);
        maker.add(GatedProjection{.in = maker.branch(), .gate_weight = gate, .up_weight = up, .out = hidden});
        maker.add(Projection{.in = hidden,
                             .weight = maker.typed_weight(shape.width, shape.hidden),
                             .bias = std::nullopt,
                             .out = maker.residual(),
                             .target = Projection::Target::add});
    }
    return std::move(maker).finish();
}

Result<MadeUpModel> made_up_products(const NetworkShape& shape, std::uint32_t count) {
    Maker maker(DType::q8_0, shape.width);
    const ActivationId hidden = maker.activation("hidden", shape.hidden, ActivationSpec::Rows::tokens);
    for (std::uint32_t i = 0; i < count; ++i) {
        const bool there = i % 2 == 0;
        const WeightId weight = there ? maker.typed_weight(shape.hidden, shape.width)
                                      : maker.typed_weight(shape.width, shape.hidden);
        maker.add(Projection{.in = there ? maker.residual() : hidden,
                             .weight = weight,
                             .bias = std::nullopt,
                             .out = there ? hidden : maker.residual()});
    }
    return std::move(maker).finish();
}

Result<MadeUpModel> made_up_norms(std::uint32_t count) {
    Maker maker(DType::f32, kWidth);
    for (std::uint32_t i = 0; i < count; ++i) {
        maker.add_norm();
    }
    return std::move(maker).finish();
}

Result<MadeUpModel> made_up_attention(std::uint32_t layer_count, WithAttention with) {
    Maker maker(DType::q8_0, kSmallWidth);
    const auto buffer = [&](const char* name, std::uint32_t heads) {
        return maker.activation(name, heads * kHeadDim, ActivationSpec::Rows::tokens);
    };
    const ActivationId q = buffer("q", kHeadCount);
    const ActivationId k = buffer("k", kKvHeadCount);
    const ActivationId v = buffer("v", kKvHeadCount);
    const ActivationId attention = buffer("attention", kHeadCount);
    const WeightId q_weight = maker.typed_weight(kHeadCount * kHeadDim, kSmallWidth);
    const WeightId k_weight = maker.typed_weight(kKvHeadCount * kHeadDim, kSmallWidth);
    const WeightId v_weight = maker.typed_weight(kKvHeadCount * kHeadDim, kSmallWidth);
    const WeightId output_weight = maker.typed_weight(kSmallWidth, kHeadCount * kHeadDim);
    RopeSpec rope{.pairing = RopeSpec::Pairing::halves, .inverse_frequency = {}};
    for (std::uint32_t i = 0; i < kHeadDim / 2; ++i) {
        rope.inverse_frequency.push_back(std::pow(10000.0, -2.0 * i / kHeadDim));
    }
    maker.graph().ropes.push_back(std::move(rope));
    maker.graph().kv_groups.push_back({.layer_count = layer_count,
                                       .kv_head_count = kKvHeadCount,
                                       .key_dim = kHeadDim,
                                       .value_dim = kHeadDim,
                                       .window = std::nullopt});
    for (std::uint32_t layer = 0; layer < layer_count; ++layer) {
        const KvLayer kv{.group = 0, .layer = layer};
        maker.add_norm();
        maker.add(QkvProjection{.in = maker.branch(),
                                .q_weight = q_weight,
                                .k_weight = k_weight,
                                .v_weight = v_weight,
                                .q_bias = std::nullopt,
                                .k_bias = std::nullopt,
                                .v_bias = std::nullopt,
                                .q = q,
                                .k = k,
                                .v = v});
        if (with == WithAttention::yes) {
            maker.add(RopeAndStore{.q = q,
                                   .k = k,
                                   .v = v,
                                   .q_norm = std::nullopt,
                                   .k_norm = std::nullopt,
                                   .rope = RopeId{0},
                                   .kv = kv});
            maker.add(PagedAttention{.q = q,
                                     .out = attention,
                                     .kv = kv,
                                     .head_count = kHeadCount,
                                     .scale = 1.0F / std::sqrt(float{kHeadDim}),
                                     .soft_cap = std::nullopt});
        }
        maker.add(Projection{.in = with == WithAttention::yes ? attention : q,
                             .weight = output_weight,
                             .bias = std::nullopt,
                             .out = maker.residual(),
                             .target = Projection::Target::add});
    }
    return std::move(maker).finish();
}

Result<MadeUpRun> MadeUpRun::load(const Backend& backend, MadeUpModel model, std::uint32_t thread_count,
                                  ActivationBits activation_bits, std::uint32_t tokens,
                                  std::uint32_t step_tokens) {
    const std::uint32_t block_count = (tokens + backend.block_tokens() - 1) / backend.block_tokens();
    const ExecutorOptions options{.thread_count = thread_count,
                                  .max_tokens = step_tokens,
                                  .max_outputs = 1,
                                  .block_counts = {block_count},
                                  .activation_bits = activation_bits};
    HEARTH_TRY_ASSIGN(std::unique_ptr<Executor> executor, backend.load(model.graph, model.file, options, {}));
    return MadeUpRun(std::move(model), std::move(executor), backend.block_tokens(), block_count, step_tokens);
}

MadeUpRun::MadeUpRun(MadeUpModel model, std::unique_ptr<Executor> executor, std::uint32_t block_tokens,
                     std::uint32_t block_count, std::uint32_t step_tokens)
    : model_(std::move(model)),
      executor_(std::move(executor)),
      block_tokens_(block_tokens),
      logits_(kVocabulary) {
    for (std::uint32_t i = 0; i < block_count; ++i) {
        blocks_.push_back(BlockId{i});
    }
    for (std::uint32_t i = 0; i < step_tokens; ++i) {
        tokens_.push_back(TokenId{static_cast<std::int32_t>(i % kVocabulary)});
    }
}

Result<double> MadeUpRun::seconds(const StepShape& shape) {
    const BatchSequence sequence{.first_row = 0,
                                 .token_count = shape.rows,
                                 .first_position = shape.first_position,
                                 .tables = {{.first_block = 0, .blocks = blocks_}}};
    const std::uint32_t last_row = shape.rows - 1;
    const std::size_t outputs = shape.has_output ? 1 : 0;
    const Batch batch{.tokens = std::span(tokens_).first(shape.rows),
                      .sequences = {&sequence, 1},
                      .output_rows = {&last_row, outputs}};
    const auto begin = std::chrono::steady_clock::now();
    HEARTH_TRY(executor_->run(batch, std::span(logits_).first(outputs * kVocabulary)));
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

Status MadeUpRun::fill_context() {
    std::vector<BlockCopy> copies;
    for (std::size_t i = 1; i < blocks_.size(); ++i) {
        copies.push_back(
            {.group = 0, .from = blocks_.front(), .to = blocks_[i], .token_count = block_tokens_});
    }
    return executor_->copy_blocks(copies);
}

}  // namespace hearth
