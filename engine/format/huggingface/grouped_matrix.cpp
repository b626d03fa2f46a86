#include "format/huggingface/grouped_matrix.h"

#include "format/file_error.h"
#include "format/huggingface/derived_rows.h"
#include "format/huggingface/grouped_layout.h"
#include "tensor/blocks.h"
#include "tensor/half.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <mutex>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace hearth {

namespace {

constexpr std::uint32_t kBlock = GroupedLayout::kStretch;
static_assert(kBlock == BlockQ4Affine::kValues && kBlock == BlockQ8Affine::kValues);

/// What the rows of one band are made from: one stretch of inputs after the other.
struct Stretch {
    std::uint32_t first_input = 0;
    std::uint32_t input_count = 0;
    std::span<const std::uint8_t> quants;  ///< [output][kBlock]
};

/// A grouped matrix stands the other way round than it is used: an output's quants are spread over all of it.
/// So a band of outputs is made at a time, kept until the next one is asked for, and dropped after the last
/// row.
class GroupedRows : public DerivedRows {
 public:
    GroupedRows(GroupedLayout layout, HeadOrder order, std::uint64_t row_bytes)
        : DerivedRows(row_bytes), layout_(std::move(layout)), order_(order) {
        // Whole words, and whole heads, so that the order of rows stays within a band.
        const std::uint32_t unit = std::lcm(layout_.per_word(), std::max(1U, order.head_dim));
        const std::uint64_t fitting = std::max<std::uint64_t>(1, kBandBytes / row_bytes / unit) * unit;
        band_rows_ = static_cast<std::uint32_t>(std::min<std::uint64_t>(fitting, layout_.outputs));
    }

 protected:
    const GroupedLayout& layout() const { return layout_; }

    /// Writes what a stretch of inputs adds to every row of a band; `row` gives the place of an output's row.
    virtual Status write(std::span<const File> files, const Stretch& stretch, std::uint32_t first_output,
                         std::uint32_t output_count, std::span<std::byte> band) const = 0;
    /// Called before the first stretch of a band.
    virtual Status begin_band(std::span<const File> files, std::uint32_t first_output,
                              std::uint32_t output_count) const = 0;

    /// The row of the band that an output's values go to.
    std::uint64_t place(std::uint32_t row_in_band) const { return std::uint64_t{row_in_band} * row_bytes(); }
    std::uint32_t stored_output(std::uint32_t row) const {
        return static_cast<std::uint32_t>(order_.stored_row(row));
    }

 private:
    static constexpr std::uint64_t kBandBytes = std::uint64_t{16} << 20U;

    Status read_rows(std::span<const File> files, std::uint64_t first_row,
                     std::span<std::byte> destination) const final {
        const std::lock_guard lock(mutex_);
        while (!destination.empty()) {
            const auto row = static_cast<std::uint32_t>(first_row);
            if (band_.empty() || row < band_begin_ || row >= band_end_) {
                HEARTH_TRY(make_band(files, row / band_rows_ * band_rows_));
            }
            const std::uint64_t count =
                std::min<std::uint64_t>(destination.size() / row_bytes(), band_end_ - row) * row_bytes();
            std::copy_n(band_.begin() + static_cast<std::ptrdiff_t>(place(row - band_begin_)), count,
                        destination.begin());
            destination = destination.subspan(count);
            first_row += count / row_bytes();
        }
        if (first_row == layout_.outputs) {
            band_ = {};
        }
        return {};
    }

    Status make_band(std::span<const File> files, std::uint32_t begin) const {
        const std::uint32_t count = std::min(band_rows_, layout_.outputs - begin);
        band_.assign(count * row_bytes(), std::byte{0});
        band_begin_ = begin;
        band_end_ = begin + count;
        const auto fill = [&]() -> Status {
            HEARTH_TRY(begin_band(files, begin, count));
            std::vector<std::uint8_t> quants(std::size_t{count} * kBlock);
            for (std::uint32_t input = 0; input < layout_.inputs; input += kBlock) {
                const std::uint32_t inputs = std::min(kBlock, layout_.inputs - input);
                HEARTH_TRY(layout_.read_quants(files, input, inputs, begin, count, quants));
                HEARTH_TRY(write(files, {input, inputs, quants}, begin, count, band_));
            }
            return {};
        };
        Status status = fill();
        if (!status) {
            band_ = {};
        }
        return status;
    }

