#pragma once

#include "transfers/byte_ranges.h"
#include "transfers/transfer_policy.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace hearth::transfers {

/// How a file is cut for several lines at once. The pieces are fetched in the order of the file, so that the
/// hash of its beginning keeps up: at most `streams` of them are under way.
struct SegmentPlan {
    std::uint32_t streams = 1;
    std::uint64_t piece_bytes = UINT64_MAX;  ///< of one request
};

/// One line for a small file; for a large one up to policy.most_streams, and pieces so long that a server is
/// not asked more than some dozens of times.
SegmentPlan plan_segments(std::uint64_t bytes, const TransferPolicy& policy);

/// The first bytes that are neither here nor on their way, at most plan.piece_bytes of them. `under_way`:
/// what the other lines still have to bring.
std::optional<ByteRange> next_piece(const ByteRanges& here, std::span<const ByteRange> under_way,
                                    std::uint64_t bytes, const SegmentPlan& plan);

/// Which of the pieces under way is worth sharing with a line that has nothing to do: the longest rest, if
/// both halves are long enough. The second half begins at the byte returned with it.
struct Split {
    std::size_t piece = 0;
    std::uint64_t at = 0;
};
std::optional<Split> split_piece(std::span<const ByteRange> under_way, const TransferPolicy& policy);

}  // namespace hearth::transfers
