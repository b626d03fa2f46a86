#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>

namespace hearth::transfers {

/// Bytes per second over the last few seconds. Times come from the caller.
class SpeedMeter {
 public:
    using Time = std::chrono::steady_clock::time_point;

    /// `bytes` more have come at `now`.
    void add(std::uint64_t bytes, Time now);
    /// Nothing until there is half a second to judge by.
    std::optional<double> bytes_per_second(Time now) const;
    void reset();

 private:
    struct Slice {
        Time start;
        std::uint64_t bytes = 0;
    };
    std::deque<Slice> slices_;  ///< a quarter of a second each, oldest first
};

/// Rounded up to whole seconds; nothing where the speed says nothing.
std::optional<std::chrono::seconds> time_left(std::uint64_t bytes, std::optional<double> bytes_per_second);

}  // namespace hearth::transfers
