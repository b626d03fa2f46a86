#pragma once

#include "transfers/failure.h"
#include "transfers/transfer_policy.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace hearth::transfers {

/// Which source is asked next, and when. Pure bookkeeping: no clock, no network. A source that failed for
/// good (wrong file, no such file) is left out; one that could not be reached is asked again in a later
/// round, without end; a line that broke after bytes came is taken up again with the same source first. A
/// server that is asked too often (429) is asked once more after as long as it wants, then left alone.
class SourceRounds {
 public:
    struct Next {
        std::size_t source = 0;
        std::chrono::milliseconds pause{0};  ///< before it is asked
    };

    SourceRounds(std::size_t sources, const TransferPolicy& policy) : sources_(sources), policy_(policy) {}

    std::size_t current() const { return current_; }
    /// Failures since the last byte came.
    std::uint32_t attempt() const { return attempt_; }
    /// Bytes came from the current source.
    void progressed();
    /// The current source failed. Nothing: there is nobody left to ask; failure() says why.
    std::optional<Next> after(const Failure& failure);
    /// The most telling of the failures.
    const Failure& failure() const { return *worst_; }
    /// Whether somebody may be asked again later, at a person's wish: the download pauses rather than fails.
    bool is_only_later() const { return later_; }

 private:
    struct State {
        bool unusable = false;
        std::uint32_t busy = 0;  ///< how often it said 429 since the last byte
    };

    bool is_left_alone(const Failure& failure);
    std::optional<std::size_t> usable_from(std::size_t source) const;
    std::chrono::milliseconds pause(const Failure& failure) const;
    void remember(const Failure& failure);

    std::vector<State> sources_;
    TransferPolicy policy_;
    std::size_t current_ = 0;
    std::uint32_t attempt_ = 0;
    std::uint32_t rounds_ = 0;
    bool progressed_ = false;  ///< since the last failure
    bool later_ = false;
    std::optional<Failure> worst_;
};

/// What a failure means for the source that gave it.
enum class FailureReach : std::uint8_t {
    passing,   ///< the same source may work in a moment
    source,    ///< another source may work
    computer,  ///< no source will
};
FailureReach reach_of(const Failure& failure);

}  // namespace hearth::transfers
