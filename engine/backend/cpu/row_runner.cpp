#include "backend/cpu/row_runner.h"

#include "backend/cpu/work_queue.h"

#include <algorithm>
#include <cstring>

namespace hearth::cpu {

namespace {

/// Values that every thread passes over for itself rather than meet the others: about a microsecond, as a
/// barrier.
constexpr std::uint32_t kRepeatValues = 16384;

}  // namespace

RowRunner::RowRunner(const Program& program, const Weights& weights, const Workspace& workspace,
                     const Step& step, const ExecutorOptions& options)
    : weights_(weights),
      workspace_(workspace),
      step_(step),
      kernels_(vector_kernels(current_isa())),
      thread_count_(options.thread_count) {
    for (std::uint32_t i = 0; i < options.thread_count; ++i) {
        own_inputs_.emplace_back(kRepeatRows, program.input_columns, options.activation_bits);
    }
}

std::uint64_t RowRunner::bytes() const {
    std::uint64_t bytes = 0;
    for (const MatmulInput& input : own_inputs_) {
        bytes += input.bytes();
    }
    return bytes;
}

bool RowRunner::repeats(const RowStage& stage) const {
    const std::uint32_t rows = step_.row_count(stage.rows);
    return stage.may_repeat && rows <= kRepeatRows && rows * stage.read_width <= kRepeatValues;
}

const float* RowRunner::operand(const RowOperand& operand, const float* own, std::uint32_t row,
                                std::uint32_t width) const {
    if (own != nullptr && operand.own_offset) {
        return own + std::size_t{*operand.own_offset} * kRepeatRows + std::size_t{row} * width;
    }
    return workspace_.buffer(operand.buffer) + std::size_t{row} * width;
}

void RowRunner::run_operation(const RowOperation& operation, std::uint32_t row, float* own) const {
    const std::uint32_t width = operation.width;
    float* const out =
        own != nullptr ? own + std::size_t{operation.out.own_offset} * kRepeatRows + std::size_t{row} * width
                       : workspace_.buffer(operation.out.buffer) + std::size_t{row} * width;
    if (const auto* embed = std::get_if<EmbedRow>(&operation.kind)) {
        weights_.matrix(embed->table)
            .row(static_cast<std::uint32_t>(step_.batch.tokens[row].value), {out, width});
        if (embed->scale != 1.0F) {
            kernels_.scale(embed->scale, width, out);
        }
    } else if (const auto* gather = std::get_if<GatherRow>(&operation.kind)) {
        const float* const in =
            workspace_.buffer(gather->in.buffer) + std::size_t{step_.batch.output_rows[row]} * width;
        std::memcpy(out, in, width * sizeof(float));
    } else if (const auto* norm = std::get_if<NormRow>(&operation.kind)) {
        kernels_.rms_norm(operand(norm->in, own, row, width), weights_.vector(norm->weight), norm->epsilon,
                          width, out);
    } else if (const auto* norm_add = std::get_if<NormAddRow>(&operation.kind)) {
        kernels_.rms_norm_add(operand(norm_add->in, own, row, width), weights_.vector(norm_add->weight),
                              norm_add->epsilon, width, operand(norm_add->residual, own, row, width), out);
    }
}

void RowRunner::run_rows(const RowStage& stage, std::uint32_t first, std::uint32_t last) const {
    for (std::uint32_t row = first; row < last; ++row) {
        for (const RowOperation& operation : stage.operations) {
            run_operation(operation, row, nullptr);
        }
    }
}

const MatmulInput& RowRunner::repeat_rows(const RowStage& stage, std::uint32_t thread) {
    const std::uint32_t rows = step_.row_count(stage.rows);
    float* const own = workspace_.own(thread);
    for (const RowOperation& operation : stage.operations) {
        for (std::uint32_t row = 0; row < rows; ++row) {
            run_operation(operation, row, own);
        }
        if (operation.out.kept) {
            const auto [first, last] = even_share(operation.width, thread, thread_count_);
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

void RowRunner::run_product(const Product& product, const MatmulInput& input, std::uint32_t rows,
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
        multiply_part(product.parts[0], step_.logits.data(), weights_.matrix(product.parts[0].weight).rows(),
                      first_tile, last_tile);
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

void RowRunner::finish_columns(const Product& product, std::uint32_t rows, std::uint32_t first,
                               std::uint32_t last) const {
    const std::size_t width = weights_.matrix(product.parts[0].weight).rows();
    for (std::uint32_t row = 0; row < rows; ++row) {
        const std::size_t start = row * width + first;
        if (product.kind == Product::Kind::logits) {
            float* const values = step_.logits.data() + start;
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

}  // namespace hearth::cpu
