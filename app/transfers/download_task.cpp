#include "transfers/download_task.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace hearth::transfers {

DownloadTask::DownloadTask(DownloadId id, DownloadRequest request, const DownloadContext& context)
    : id_(id),
      request_(std::move(request)),
      context_(context),
      plan_(plan_segments(request_.bytes, context.policy)),
      rounds_(request_.sources.size(), context.policy) {
    // A first guess until it runs: what an earlier run left. A file of the right size may still be another
    // one, which checking tells.
    const auto whole = context_.files.size(request_.target);
    const auto journal = read_journal(context_.files, request_.target);
    if (whole && whole.value == request_.bytes && !request_.replaces) {
        bytes_done_ = request_.bytes;
    } else if (journal && journal->received) {
        bytes_done_ = ByteRanges(*journal->received).total();
    } else if (const auto size = context_.files.size(part_path(request_.target)); size && size.value) {
        bytes_done_ = *size.value;
    }
    bytes_done_ = std::min(bytes_done_, request_.bytes);
}

DownloadTask::~DownloadTask() {
    close();
}

std::uint64_t DownloadTask::bytes_left() const {
    return state_ == DownloadState::finished ? 0 : request_.bytes - std::min(bytes_done_, request_.bytes);
}

void DownloadTask::set_state(DownloadState state) {
    state_ = state;
    news_ = {true, true};
}

DownloadTask::News DownloadTask::take_news() {
    return std::exchange(news_, {});
}

void DownloadTask::close() {
    streams_.clear();
    existing_.reset();
    if (file_ && file_->has_unsaved_pieces()) {
        // Where it cannot be written, the next run goes by the last one and fetches a little more.
        static_cast<void>(file_->save());
    }
    file_.reset();
    buffer_ = {};
    speed_.reset();
}

void DownloadTask::run() {
    if (is_running(state_) || state_ == DownloadState::finished) {
        return;
    }
    failure_.reset();
    restart_.reset();
    token_refused_ = false;
    rounds_ = SourceRounds(request_.sources.size(), context_.policy);
    no_ranges_.assign(request_.sources.size(), false);
    set_state(DownloadState::queued);
}

void DownloadTask::pause(MaybeFailure why) {
    if (!is_running(state_)) {
        return;
    }
    close();
    failure_ = std::move(why);
    set_state(DownloadState::paused);
}

MaybeFailure DownloadTask::discard() {
    if (state_ == DownloadState::finished) {
        return {};
    }
    streams_.clear();
    const auto part = context_.files.size(part_path(request_.target));
    const bool nothing_here = !file_ && part && !part.value;
    if (nothing_here) {
        static_cast<void>(context_.files.remove(journal_path(request_.target)));
        close();
        set_state(DownloadState::paused);
        return {};
    }
    if (!file_) {
        auto file = UnfinishedFile::open(context_.files, request_);
        if (!file) {
            return std::move(file).failure();
        }
        file_.emplace(*std::move(file));
    }
    MaybeFailure failure = file_->discard();
    file_.reset();
    close();
    set_state(DownloadState::paused);
    return failure;
}

void DownloadTask::fail(Failure failure) {
    close();
    if (failure.kind == FailureKind::no_space && !failure.bytes_needed) {
        const auto free = context_.files.free_bytes(request_.target.parent_path());
        failure.bytes_needed = request_.bytes - std::min(bytes_done_, request_.bytes);
        failure.bytes_available = free ? free.value : 0;
    }
    // What room on the drive or time alone will mend has not failed.
    const bool mends = failure.kind == FailureKind::no_space || failure.kind == FailureKind::offline;
    failure_ = std::move(failure);
    set_state(mends ? DownloadState::paused : DownloadState::failed);
}

Time DownloadTask::step(Time now) {
    switch (state_) {
        case DownloadState::checking:
            return check(now);
        case DownloadState::connecting:
        case DownloadState::receiving:
            return drive(now);
        case DownloadState::retrying:
            if (now < retry_at_) {
                return retry_at_;
            }
            connect(now);
            return now;
        case DownloadState::finishing:
            if (MaybeFailure failure = file_->commit()) {
                fail(*std::move(failure));
            } else {
                file_.reset();
                close();
                bytes_done_ = request_.bytes;
                failure_.reset();
                set_state(DownloadState::finished);
            }
            return Time::max();
        default:
            return Time::max();
    }
}

void DownloadTask::begin(std::uint64_t also_needed) {
    also_needed_ = also_needed;
    answered_ = false;
    set_state(DownloadState::checking);
    if (MaybeFailure failure = check_request(request_)) {
        fail(*std::move(failure));
        return;
    }
    auto existing = ExistingFile::look(context_.files, request_);
    if (!existing) {
        fail(std::move(existing).failure());
        return;
    }
    existing_ = *std::move(existing);
    if (!existing_) {
        open_file();
    }
}

