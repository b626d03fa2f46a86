// The lines of a download: who is asked for what, and what follows when a line ends.
#include "transfers/download_task.h"
#include "transfers/response_check.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace hearth::transfers {

namespace {

/// Failures that mean the same for every line.
bool ends_all(const Failure& failure) {
    return reach_of(failure) == FailureReach::computer || failure.kind == FailureKind::file_changed;
}

}  // namespace

/// Asks the current source, with one line at first.
void DownloadTask::connect(Time now) {
    ranges_work_ = false;
    sends_whole_ = false;
    streams_allowed_ = plan_.streams;
    more_at_.reset();
    save_at_ = now + context_.policy.journal_interval;
    set_state(DownloadState::connecting);
    if (const auto piece = next_piece(file_->here(), {}, request_.bytes, plan_)) {
        open_line(*piece, now);
    }
}

bool DownloadTask::open_line(ByteRange piece, Time now) {
    const bool none_here = file_->bytes_here() == 0 && streams_.empty();
    const bool as_whole = no_ranges_[rounds_.current()] || (none_here && piece.size() == request_.bytes);
    if (as_whole) {
        piece = {0, request_.bytes};
    }
    Sink& sink = *this;
    auto stream = std::make_unique<SegmentStream>(
        sink, StreamContext{context_.client, context_.limit, context_.clock, request_}, piece);
    if (MaybeFailure failure = stream->start(request_.sources[rounds_.current()].url, as_whole, file_->etag(),
                                             file_->etag_host())) {
        if (ends_all(*failure)) {
            fail(*std::move(failure));
        } else if (streams_.empty()) {
            next_source(*failure, now);
        }
        return false;
    }
    streams_.push_back(std::move(stream));
    return true;
}

MaybeFailure DownloadTask::on_answer(const SegmentStream&, const ResponseHead& head, bool whole) {
    const bool alone = streams_.size() == 1;
    if (whole && !alone) {
        return failure_of(FailureKind::range_refused, head,
                          "sends the whole file where a piece was asked for");
    }
    const bool other_file = !file_->etag().empty() && head.host == file_->etag_host() &&
                            is_strong_etag(head.etag) && head.etag != file_->etag();
    ranges_work_ = ranges_work_ || !whole;
    sends_whole_ = whole;
    if (whole && file_->bytes_here() > 0) {
        if (MaybeFailure failure =
                start_again(other_file ? Restart::changed_on_server : Restart::cannot_resume)) {
            return failure;
        }
    }
    if (alone) {
        file_->take_up_etag(is_strong_etag(head.etag) ? head.etag : std::string(), head.host);
    }
    host_ = head.host;
    answered_ = true;
    token_refused_ = token_refused_ || head.token_refused;
    if (state_ != DownloadState::receiving) {
        set_state(DownloadState::receiving);
    }
    return {};
}

MaybeFailure DownloadTask::on_piece_bytes(const SegmentStream&, std::uint64_t offset,
                                          std::span<const std::byte> bytes) {
    if (bytes.empty()) {
        return {};
    }
    if (MaybeFailure failure = file_->write(offset, bytes)) {
        return failure;
    }
    bytes_done_ = file_->bytes_here();
    rounds_.progressed();
    failure_.reset();
    speed_.add(bytes.size(), context_.clock());
    news_.any = true;
    return {};
}

Time DownloadTask::drive(Time now) {
    collect_ended(now);
    if (state_ != DownloadState::connecting && state_ != DownloadState::receiving) {
        return now;
    }
    if (file_->is_whole()) {
        streams_.clear();
        set_state(DownloadState::checking);
        return now;
    }
    drop_stalled(now);
    if (state_ != DownloadState::connecting && state_ != DownloadState::receiving) {
        return now;
    }
    add_lines(now);
    if (file_ && now >= save_at_) {
        save_at_ = now + context_.policy.journal_interval;
        if (MaybeFailure failure = file_->has_unsaved_pieces() ? file_->save() : file_->check_name()) {
            fail(*std::move(failure));
        }
    }
    if (is_running(state_) && file_ && file_->is_hash_behind()) {
        if (MaybeFailure failure = file_->hash_slice(buffer_)) {
            fail(*std::move(failure));
        }
        return now;
    }
    return next_deadline(now);
}

Time DownloadTask::next_deadline(Time now) const {
    Time wake = Time::max();
    for (const auto& stream : streams_) {
        if (const auto quiet = stream->quiet_since()) {
            wake = std::min(wake, *quiet + context_.policy.stall_time);
        }
    }
    if (file_ && file_->has_unsaved_pieces()) {
        wake = std::min(wake, save_at_);
    }
    if (more_at_ && ranges_work_) {
        wake = std::min(wake, std::max(*more_at_, now));
    }
    return wake;
}

