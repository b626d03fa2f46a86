#include "transfers/source_rounds.h"

#include <algorithm>
#include <utility>

namespace hearth::transfers {

FailureReach reach_of(const Failure& failure) {
    switch (failure.kind) {
        case FailureKind::host_not_found:
        case FailureKind::proxy_not_found:
        case FailureKind::proxy_unreachable:
        case FailureKind::proxy_refused:
        case FailureKind::cannot_connect:
        case FailureKind::connect_timed_out:
        case FailureKind::stalled:
        case FailureKind::connection_lost:
        case FailureKind::nothing_received:
            return FailureReach::passing;
        case FailureKind::http_status: {
            const std::uint32_t status = failure.http_status.value_or(0);
            const bool passing = status >= 500 || status == 408 || status == 425 || status == 429;
            return passing ? FailureReach::passing : FailureReach::source;
        }
        case FailureKind::bad_address:
        case FailureKind::tls_failed:
        case FailureKind::token_needed:
        case FailureKind::token_refused:
        case FailureKind::licence_not_accepted:
        case FailureKind::no_such_repository:
        case FailureKind::no_such_file:
        case FailureKind::redirect_refused:
        case FailureKind::web_page:
        case FailureKind::pointer_file:
        case FailureKind::error_text:
        case FailureKind::wrong_size:
        case FailureKind::unexpected_encoding:
        case FailureKind::file_changed:
        case FailureKind::range_refused:
        case FailureKind::wrong_content:
            return FailureReach::source;
        case FailureKind::offline:
        case FailureKind::stopped:
        case FailureKind::no_source:
        case FailureKind::bad_request:
        case FailureKind::in_use:
        case FailureKind::target_exists:
        case FailureKind::no_space:
        case FailureKind::cannot_write:
        case FailureKind::cannot_read:
        case FailureKind::internal:
            return FailureReach::computer;
    }
    return FailureReach::computer;
}

namespace {

/// How much a failure tells a person who wants to know why nothing came.
int weight(const Failure& failure) {
    switch (failure.kind) {
        case FailureKind::host_not_found:
            return 0;
        case FailureKind::cannot_connect:
        case FailureKind::connect_timed_out:
            return 1;
        case FailureKind::proxy_not_found:
        case FailureKind::proxy_unreachable:
        case FailureKind::proxy_refused:
        case FailureKind::stalled:
        case FailureKind::connection_lost:
        case FailureKind::nothing_received:
            return 2;
        case FailureKind::http_status:
            return 3;
        case FailureKind::wrong_content:
            return 5;
        default:
            return 4;
    }
}

}  // namespace

void SourceRounds::progressed() {
    progressed_ = true;
    ever_progressed_ = true;
}

std::optional<std::size_t> SourceRounds::usable_after(std::size_t source) const {
    for (std::size_t next = source + 1; next < unusable_.size(); ++next) {
        if (!unusable_[next]) {
            return next;
        }
    }
    return std::nullopt;
}

std::chrono::milliseconds SourceRounds::pause() const {
    constexpr std::uint32_t kMostDoublings = 16;
    return std::min(policy_.longest_pause, policy_.first_pause * (1U << std::min(rounds_, kMostDoublings)));
}

std::optional<SourceRounds::Next> SourceRounds::after(const Failure& failure) {
    const FailureReach reach = reach_of(failure);
    const bool had_progressed = std::exchange(progressed_, false);
    if (had_progressed) {
        attempt_ = 0;
        rounds_ = 0;
        worst_.reset();
    }
    ++attempt_;
    // The first source's word counts where two say as much.
    if (!worst_ || reach == FailureReach::computer || weight(failure) > weight(*worst_)) {
        worst_ = failure;
    }
    if (reach == FailureReach::computer) {
        return std::nullopt;
    }
    if (had_progressed && reach == FailureReach::passing) {
        return Next{current_, pause()};
    }
    const auto asked = std::chrono::seconds(failure.retry_after_seconds.value_or(0));
    unusable_[current_] = reach == FailureReach::source || asked > policy_.longest_asked_pause;
    if (const auto next = usable_after(current_)) {
        current_ = *next;
        return Next{current_};
    }
    // End of a round.
    const auto first = std::ranges::find(unusable_, false);
    const std::uint32_t most =
        ever_progressed_ ? policy_.rounds_after_progress : policy_.rounds_before_first_byte;
    if (first == unusable_.end() || rounds_ + 1 >= most) {
        return std::nullopt;
    }
    const std::chrono::milliseconds wait =
        std::max(pause(), std::chrono::duration_cast<std::chrono::milliseconds>(asked));
    ++rounds_;
    current_ = static_cast<std::size_t>(first - unusable_.begin());
    return Next{current_, wait};
}

}  // namespace hearth::transfers
