#include "transfers/speed_meter.h"

#include <cmath>

namespace hearth::transfers {

namespace {

using namespace std::chrono_literals;
constexpr auto kWindow = 5s;
constexpr auto kSlice = 250ms;
constexpr auto kEnough = 500ms;

}  // namespace

void SpeedMeter::add(std::uint64_t bytes, Time now) {
    if (slices_.empty() || now - slices_.back().start >= kSlice) {
        slices_.push_back({now, 0});
    }
    slices_.back().bytes += bytes;
    while (now - slices_.front().start > kWindow) {
        slices_.pop_front();
    }
}

std::optional<double> SpeedMeter::bytes_per_second(Time now) const {
    std::uint64_t bytes = 0;
    std::optional<Time> start;
    for (const Slice& slice : slices_) {
        if (now - slice.start <= kWindow) {
            start = start ? start : slice.start;
            bytes += slice.bytes;
        }
    }
    if (!start) {
        return slices_.empty() ? std::optional<double>() : 0.0;
    }
    if (now - *start < kEnough) {
        return std::nullopt;
    }
    return static_cast<double>(bytes) / std::chrono::duration<double>(now - *start).count();
}

void SpeedMeter::reset() {
    slices_.clear();
}

std::optional<std::chrono::seconds> time_left(std::uint64_t bytes, std::optional<double> bytes_per_second) {
    constexpr double kLongest = 30.0 * 24 * 3600;
    if (!bytes_per_second || *bytes_per_second <= 0) {
        return std::nullopt;
    }
    const double seconds = std::ceil(static_cast<double>(bytes) / *bytes_per_second);
    if (seconds > kLongest) {
        return std::nullopt;
    }
    return std::chrono::seconds(static_cast<std::int64_t>(seconds));
}

}  // namespace hearth::transfers