    GroupedLayout layout_;
    HeadOrder order_;
    std::uint32_t band_rows_ = 0;
    // The band in hand; under the mutex.
    mutable std::mutex mutex_;
    mutable std::vector<std::byte> band_;
    mutable std::uint32_t band_begin_ = 0;
    mutable std::uint32_t band_end_ = 0;
};

void store_quants(const std::uint8_t* quants, BlockQ4Affine& block) {
    std::uint64_t parts[4];
    std::memcpy(parts, quants, sizeof parts);
    const std::uint64_t packed[2] = {parts[0] | parts[2] << 4U, parts[1] | parts[3] << 4U};
    std::memcpy(block.quants.data(), packed, sizeof packed);
}
void store_quants(const std::uint8_t* quants, BlockQ8Affine& block) {
    std::memcpy(block.quants.data(), quants, block.quants.size());
}

/// Groups that are whole blocks of inputs: affine blocks, exact.
template <class Block>
class BlockRows final : public GroupedRows {
 public:
    using GroupedRows::GroupedRows;

 private:
    static constexpr std::uint32_t kNoGroup = 0xFFFF'FFFF;

    Status begin_band(std::span<const File> files, std::uint32_t, std::uint32_t count) const override {
        group_ = kNoGroup;
        scales_.resize(count);
        zeros_.resize(count);
        if (!checked_) {
            HEARTH_TRY_ASSIGN(const auto index, layout().read_group_index(files));
            if (!is_in_order(index, layout().group)) {
                return layout().error(ErrorCode::bad_value, files,
                                      "has groups in another order (g_idx), although desc_act is not true");
            }
            checked_ = true;
        }
        return {};
    }

    Status read_group(std::span<const File> files, std::uint32_t group, std::uint32_t first_output) const {
        std::vector<float> scales(scales_.size());
        HEARTH_TRY(layout().read_scales(files, group, first_output, scales));
        for (std::size_t i = 0; i < scales.size(); ++i) {
            scales_[i] = f32_to_f16(scales[i]);
            if (f16_to_f32(scales_[i]) != scales[i]) {
                return layout().error(
                    ErrorCode::unsupported_feature, files,
                    fmt::format("has a scale that is no 16-bit float, {}, in row {}, group {}", scales[i],
                                first_output + i, group));
            }
        }
        HEARTH_TRY(layout().read_zeros(files, group, first_output, zeros_));
        group_ = group;
        return {};
    }

    Status write(std::span<const File> files, const Stretch& stretch, std::uint32_t first_output,
                 std::uint32_t output_count, std::span<std::byte> band) const override {
        if (const std::uint32_t group = stretch.first_input / layout().group; group != group_) {
            HEARTH_TRY(read_group(files, group, first_output));
        }
        std::byte* to = band.data() + stretch.first_input / kBlock * sizeof(Block);
        for (std::uint32_t row = 0; row < output_count; ++row) {
            const std::uint32_t output = stored_output(first_output + row) - first_output;
            Block block{scales_[output], zeros_[output], {}};
            store_quants(stretch.quants.data() + std::size_t{output} * kBlock, block);
            std::memcpy(to + place(row), &block, sizeof block);
        }
        return {};
    }

    // Of the band being made; under the mutex of GroupedRows.
    mutable std::uint32_t group_ = kNoGroup;
    mutable std::vector<std::uint16_t> scales_;
    mutable std::vector<std::uint8_t> zeros_;
    mutable bool checked_ = false;
};

/// Groups in any order or of any width: values, rounded to f16.
class DecodedRows final : public GroupedRows {
 public:
    using GroupedRows::GroupedRows;

