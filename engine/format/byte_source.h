#pragma once

#include "base/file.h"

#include <hearth/result.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace hearth {

/// Where the bytes of a container come from: a file, or memory.
class ByteSource {
 public:
    ByteSource() = default;
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;
    virtual ~ByteSource() = default;

    virtual std::uint64_t size() const = 0;
    /// Fills `destination` from `offset` on; read_failed where the bytes cannot be had.
    virtual Status read_at(std::uint64_t offset, std::span<std::byte> destination) const = 0;
};

/// Reads from a File that outlives it.
class FileSource : public ByteSource {
 public:
    explicit FileSource(const File& file) : file_(file) {}
    std::uint64_t size() const override { return file_.size(); }
    Status read_at(std::uint64_t offset, std::span<std::byte> destination) const override;

 private:
    const File& file_;
};

/// The first bytes of a file of `size` bytes, held in memory that outlives it.
class MemorySource : public ByteSource {
 public:
    MemorySource(std::span<const std::byte> bytes, std::uint64_t size) : bytes_(bytes), size_(size) {}
    std::uint64_t size() const override { return size_; }
    Status read_at(std::uint64_t offset, std::span<std::byte> destination) const override;

 private:
    std::span<const std::byte> bytes_;
    std::uint64_t size_;
};

}  // namespace hearth
