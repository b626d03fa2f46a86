#include "format/huggingface/simple_derivations.h"

#include "format/huggingface/derived_rows.h"
#include "tensor/codec.h"

#include <algorithm>
#include <utility>

namespace hearth {

namespace {

class ReorderedRows final : public DerivedRows {
 public:
    ReorderedRows(const TensorInfo& stored, std::uint64_t row_bytes, HeadOrder order)
        : DerivedRows(row_bytes), shard_(stored.shard), offset_(stored.offset), order_(order) {}

 private:
    Status read_rows(std::span<const File> files, std::uint64_t first_row,
                     std::span<std::byte> destination) const override {
        if (row_bytes() < kFewBytes) {
            return gather(files, first_row, destination);
        }
        for (std::uint64_t row = first_row; !destination.empty(); ++row) {
            HEARTH_TRY(files[shard_].read_at(offset_ + order_.stored_row(row) * row_bytes(),
                                             destination.first(row_bytes())));
            destination = destination.subspan(row_bytes());
        }
        return {};
    }

    /// Rows too small for a read each: the heads that they belong to are read whole.
    Status gather(std::span<const File> files, std::uint64_t first_row,
                  std::span<std::byte> destination) const {
        const std::uint64_t count = destination.size() / row_bytes();
        const std::uint64_t begin = first_row / order_.head_dim * order_.head_dim;
        const std::uint64_t end =
            (first_row + count + order_.head_dim - 1) / order_.head_dim * order_.head_dim;
        std::vector<std::byte> heads((end - begin) * row_bytes());
        HEARTH_TRY(files[shard_].read_at(offset_ + begin * row_bytes(), heads));
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::uint64_t from = (order_.stored_row(first_row + i) - begin) * row_bytes();
            std::copy_n(heads.begin() + static_cast<std::ptrdiff_t>(from), row_bytes(),
                        destination.begin() + static_cast<std::ptrdiff_t>(i * row_bytes()));
        }
        return {};
    }

    static constexpr std::uint64_t kFewBytes = 64;
    std::uint32_t shard_;
    std::uint64_t offset_;
    HeadOrder order_;
};

class PlusOne final : public DerivedRows {
 public:
    explicit PlusOne(const TensorInfo& stored)
        : DerivedRows(sizeof(float)), shard_(stored.shard), offset_(stored.offset), type_(*stored.type) {}

 private:
    Status read_rows(std::span<const File> files, std::uint64_t first_row,
                     std::span<std::byte> destination) const override {
        const std::uint64_t count = destination.size() / sizeof(float);
        const std::uint64_t value_bytes = dtype_info(type_).block_bytes;
        std::vector<std::byte> stored(count * value_bytes);
        HEARTH_TRY(files[shard_].read_at(offset_ + first_row * value_bytes, stored));
        std::vector<float> values(count);
        dequantize(type_, stored, values);
        for (float& value : values) {
            value += 1;
        }
        std::ranges::copy(std::as_bytes(std::span(values)), destination.begin());
        return {};
    }

    std::uint32_t shard_;
    std::uint64_t offset_;
    DType type_;
};

class ConstantValues final : public DerivedTensor {
 public:
    explicit ConstantValues(std::vector<float> values) : values_(std::move(values)) {}

    Status read(std::span<const File>, std::uint64_t first_byte,
                std::span<std::byte> destination) const override {
        std::ranges::copy(std::as_bytes(std::span(values_)).subspan(first_byte, destination.size()),
                          destination.begin());
        return {};
    }

 private:
    std::vector<float> values_;
};

}  // namespace

std::unique_ptr<const DerivedTensor> reordered_rows(const TensorInfo& stored, std::uint64_t row_bytes,
                                                    HeadOrder order) {
    return std::make_unique<ReorderedRows>(stored, row_bytes, order);
}

std::unique_ptr<const DerivedTensor> plus_one(const TensorInfo& stored) {
    return std::make_unique<PlusOne>(stored);
}

std::unique_ptr<const DerivedTensor> constant_values(std::vector<float> values) {
    return std::make_unique<ConstantValues>(std::move(values));
}

}  // namespace hearth
