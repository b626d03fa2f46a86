#pragma once

#include "format/derived_tensor.h"

#include <cstdint>

namespace hearth {

/// A derived tensor that is made row by row; reading parts of rows is taken care of here.
class DerivedRows : public DerivedTensor {
 public:
    Status read(std::span<const File> files, std::uint64_t first_byte,
                std::span<std::byte> destination) const final;

 protected:
    /// `row_bytes` is at least 1.
    explicit DerivedRows(std::uint64_t row_bytes) : row_bytes_(row_bytes) {}

    std::uint64_t row_bytes() const { return row_bytes_; }
    /// Fills `destination` with the rows from `first_row` on.
    virtual Status read_rows(std::span<const File> files, std::uint64_t first_row,
                             std::span<std::byte> destination) const = 0;

 private:
    std::uint64_t row_bytes_;
};

}  // namespace hearth