 private:
    Status begin_band(std::span<const File> files, std::uint32_t first_output,
                      std::uint32_t count) const override {
        HEARTH_TRY_ASSIGN(group_of_, layout().read_group_index(files));
        scales_.resize(std::size_t{layout().group_count()} * count);
        zeros_.resize(scales_.size());
        for (std::uint32_t group = 0; group < layout().group_count(); ++group) {
            const std::size_t begin = std::size_t{group} * count;
            HEARTH_TRY(
                layout().read_scales(files, group, first_output, std::span(scales_).subspan(begin, count)));
            HEARTH_TRY(
                layout().read_zeros(files, group, first_output, std::span(zeros_).subspan(begin, count)));
        }
        return {};
    }

    Status write(std::span<const File> files, const Stretch& stretch, std::uint32_t first_output,
                 std::uint32_t output_count, std::span<std::byte> band) const override {
        std::byte* to = band.data() + stretch.first_input * sizeof(std::uint16_t);
        for (std::uint32_t row = 0; row < output_count; ++row) {
            const std::uint32_t output = stored_output(first_output + row) - first_output;
            for (std::uint32_t i = 0; i < stretch.input_count; ++i) {
                const std::size_t part =
                    std::size_t{group_of_[stretch.first_input + i]} * output_count + output;
                const int steps = stretch.quants[std::size_t{output} * kBlock + i] - zeros_[part];
                const std::uint16_t value = f32_to_f16(scales_[part] * static_cast<float>(steps));
                if (!std::isfinite(f16_to_f32(value))) {
                    return layout().error(ErrorCode::unsupported_feature, files,
                                          fmt::format("has a value above the largest 16-bit float, in row {}",
                                                      first_output + output));
                }
                std::memcpy(to + place(row) + i * sizeof value, &value, sizeof value);
            }
        }
        return {};
    }

    // Of the band being made; under the mutex of GroupedRows.
    mutable std::vector<std::uint32_t> group_of_;
    mutable std::vector<float> scales_;
    mutable std::vector<std::uint8_t> zeros_;
};

/// Looks at the parts of one module and finds out how they lie.
class GroupedReader {
 public:
    GroupedReader(const GroupedParts& parts, const QuantizationConfig& config) : parts_(parts) {
        layout_.module = parts.module;
        layout_.config = config;
    }

    Result<GroupedLayout> read() {
        HEARTH_TRY(take(parts_.quants, "qweight", layout_.quants));
        HEARTH_TRY(take(parts_.scales, "scales", layout_.scales));
        HEARTH_TRY(take(parts_.zeros, "qzeros", layout_.zeros));
        HEARTH_TRY(read_sizes());
        HEARTH_TRY(read_groups());
        return std::move(layout_);
    }

 private:
    Error part_error(ErrorCode code, std::string_view part, std::string_view problem,
                     std::string expected = {}, std::string actual = {}) const {
        const std::string name = fmt::format("{}.{}", parts_.module, part);
        return file_error(code, parts_.file, name, fmt::format("tensor \"{}\" {}", escaped(name), problem),
                          std::move(expected), std::move(actual));
    }

    Status take(const std::optional<TensorInfo>& part, std::string_view name, TensorInfo& out) const {
        if (!part) {
            return part_error(ErrorCode::missing_tensor, name, "is missing");
        }
        out = *part;
        const bool is_scale = name == "scales";
        const bool fits =
            is_scale ? part->type == DType::f16 || part->type == DType::bf16 || part->type == DType::f32
                     : part->type_name == "I32" || part->type_name == "U32";
        if (!fits) {
            return part_error(ErrorCode::unsupported_tensor_type, name,
                              fmt::format("has the unsupported type {}", part->type_name),
                              is_scale ? "F16" : "I32", std::string(part->type_name));
        }
        if (part->dimensions.size() != 2) {
            return part_error(ErrorCode::bad_shape, name, "is no matrix");
        }
        return {};
    }

    Status expect(std::string_view name, const TensorInfo& part, std::uint64_t rows,
                  std::uint64_t columns) const {
        if (part.rows() == rows && part.columns() == columns) {
            return {};
        }
        const std::string expected = fmt::format("[{}, {}]", rows, columns);
        const std::string actual = fmt::format("[{}, {}]", part.rows(), part.columns());
        return part_error(ErrorCode::bad_shape, name,
                          fmt::format("has the shape {}, but {} of {} inputs in groups of {} have {}", actual,
                                      layout_.outputs, layout_.inputs, layout_.group, expected),
                          expected, actual);
    }

