#pragma once

#include "base/file.h"

#include <hearth/result.h>

#include <algorithm>
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
    /// Bytes at hand from `offset` on; fewer than up to size() where the rest is elsewhere.
    virtual std::uint64_t at_hand(std::uint64_t offset) const {
        return offset < size() ? size() - offset : 0;
    }
    /// Fills `destination` from `offset` on; read_failed where the bytes cannot be had.
    virtual Status read_at(std::uint64_t offset, std::span<std::byte> destination) const = 0;
};

/// Reads from a File that outlives it.
class FileSource : public ByteSource {
 public:
    explicit FileSource(const File& file) : file_(file) {}
    std::uint64_t size() const override { return file_.size(); }
    Status read_at(std::uint64_t offset, std::span<std::byte> destination) const override {
        return file_.read_at(offset, destination);
    }

 private:
    const File& file_;
};

/// The first bytes of a file of `size` bytes, held in memory that outlives it.
class MemorySource : public ByteSource {
 public:
    /// Bytes beyond `size` are left out.
    MemorySource(std::span<const std::byte> bytes, std::uint64_t size)
        : bytes_(bytes.first(static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), size)))),
          size_(size) {}
    std::uint64_t size() const override { return size_; }
    std::uint64_t at_hand(std::uint64_t offset) const override {
        return offset < bytes_.size() ? bytes_.size() - offset : 0;
    }
    /// The error of bytes that are elsewhere: bytes_needed, from the start, and bytes_available.
    Status read_at(std::uint64_t offset, std::span<std::byte> destination) const override;

 private:
    std::span<const std::byte> bytes_;
    std::uint64_t size_;
};

}  // namespace hearth
