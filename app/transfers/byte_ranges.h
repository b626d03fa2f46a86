#pragma once

#include <cstdint>
#include <vector>

namespace hearth::transfers {

/// Bytes of a file from `begin` up to, without, `end`.
struct ByteRange {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;

    std::uint64_t size() const { return end - begin; }
    friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

/// A set of bytes of a file: in order, apart from each other, none empty.
class ByteRanges {
 public:
    ByteRanges() = default;
    explicit ByteRanges(const std::vector<ByteRange>& ranges);

    void add(ByteRange range);
    void clear() { ranges_.clear(); }
    /// Takes out what is at `size` or behind.
    void cut(std::uint64_t size);

    const std::vector<ByteRange>& ranges() const { return ranges_; }
    std::uint64_t total() const;
    /// How many bytes from the start of the file on are there without a gap.
    std::uint64_t prefix() const;
    /// What is missing of a file of that size.
    std::vector<ByteRange> gaps(std::uint64_t size) const;

 private:
    std::vector<ByteRange> ranges_;
};

}  // namespace hearth::transfers
