#include "transfers/segment_stream.h"

#include "transfers/response_check.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace hearth::transfers {

SegmentStream::~SegmentStream() {
    if (exchange_) {
        context_.limit.forget(*exchange_);
        context_.client.stop(*exchange_);
    }
}

MaybeFailure SegmentStream::start(const std::string& url, bool as_whole, const std::string& etag,
                                  const std::string& etag_host) {
    etag_ = etag;
    etag_host_ = etag_host;
    last_sign_ = context_.clock();
    HttpRequest request;
    request.url = url;
    request.purpose = RequestPurpose::download;
    request.subject = context_.request.title;
    if (!as_whole) {
        asked_ = piece_;
        request.first_byte = piece_.begin;
        if (piece_.end < context_.request.bytes) {
            request.last_byte = piece_.end - 1;
        }
        request.if_range = etag;
        request.if_range_host = etag_host;
    }
    auto started = context_.client.start(std::move(request), *this);
    if (!started) {
        return std::move(started).failure();
    }
    exchange_ = *started;
    return {};
}

std::optional<Time> SegmentStream::quiet_since() const {
    return resting_ ? std::nullopt : std::optional(last_sign_);
}

MaybeFailure SegmentStream::on_redirect(const ResponseHead& head) {
    last_sign_ = context_.clock();
    return check_linked_file(head, context_.request);
}

MaybeFailure SegmentStream::on_response(const ResponseHead& head) {
    head_ = head;
    last_sign_ = context_.clock();
    if (MaybeFailure failure = check_linked_file(head, context_.request)) {
        return failure;
    }
    auto use =
        check_response(head, context_.request, asked_, head.host == etag_host_ ? etag_ : std::string());
    if (!use) {
        return std::move(use).failure();
    }
    if (use->use == BodyUse::ask_from_start) {
        wants_whole_ = true;
        return Failure{.kind = FailureKind::range_refused,
                       .message = head.host + ": does not send a part of the file alone"};
    }
    answered_end_ = use->end;
    whole_ = use->use == BodyUse::from_start;
    if (whole_) {
        piece_ = {0, context_.request.bytes};
        position_ = 0;
    } else {
        piece_.end = std::min(piece_.end, use->end);
    }
    // What stands at the begin tells a web page from the file, before anything here is given up for it.
    looking_ = position_ == 0;
    if (looking_) {
        return {};
    }
    return sink_.on_answer(*this, head_, false);
}

bool SegmentStream::may_receive() {
    resting_ = exchange_ && !context_.limit.may_receive(*exchange_, context_.clock());
    return !resting_;
}

MaybeFailure SegmentStream::on_bytes(std::span<const std::byte> bytes) {
    last_sign_ = context_.clock();
    context_.limit.received(*exchange_, bytes.size(), last_sign_);
    if (!looking_) {
        return hand_on(bytes);
    }
    first_.insert(first_.end(), bytes.begin(), bytes.end());
    return look_at_begin(false);
}

/// `all`: no more will come.
MaybeFailure SegmentStream::look_at_begin(bool all) {
    if (!all && first_.size() < std::min<std::uint64_t>(kFirstBytes, piece_.size())) {
        return {};
    }
    if (MaybeFailure failure = check_first_bytes(first_, head_, context_.request)) {
        return failure;
    }
    looking_ = false;
    if (MaybeFailure failure = sink_.on_answer(*this, head_, whole_)) {
        return failure;
    }
    return hand_on(std::exchange(first_, {}));
}

MaybeFailure SegmentStream::hand_on(std::span<const std::byte> bytes) {
    const std::uint64_t wanted = piece_.end - std::min(position_, piece_.end);
    if (bytes.size() > wanted && piece_.end == context_.request.bytes) {
        Failure failure;
        failure.kind = FailureKind::wrong_size;
        failure.bytes_needed = context_.request.bytes;
        failure.message =
            fmt::format("{}: sends more than the {} bytes of the file", head_.host, context_.request.bytes);
        return failure;
    }
    const auto mine = bytes.first(static_cast<std::size_t>(std::min<std::uint64_t>(wanted, bytes.size())));
    if (MaybeFailure failure = sink_.on_piece_bytes(*this, position_, mine)) {
        return failure;
    }
    position_ += mine.size();
    receiving_ = true;
    // The piece was shortened, and what follows comes over another line; or the server does not say where
    // its answer ends, and may go on for ever.
    const bool may_go_on = bytes.size() > wanted || !head_.content_length;
    if (position_ >= piece_.end && (piece_.end < answered_end_ || (!whole_ && may_go_on))) {
        return Failure{.kind = FailureKind::stopped, .message = "all of the piece is here"};
    }
    return {};
}

void SegmentStream::on_end(MaybeFailure failure) {
    context_.limit.forget(*exchange_);
    exchange_.reset();
    ended_ = true;
    failure_ = std::move(failure);
    if (!failure_ && looking_ && !first_.empty()) {
        failure_ = look_at_begin(true);  // a short answer may be a page or a message
    }
}

Failure SegmentStream::failure() const {
    if (failure_) {
        return *failure_;
    }
    // The answer has ended as if it were whole.
    Failure failure;
    const std::uint64_t came = position_ - std::min(position_, piece_.begin);
    failure.kind = came == 0 ? FailureKind::nothing_received : FailureKind::connection_lost;
    failure.host = head_.host;
    failure.bytes_needed = piece_.size();
    failure.bytes_available = came;
    failure.message = fmt::format("{}: received {} of {} bytes", head_.host, came, piece_.size());
    return failure;
}

}  // namespace hearth::transfers