    Status read_sizes() {
        constexpr std::uint64_t kMost = 1U << 24U;
        const bool gptq = layout_.config.method == QuantizationConfig::Method::gptq;
        const std::uint64_t packed = layout_.per_word();
        const std::uint64_t inputs = layout_.quants.rows() * (gptq ? packed : 1);
        const std::uint64_t outputs = layout_.quants.columns() * (gptq ? 1 : packed);
        if (inputs == 0 || outputs == 0 || inputs > kMost || outputs > kMost || outputs % packed != 0) {
            return part_error(
                ErrorCode::bad_shape, "qweight",
                fmt::format("stands for {} inputs and {} outputs, which cannot be", inputs, outputs));
        }
        layout_.inputs = static_cast<std::uint32_t>(inputs);
        layout_.outputs = static_cast<std::uint32_t>(outputs);
        layout_.group = std::min(layout_.config.group.value_or(layout_.inputs), layout_.inputs);
        if (!gptq && layout_.inputs % layout_.group != 0) {
            return part_error(
                ErrorCode::bad_shape, "qweight",
                fmt::format("has {} inputs, which groups of {} do not divide", layout_.inputs, layout_.group),
                fmt::format("a multiple of {}", layout_.group), fmt::format("{}", layout_.inputs));
        }
        HEARTH_TRY(expect("scales", layout_.scales, layout_.group_count(), outputs));
        return expect("qzeros", layout_.zeros, layout_.group_count(), outputs / packed);
    }

    Status read_groups() {
        const auto& index = parts_.group_index;
        if (!index) {
            return {};
        }
        if ((index->type_name != "I32" && index->type_name != "U32") || index->dimensions.size() != 1 ||
            index->columns() != layout_.inputs) {
            return part_error(ErrorCode::bad_shape, "g_idx",
                              fmt::format("is no list of {} 32-bit numbers", layout_.inputs));
        }
        layout_.group_index = index;
        return {};
    }

    const GroupedParts& parts_;
    GroupedLayout layout_;
};

}  // namespace

Result<GroupedMatrix> grouped_matrix(const GroupedParts& parts, const QuantizationConfig& config,
                                     HeadOrder order, std::span<const File> files) {
    HEARTH_TRY_ASSIGN(GroupedLayout layout, GroupedReader(parts, config).read());
    if (order.head_dim != 0 && layout.outputs % order.head_dim != 0) {
        order.head_dim = 0;  // the shape will be refused by who knows it
    }
    bool in_blocks =
        layout.inputs % kBlock == 0 && (layout.group % kBlock == 0 || layout.group == layout.inputs);
    if (in_blocks && config.reorders && layout.group_count() > 1) {
        in_blocks = false;
        if (!files.empty()) {
            HEARTH_TRY_ASSIGN(const auto index, layout.read_group_index(files));
            in_blocks = is_in_order(index, layout.group);
        }
    }
    GroupedMatrix matrix;
    matrix.decoded = !in_blocks;
    const DType type = !in_blocks ? DType::f16 : config.bits == 4 ? DType::q4_affine : DType::q8_affine;
    const DTypeInfo& info = dtype_info(type);
    matrix.tensor.type = type;
    matrix.tensor.type_name = info.name;
    matrix.tensor.gguf_type = info.gguf_type;
    matrix.tensor.dimensions = {layout.inputs, layout.outputs};
    matrix.tensor.shard = layout.quants.shard;
    const std::uint64_t row_bytes = std::uint64_t{layout.inputs} / info.block_values * info.block_bytes;
    matrix.tensor.bytes = row_bytes * layout.outputs;
    if (!in_blocks) {
        matrix.derivation = std::make_unique<DecodedRows>(std::move(layout), order, row_bytes);
    } else if (config.bits == 4) {
        matrix.derivation = std::make_unique<BlockRows<BlockQ4Affine>>(std::move(layout), order, row_bytes);
    } else {
        matrix.derivation = std::make_unique<BlockRows<BlockQ8Affine>>(std::move(layout), order, row_bytes);
    }
    return matrix;
}

}  // namespace hearth
