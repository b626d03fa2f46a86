#include "transfers/bandwidth_limit.h"

#include <algorithm>
#include <chrono>

namespace hearth::transfers {

namespace {

constexpr std::chrono::milliseconds kSaved{100};  // unused time that may be made up for

}  // namespace

void BandwidthLimit::set(std::optional<std::uint64_t> bytes_per_second) {
    bytes_per_second_ = bytes_per_second.value_or(0) == 0 ? std::nullopt : bytes_per_second;
    free_at_ = {};  // those that rest are let through, and then go by the new limit
    its_turn_.reset();
}

bool BandwidthLimit::may_receive(ExchangeId who, Time now) {
    if (!bytes_per_second_ || its_turn_ == who) {
        return true;
    }
    if (waiting_.empty() && !its_turn_ && now >= free_at_) {
        return true;
    }
    if (std::ranges::find(waiting_, who) == waiting_.end()) {
        waiting_.push_back(who);
    }
    return false;
}

void BandwidthLimit::received(ExchangeId who, std::uint64_t bytes, Time now) {
    if (its_turn_ == who) {
        its_turn_.reset();
    }
    if (bytes_per_second_) {
        const std::chrono::duration<double> cost(static_cast<double>(bytes) /
                                                 static_cast<double>(*bytes_per_second_));
        free_at_ = std::max(free_at_, now - kSaved) + std::chrono::duration_cast<Time::duration>(cost);
    }
}

void BandwidthLimit::forget(ExchangeId who) {
    std::erase(waiting_, who);
    if (its_turn_ == who) {
        its_turn_.reset();
    }
}

std::optional<ExchangeId> BandwidthLimit::next_ready(Time now) {
    if (waiting_.empty() || (bytes_per_second_ && (now < free_at_ || its_turn_))) {
        return std::nullopt;
    }
    const ExchangeId who = waiting_.front();
    waiting_.pop_front();
    its_turn_ = who;
    return who;
}

}  // namespace hearth::transfers
