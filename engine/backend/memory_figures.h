#pragma once

#include <hearth/result.h>

#include <cstdint>
#include <filesystem>
#include <optional>

namespace hearth {

/// Main memory as the system reports it, in bytes.
struct MemoryFigures {
    std::uint64_t total = 0;
    std::uint64_t available = 0;  ///< what can be had without swapping (MemAvailable)
    /// The tightest limit of the control groups this process is in, and what is used under it; cached file
    /// pages that the system would drop first are not counted as used.
    std::optional<std::uint64_t> group_limit;
    std::uint64_t group_used = 0;
};

/// Left for the rest of the system.
inline constexpr std::uint64_t kMemoryReserveBytes = 1ULL << 30U;

/// The smaller of what is available and what the control group leaves, less the reserve.
std::uint64_t free_memory(const MemoryFigures& figures);

/// Reads /proc/meminfo and control groups of version 1 and 2 below `root` (another one for tests).
/// read_failed where the system does not say how much memory there is.
Result<MemoryFigures> read_memory_figures(const std::filesystem::path& root = "/");

}  // namespace hearth
