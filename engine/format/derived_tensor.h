#pragma once

#include "base/file.h"

#include <hearth/result.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace hearth {

/// A tensor whose bytes stand nowhere in the files as they are, but follow from what does: rows in another
/// order, unpacked groups, norms plus one. Immutable for its users and safe to read from any thread.
class DerivedTensor {
 public:
    DerivedTensor() = default;
    DerivedTensor(const DerivedTensor&) = delete;
    DerivedTensor& operator=(const DerivedTensor&) = delete;
    virtual ~DerivedTensor() = default;

    /// Fills `destination` with the bytes from `first_byte` on; both lie inside the tensor. Reading from
    /// front to back costs least. Needs memory for a few rows, not for the tensor.
    virtual Status read(std::span<const File> files, std::uint64_t first_byte,
                        std::span<std::byte> destination) const = 0;
};

}  // namespace hearth
