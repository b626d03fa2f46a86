#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace hearth::transfers {

/// How patient and how eager a transfer is. There is no limit on the whole time: a slow line may take days.
struct TransferPolicy {
    // patience
    std::chrono::milliseconds connect_timeout{10000};  ///< name, connection and TLS together
    std::chrono::seconds stall_shown{15};              ///< without a byte for so long: said
    std::chrono::seconds stall_time{60};               ///< for so long: the line is lost, and asked for again
    std::chrono::seconds fetch_stall_time{20};         ///< the same for small answers, where a person waits
    std::uint32_t redirects = 10;

    // asking again
    std::chrono::milliseconds first_pause{
        1000};  ///< before a second round over the sources; doubles each time
    std::chrono::milliseconds longest_pause{30000};
    std::chrono::seconds busy_pause{10};  ///< after a 429 that does not say how long
    std::chrono::seconds longest_asked_pause{
        600};  ///< a server that asks for more, or names a date, is left alone: the download pauses
    /// What may get better by waiting is waited for without end, or, for scripts, for so many rounds.
    std::optional<std::uint32_t> most_rounds{};

    // several lines
    std::uint32_t downloads_at_once = 3;                        ///< files; the rest is queued
    std::uint32_t most_streams = 4;                             ///< lines of one file
    std::uint64_t bytes_per_stream = std::uint64_t{32} << 20U;  ///< of a file, to be worth one more line
    std::uint64_t least_piece_bytes = std::uint64_t{16} << 20U;
    std::uint64_t most_piece_bytes = std::uint64_t{512} << 20U;
    std::uint64_t least_split_bytes = std::uint64_t{8} << 20U;  ///< of either half of a piece that is shared
    std::chrono::seconds more_streams_after{30};  ///< a line fewer after a failure is made up for after this

    // this computer
    std::uint64_t spare_bytes = std::uint64_t{8} << 20U;  ///< left free on the drive
    std::chrono::milliseconds journal_interval{
        5000};  ///< what a lost program loses at most of a file in pieces
    std::chrono::milliseconds snapshot_interval{100};
    std::chrono::milliseconds longest_wait{1000};  ///< between two looks at the clock while something runs
};

}  // namespace hearth::transfers