std::vector<ByteRange> DownloadTask::under_way() const {
    std::vector<ByteRange> pieces;
    for (const auto& stream : streams_) {
        pieces.push_back(stream->rest());
    }
    return pieces;
}

void DownloadTask::collect_ended(Time now) {
    for (;;) {
        const auto ended =
            std::ranges::find_if(streams_, [](const auto& stream) { return stream->has_ended(); });
        if (ended == streams_.end()) {
            break;
        }
        const std::unique_ptr<SegmentStream> stream = std::move(*ended);
        streams_.erase(ended);
        if (!stream->is_done()) {
            lose_line(*stream, now);
            if (state_ != DownloadState::connecting && state_ != DownloadState::receiving) {
                return;
            }
        }
    }
    if (streams_.empty() && !file_->is_whole()) {
        if (const auto piece = next_piece(file_->here(), {}, request_.bytes, plan_)) {
            open_line(*piece, now);
        }
    }
}

/// A line that ended before its piece was done.
void DownloadTask::lose_line(const SegmentStream& stream, Time now) {
    const Failure failure = stream.failure();
    if (!stream.host().empty()) {
        host_ = stream.host();
    }
    if (ends_all(failure)) {
        streams_.clear();
        if (reach_of(failure) == FailureReach::computer) {
            fail(failure);
        } else {
            next_source(failure, now);
        }
        return;
    }
    if (!streams_.empty()) {
        // The others go on and take over its piece. A server that refuses one more is not pressed again.
        streams_allowed_ = static_cast<std::uint32_t>(streams_.size());
        const bool may_pass = reach_of(failure) == FailureReach::passing && failure.http_status != 429;
        more_at_ = may_pass ? std::optional(now + context_.policy.more_streams_after) : std::nullopt;
        return;
    }
    const bool sent_whole = stream.piece() == ByteRange{0, request_.bytes};
    if (failure.kind == FailureKind::range_refused && sent_whole && ranges_work_) {
        // It came while others were at work, which have ended since: asked alone the whole file may come.
        ranges_work_ = false;
        return;
    }
    if (stream.wants_whole() && !no_ranges_[rounds_.current()]) {
        no_ranges_[rounds_.current()] = true;
        open_line({0, request_.bytes}, now);
        return;
    }
    next_source(failure, now);
}

void DownloadTask::drop_stalled(Time now) {
    for (std::size_t i = 0; i < streams_.size(); ++i) {
        const auto quiet = streams_[i]->quiet_since();
        if (!quiet || now - *quiet < context_.policy.stall_time) {
            continue;
        }
        const std::unique_ptr<SegmentStream> stream = std::move(streams_[i]);
        streams_.erase(streams_.begin() + static_cast<std::ptrdiff_t>(i));
        --i;
        if (streams_.empty()) {
            Failure failure;
            failure.kind = FailureKind::stalled;
            failure.host = stream->host().empty() ? host_ : stream->host();
            failure.message =
                fmt::format("{}: sent nothing for {} s", failure.host, context_.policy.stall_time.count());
            next_source(failure, now);
            return;
        }
    }
}

void DownloadTask::add_lines(Time now) {
    if (!ranges_work_ || no_ranges_[rounds_.current()]) {
        return;
    }
    if (more_at_ && now >= *more_at_) {
        more_at_.reset();
        ++streams_allowed_;
        if (streams_allowed_ < plan_.streams) {
            more_at_ = now + context_.policy.more_streams_after;
        }
    }
    while (streams_.size() < streams_allowed_) {
        const std::vector<ByteRange> pieces = under_way();
        auto piece = next_piece(file_->here(), pieces, request_.bytes, plan_);
        if (!piece) {
            const auto split = split_piece(pieces, context_.policy);
            if (!split) {
                return;
            }
            SegmentStream& shared = *streams_[split->piece];
            piece = ByteRange{split->at, shared.piece().end};
            shared.shorten(split->at);
        }
        if (!open_line(*piece, now)) {
            return;
        }
    }
}

/// The last line failed.
void DownloadTask::next_source(const Failure& failure, Time now) {
    streams_.clear();
    speed_.reset();
    if (file_->has_unsaved_pieces()) {
        static_cast<void>(file_->save());
    }
    const auto next = rounds_.after(failure);
    if (!next) {
        const Failure last = rounds_.failure();
        if (rounds_.is_only_later()) {
            pause(last);
        } else {
            fail(last);
        }
        return;
    }
    failure_ = failure;
    retry_at_ = now + next->pause;
    set_state(DownloadState::retrying);
}

}  // namespace hearth::transfers