void DownloadTask::open_file() {
    auto file = UnfinishedFile::open(context_.files, request_);
    if (!file) {
        fail(std::move(file).failure());
        return;
    }
    file_.emplace(*std::move(file));
    restart_ = file_->restart();
    bytes_done_ = file_->bytes_here();
    if (!file_->is_whole()) {  // else check() reads it
        prepare();
    }
}

/// Looks for room, keeps what is to be fetched for another run, and asks.
void DownloadTask::prepare() {
    MaybeFailure failure = file_->check_space(also_needed_, context_.policy.spare_bytes);
    if (!failure) {
        failure = file_->save();
    }
    if (failure) {
        fail(*std::move(failure));
        return;
    }
    connect(context_.clock());
}

/// Reads a slice of what is here already, or what came out of order, until all of it has been hashed.
Time DownloadTask::check(Time now) {
    news_.any = true;
    if (existing_) {
        check_existing();
    } else if (file_->is_hash_behind()) {
        if (MaybeFailure failure = file_->hash_slice(buffer_)) {
            fail(*std::move(failure));
        }
    } else {
        check_end(now);
    }
    return is_running(state_) ? now : Time::max();
}

void DownloadTask::check_existing() {
    auto checked = existing_->check_slice(buffer_);
    if (!checked) {
        bytes_done_ = 0;
        fail(std::move(checked).failure());
    } else if (*checked == false) {
        existing_.reset();
        open_file();
    } else if (*checked) {
        close();
        static_cast<void>(context_.files.remove(journal_path(request_.target)));
        bytes_done_ = request_.bytes;
        set_state(DownloadState::finished);
    }
}

/// What does not match is dropped as a whole: the hubs name one hash for a file and none for its pieces, so
/// nobody can tell which bytes are wrong. Fetching pieces again to compare them would cost as much as the
/// file, and two pieces that differ still do not say which one is right.
void DownloadTask::check_end(Time now) {
    if (file_->is_right()) {
        set_state(DownloadState::finishing);
        return;
    }
    Failure failure;
    failure.kind = FailureKind::wrong_content;
    failure.host = host_;
    failure.message = fmt::format("{}: what came is not the file (SHA-256 differs)", host_);
    if (MaybeFailure problem = start_again(Restart::damaged)) {
        fail(*std::move(problem));
    } else if (answered_) {
        next_source(failure, now);
    } else {
        prepare();  // an earlier run left it whole and wrong
    }
}

MaybeFailure DownloadTask::start_again(Restart why) {
    if (MaybeFailure failure = file_->start_again(why)) {
        return failure;
    }
    bytes_done_ = 0;
    speed_.reset();
    restart_ = why;
    news_ = {true, true};
    return {};
}

DownloadSnapshot DownloadTask::snapshot(Time now) const {
    DownloadSnapshot snapshot;
    snapshot.id = id_;
    snapshot.request = request_;
    snapshot.state = state_;
    snapshot.bytes_done = bytes_done_;
    snapshot.host = host_;
    snapshot.attempt = is_running(state_) ? rounds_.attempt() : 0;
    snapshot.restart = restart_;
    snapshot.failure = failure_;
    snapshot.token_refused = token_refused_;
    snapshot.no_ranges = plan_.streams > 1 && is_running(state_) && rounds_.current() < no_ranges_.size() &&
                         (sends_whole_ || no_ranges_[rounds_.current()]);
    if (state_ == DownloadState::receiving) {
        snapshot.bytes_per_second = speed_.bytes_per_second(now);
        snapshot.time_left = time_left(request_.bytes - bytes_done_, snapshot.bytes_per_second);
    }
    if (state_ == DownloadState::retrying) {
        snapshot.retry_in =
            std::chrono::ceil<std::chrono::milliseconds>(std::max(retry_at_ - now, Time::duration(0)));
    }
    std::optional<Time> last_sign;
    bool resting = false;
    for (const auto& stream : streams_) {
        snapshot.connections += stream->is_receiving() ? 1 : 0;
        const auto quiet = stream->quiet_since();
        resting = resting || !quiet;
        last_sign = quiet && (!last_sign || *quiet > *last_sign) ? quiet : last_sign;
    }
    if (last_sign && !resting && now - *last_sign >= context_.policy.stall_shown) {
        snapshot.quiet_for = std::chrono::duration_cast<std::chrono::seconds>(now - *last_sign);
    }
    return snapshot;
}

}  // namespace hearth::transfers
