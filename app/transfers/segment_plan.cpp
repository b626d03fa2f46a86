#include "transfers/segment_plan.h"

#include <algorithm>

namespace hearth::transfers {

SegmentPlan plan_segments(std::uint64_t bytes, const TransferPolicy& policy) {
    const std::uint64_t streams =
        std::clamp<std::uint64_t>(bytes / policy.bytes_per_stream, 1, policy.most_streams);
    if (streams == 1) {
        return {};
    }
    constexpr std::uint64_t kPiecesPerFile = 32;
    return {static_cast<std::uint32_t>(streams),
            std::clamp(bytes / kPiecesPerFile, policy.least_piece_bytes, policy.most_piece_bytes)};
}

std::optional<ByteRange> next_piece(const ByteRanges& here, std::span<const ByteRange> under_way,
                                    std::uint64_t bytes, const SegmentPlan& plan) {
    ByteRanges taken = here;
    for (const ByteRange& piece : under_way) {
        taken.add(piece);
    }
    const auto gaps = taken.gaps(bytes);
    if (gaps.empty()) {
        return std::nullopt;
    }
    const ByteRange& gap = gaps.front();
    return ByteRange{gap.begin, gap.begin + std::min(gap.size(), plan.piece_bytes)};
}

std::optional<Split> split_piece(std::span<const ByteRange> under_way, const TransferPolicy& policy) {
    const auto longest = std::ranges::max_element(under_way, {}, &ByteRange::size);
    if (longest == under_way.end() || longest->size() < 2 * policy.least_split_bytes) {
        return std::nullopt;
    }
    return Split{static_cast<std::size_t>(longest - under_way.begin()), longest->begin + longest->size() / 2};
}

}  // namespace hearth::transfers
