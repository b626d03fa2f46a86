#pragma once

#include "transfers/clock.h"
#include "transfers/http_client.h"

#include <cstdint>
#include <deque>
#include <optional>

namespace hearth::transfers {

/// How many bytes a second all downloads together may bring. Who comes too early rests and is let through in
/// the order of asking, so that no line starves. Transfers thread; times come from the caller.
class BandwidthLimit {
 public:
    /// Nothing: no limit. Zero is none either.
    void set(std::optional<std::uint64_t> bytes_per_second);
    std::optional<std::uint64_t> get() const { return bytes_per_second_; }

    /// Whether this one may bring bytes now; if not it is in the queue, and rests until next_ready() names
    /// it.
    bool may_receive(ExchangeId who, Time now);
    void received(ExchangeId who, std::uint64_t bytes, Time now);
    /// It has ended.
    void forget(ExchangeId who);

    /// Takes out of the queue whose turn it is.
    std::optional<ExchangeId> next_ready(Time now);
    /// When to ask next_ready() again; Time::max() while nobody rests, or one that was named has yet to
    /// receive.
    Time wake_at() const { return waiting_.empty() || its_turn_ ? Time::max() : free_at_; }

 private:
    std::optional<std::uint64_t> bytes_per_second_;
    Time free_at_{};  ///< from here on more may come; what came is paid for up to here
    std::deque<ExchangeId> waiting_;
    std::optional<ExchangeId> its_turn_;
};

}  // namespace hearth::transfers
