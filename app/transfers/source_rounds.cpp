#include "transfers/source_rounds.h"

#include <algorithm>
#include <utility>

namespace hearth::transfers {

FailureReach reach_of(const Failure& failure) {
    switch (failure.kind) {
        case FailureKind::host_not_found:
        case FailureKind::proxy_not_found:
        case FailureKind::proxy_unreachable:
        case FailureKind::cannot_connect:
        case FailureKind::connect_timed_out:
        case FailureKind::stalled:
        case FailureKind::connection_lost:
            return FailureReach::passing;
        case FailureKind::http_status: {
            const std::uint32_t status = failure.http_status.value_or(0);
            const bool passing = status >= 500 || status == 408 || status == 425 || status == 429;
            return passing ? FailureReach::passing : FailureReach::source;
        }
        case FailureKind::bad_address:
        case FailureKind::proxy_refused:
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
        case FailureKind::nothing_received:
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
}

std::optional<std::size_t> SourceRounds::usable_from(std::size_t source) const {
    for (std::size_t next = source; next < sources_.size(); ++next) {
        if (!sources_[next].unusable) {
            return next;
        }
    }
    return std::nullopt;
}

/// Whether the server wants to be left alone for longer than a download waits by itself.
bool SourceRounds::is_left_alone(const Failure& failure) {
    const bool busy = failure.http_status == 429;
    sources_[current_].busy += busy ? 1 : 0;
    const auto asked = std::chrono::seconds(failure.retry_after_seconds.value_or(0));
    return sources_[current_].busy > 1 || asked > policy_.longest_asked_pause || failure.retry_after_date;
}

std::chrono::milliseconds SourceRounds::pause(const Failure& failure) const {
    constexpr std::uint32_t kMostDoublings = 16;
    const std::chrono::milliseconds own =
        std::min(policy_.longest_pause, policy_.first_pause * (1U << std::min(rounds_, kMostDoublings)));
    const auto asked = std::chrono::seconds(failure.retry_after_seconds.value_or(0));
    const bool busy_without_time = failure.http_status == 429 && !failure.retry_after_seconds;
    return std::max<std::chrono::milliseconds>(own, busy_without_time ? policy_.busy_pause : asked);
}

void SourceRounds::remember(const Failure& failure) {
    // The first source's word counts where two say as much.
    if (!worst_ || reach_of(failure) == FailureReach::computer || weight(failure) > weight(*worst_)) {
        worst_ = failure;
    }
}

std::optional<SourceRounds::Next> SourceRounds::after(const Failure& failure) {
    const FailureReach reach = reach_of(failure);
    const bool had_progressed = std::exchange(progressed_, false);
    if (had_progressed) {
        attempt_ = 0;
        rounds_ = 0;
        worst_.reset();
        later_ = false;
        sources_[current_].busy = 0;
    }
    ++attempt_;
    remember(failure);
    if (reach == FailureReach::computer) {
        later_ = false;
        return std::nullopt;
    }
    const bool left_alone = reach == FailureReach::passing && is_left_alone(failure);
    if (had_progressed && reach == FailureReach::passing && !left_alone) {
        return Next{current_, pause(failure)};
    }
    sources_[current_].unusable = reach == FailureReach::source || left_alone;
    if (left_alone) {
        later_ = true;
        worst_ = failure;
    }
    if (const auto next = usable_from(current_ + 1)) {
        current_ = *next;
        return Next{current_};
    }
    // End of a round.
    const auto first = usable_from(0);
    if (!first || (policy_.most_rounds && rounds_ + 1 >= *policy_.most_rounds)) {
        return std::nullopt;
    }
    const std::chrono::milliseconds wait = pause(failure);
    ++rounds_;
    current_ = *first;
    return Next{current_, wait};
}

}  // namespace hearth::transfers
