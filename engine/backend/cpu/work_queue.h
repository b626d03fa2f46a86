#pragma once

#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

namespace hearth::cpu {

/// The part [first, last) of `count` units that falls to `thread` when they are divided evenly.
inline std::pair<std::uint32_t, std::uint32_t> even_share(std::uint32_t count, std::uint32_t thread,
                                                          std::uint32_t thread_count) {
    const auto border = [&](std::uint64_t index) {
        return static_cast<std::uint32_t>(index * count / thread_count);
    };
    return {border(thread), border(thread + 1ULL)};
}

/// Units of work 0 … count − 1 of one stage, dealt to the threads as contiguous shares which they take in
/// chunks; a thread that is done takes from the others. So memory is streamed in order, and a thread that
/// lost its core to another program delays the stage by one chunk at most.
class WorkQueue {
 public:
    explicit WorkQueue(std::uint32_t thread_count) : shares_(thread_count) {}

    /// By one thread, between barriers that keep the others away from this queue. `chunk` > 0.
    void reset(std::uint32_t count, std::uint32_t chunk) {
        const auto threads = static_cast<std::uint32_t>(shares_.size());
        const std::uint32_t chunk_count = (count + chunk - 1) / chunk;
        chunk_ = chunk;
        for (std::uint32_t thread = 0; thread < threads; ++thread) {
            const auto border = [&](std::uint64_t index) {
                const auto unit = static_cast<std::uint64_t>(index * chunk_count / threads) * chunk;
                return static_cast<std::uint32_t>(unit < count ? unit : count);
            };
            shares_[thread].next.store(border(thread), std::memory_order_relaxed);
            shares_[thread].end = border(thread + 1ULL);
        }
    }

    /// As reset with single units, but all threads take from one share, so in order: for units of unequal
    /// cost, the longest first.
    void reset_in_order(std::uint32_t count) {
        chunk_ = 1;
        for (Share& share : shares_) {
            share.next.store(0, std::memory_order_relaxed);
            share.end = 0;
        }
        shares_.front().end = count;
    }

    /// Calls work(first, last) for chunks until none is left anywhere.
    template <class Work>
    void take(std::uint32_t thread, Work work) {
        const auto threads = static_cast<std::uint32_t>(shares_.size());
        for (std::uint32_t i = 0; i < threads; ++i) {
            Share& share = shares_[thread + i < threads ? thread + i : thread + i - threads];
            while (share.next.load(std::memory_order_relaxed) < share.end) {
                const std::uint32_t first = share.next.fetch_add(chunk_, std::memory_order_relaxed);
                if (first >= share.end) {
                    break;
                }
                work(first, first + chunk_ < share.end ? first + chunk_ : share.end);
            }
        }
    }

 private:
    struct alignas(64) Share {
        std::atomic<std::uint32_t> next = 0;
        std::uint32_t end = 0;
    };
    std::vector<Share> shares_;
    std::uint32_t chunk_ = 1;
};

}  // namespace hearth::cpu
