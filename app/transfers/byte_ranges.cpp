#include "transfers/byte_ranges.h"

#include <algorithm>

namespace hearth::transfers {

ByteRanges::ByteRanges(const std::vector<ByteRange>& ranges) {
    for (const ByteRange& range : ranges) {
        add(range);
    }
}

void ByteRanges::add(ByteRange range) {
    if (range.end <= range.begin) {
        return;
    }
    // All that touch the new one become one with it.
    const auto first = std::ranges::lower_bound(ranges_, range.begin, {}, &ByteRange::end);
    auto last = first;
    for (; last != ranges_.end() && last->begin <= range.end; ++last) {
        range.begin = std::min(range.begin, last->begin);
        range.end = std::max(range.end, last->end);
    }
    ranges_.insert(ranges_.erase(first, last), range);
}

void ByteRanges::cut(std::uint64_t size) {
    std::erase_if(ranges_, [&](const ByteRange& range) { return range.begin >= size; });
    if (!ranges_.empty()) {
        ranges_.back().end = std::min(ranges_.back().end, size);
    }
}

std::uint64_t ByteRanges::total() const {
    std::uint64_t total = 0;
    for (const ByteRange& range : ranges_) {
        total += range.size();
    }
    return total;
}

std::uint64_t ByteRanges::prefix() const {
    return ranges_.empty() || ranges_.front().begin != 0 ? 0 : ranges_.front().end;
}

std::vector<ByteRange> ByteRanges::gaps(std::uint64_t size) const {
    std::vector<ByteRange> gaps;
    std::uint64_t at = 0;
    for (const ByteRange& range : ranges_) {
        if (range.begin > at) {
            gaps.push_back({at, std::min(range.begin, size)});
        }
        at = range.end;
        if (at >= size) {
            return gaps;
        }
    }
    gaps.push_back({at, size});
    return gaps;
}

}  // namespace hearth::transfers
