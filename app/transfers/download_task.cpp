#include "transfers/download_task.h"

#include "transfers/response_check.h"

#include <hearth/error.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include <fmt/format.h>

namespace hearth::transfers {

namespace {

constexpr std::uint64_t kSliceBytes = std::uint64_t{4} << 20U;  // a few milliseconds of hashing

}  // namespace

DownloadTask::DownloadTask(DownloadId id, DownloadRequest request, FileOperations& files, HttpClient& client,
                           const TransferPolicy& policy)
    : id_(id),
      request_(std::move(request)),
      files_(files),
      client_(client),
      policy_(policy),
      rounds_(request_.sources.size(), policy) {
    const auto size = files_.size(part_path(request_.target));
    if (size && size.value) {
        bytes_done_ = std::min(*size.value, request_.bytes);
    }
}

DownloadTask::~DownloadTask() {
    close();
}

void DownloadTask::set_state(DownloadState state) {
    state_ = state;
    news_ = {true, true};
}

DownloadTask::News DownloadTask::take_news() {
    return std::exchange(news_, {});
}

void DownloadTask::close() {
    if (exchange_) {
        client_.stop(*exchange_);
        exchange_.reset();
    }
    target_.reset();
    part_.reset();
    first_.clear();
    looking_ = false;
    ask_all_again_ = false;
    buffer_ = {};
    speed_.reset();
}

void DownloadTask::run() {
    if (is_running(state_) || state_ == DownloadState::finished) {
        return;
    }
    failure_.reset();
    restart_.reset();
    rounds_ = SourceRounds(request_.sources.size(), policy_);
    no_ranges_.assign(request_.sources.size(), false);
    hash_.reset();
    hashed_ = 0;
    set_state(DownloadState::checking);
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
    if (!part_) {
        auto part = PartFile::open(files_, request_.target);
        if (!part) {
            return std::move(part).failure();
        }
        part_.emplace(*std::move(part));
    }
    MaybeFailure failure = part_->discard();
    close();
    set_state(DownloadState::paused);
    return failure;
}

void DownloadTask::fail(Failure failure) {
    close();
    if (failure.kind == FailureKind::no_space && !failure.bytes_needed) {
        const auto free = files_.free_bytes(request_.target.parent_path());
        failure.bytes_needed = request_.bytes - std::min(bytes_done_, request_.bytes);
        failure.bytes_available = free ? free.value : 0;
    }
    failure_ = std::move(failure);
    set_state(DownloadState::failed);
}

DownloadTask::Time DownloadTask::step(Time now) {
    switch (state_) {
        case DownloadState::checking:
            if (target_ || part_) {
                check_slice();
            } else {
                begin();
            }
            return is_running(state_) ? now : Time::max();
        case DownloadState::retrying:
            if (now >= retry_at_) {
                connect();
            }
            return state_ == DownloadState::retrying ? retry_at_ : Time::max();
        case DownloadState::finishing: {
            if (MaybeFailure failure = part_->commit()) {
                fail(*std::move(failure));
            } else {
                close();
                bytes_done_ = request_.bytes;
                failure_.reset();
                set_state(DownloadState::finished);
            }
            return Time::max();
        }
        default:
            if (ask_all_again_) {
                ask_all_again_ = false;
                connect();
            }
            return Time::max();
    }
}

void DownloadTask::begin() {
    if (MaybeFailure failure = check_request(request_)) {
        fail(*std::move(failure));
        return;
    }
    const auto there = files_.size(request_.target);
    if (!there) {
        fail(file_failure(FailureKind::cannot_read, "look at the file", request_.target, there.error_number));
    } else if (there.value) {
        look_at_target();
    } else {
        open_part();
    }
}

/// The final name is taken: by the file itself, fetched earlier, or by another.
void DownloadTask::look_at_target() {
    const auto opened = files_.open(request_.target, OpenMode::read);
    if (!opened) {
        fail(file_failure(FailureKind::cannot_read, "open the file", request_.target, opened.error_number));
        return;
    }
    target_.emplace(files_, opened.value);
    const auto size = files_.size(target_->descriptor());
    if (!size || size.value != request_.bytes) {
        Failure failure;
        failure.kind = FailureKind::target_exists;
        failure.file = request_.target.string();
        failure.message = fmt::format("{}: a different file has this name", escaped(failure.file, 4096));
        fail(std::move(failure));
    }
}

void DownloadTask::open_part() {
    auto part = PartFile::open(files_, request_.target);
    if (!part) {
        fail(std::move(part).failure());
        return;
    }
    part_.emplace(*std::move(part));
    journal_ = read_journal(files_, request_.target).value_or(Journal{});
    std::optional<Restart> restart;
    if (!journal_.request.sha256.empty() && journal_.request.sha256 != request_.sha256) {
        restart = Restart::changed_on_server;
        journal_ = {};
    } else if (part_->size() > request_.bytes) {
        restart = Restart::damaged;
    }
    journal_.request = request_;
    if (restart && part_->size() > 0) {
        if (MaybeFailure failure = start_again(*restart)) {
            fail(*std::move(failure));
        }
    }
}

void DownloadTask::check_slice() {
    const std::uint64_t size = target_ ? request_.bytes : part_->size();
    if (hashed_ < size) {
        buffer_.resize(static_cast<std::size_t>(std::min(kSliceBytes, size - hashed_)));
        MaybeFailure failure;
        if (target_) {
            const auto count = files_.read(target_->descriptor(), hashed_, buffer_);
            if (!count || count.value == 0) {
                failure = file_failure(FailureKind::cannot_read, "read", request_.target,
                                       count ? EIO : count.error_number);
            } else {
                buffer_.resize(count.value);
            }
        } else {
            failure = part_->read(hashed_, buffer_);
        }
        if (failure) {
            fail(*std::move(failure));
            return;
        }
        hash_.update(buffer_);
        hashed_ += buffer_.size();
        news_.any = true;
    }
    if (hashed_ == size) {
        checked();
    }
}

void DownloadTask::checked() {
    buffer_ = {};
    const bool right = hash_.hex() == request_.sha256;
    if (target_) {
        if (right) {
            close();
            static_cast<void>(files_.remove(journal_path(request_.target)));
            bytes_done_ = request_.bytes;
            set_state(DownloadState::finished);
            return;
        }
        Failure failure;
        failure.kind = FailureKind::target_exists;
        failure.file = request_.target.string();
        failure.message = fmt::format("{}: a different file has this name", escaped(failure.file, 4096));
        fail(std::move(failure));
        return;
    }
    bytes_done_ = part_->size();
    if (part_->size() == request_.bytes) {
        if (right) {
            set_state(DownloadState::finishing);
            return;
        }
        if (MaybeFailure failure = start_again(Restart::damaged)) {
            fail(*std::move(failure));
            return;
        }
    }
    MaybeFailure failure = check_space();
    if (!failure) {
        const SystemStatus status = write_journal(files_, journal_);
        if (status != 0) {
            failure = file_failure(FailureKind::cannot_write, "write", journal_path(request_.target), status);
        }
    }
    if (failure) {
        fail(*std::move(failure));
        return;
    }
    connect();
}

MaybeFailure DownloadTask::check_space() const {
    const auto free = files_.free_bytes(request_.target.parent_path());
    if (!free) {
        return file_failure(FailureKind::cannot_read, "ask for the free space of",
                            request_.target.parent_path(), free.error_number);
    }
    const std::uint64_t needed = request_.bytes - part_->size() + policy_.spare_bytes;
    if (free.value >= needed) {
        return {};
    }
    Failure failure;
    failure.kind = FailureKind::no_space;
    failure.file = request_.target.string();
    failure.bytes_needed = needed;
    failure.bytes_available = free.value;
    failure.message = fmt::format("{}: {} bytes are needed, {} are free",
                                  escaped(request_.target.parent_path().string(), 4096), needed, free.value);
    return failure;
}

void DownloadTask::connect() {
    const std::size_t source = rounds_.current();
    answered_ = false;
    looking_ = false;
    first_.clear();
    head_ = {};
    asked_from_.reset();
    if (part_->size() > 0 && !no_ranges_[source]) {
        asked_from_ = part_->size();
    }
    HttpRequest request;
    request.url = request_.sources[source].url;
    request.first_byte = asked_from_;
    request.if_range = journal_.etag;
    request.if_range_host = journal_.etag_host;
    request.purpose = RequestPurpose::download;
    request.subject = request_.title;
    auto started = client_.start(std::move(request), *this);
    if (started) {
        exchange_ = *started;
        set_state(DownloadState::connecting);
    } else if (started.failure().kind == FailureKind::offline) {
        state_ = DownloadState::connecting;
        pause(std::move(started).failure());
    } else {
        next_source(started.failure(), std::chrono::steady_clock::now());
    }
}

MaybeFailure DownloadTask::on_redirect(const ResponseHead& head) {
    return check_linked_file(head, request_);
}

MaybeFailure DownloadTask::on_response(const ResponseHead& head) {
    head_ = head;
    if (MaybeFailure failure = check_linked_file(head, request_)) {
        return failure;
    }
    const std::string etag = head.host == journal_.etag_host ? journal_.etag : std::string();
    auto use = check_response(head, request_, asked_from_, etag);
    if (!use) {
        return std::move(use).failure();
    }
    if (*use == BodyUse::ask_from_start) {
        no_ranges_[rounds_.current()] = true;
        ask_all_again_ = true;
        return Failure{.kind = FailureKind::range_refused,
                       .message = head.host + ": does not send the rest alone"};
    }
    answered_ = true;
    looking_ = *use == BodyUse::from_start;
    if (!looking_) {
        take_up_etag(head);
        set_state(DownloadState::receiving);
    }
    return {};
}

void DownloadTask::take_up_etag(const ResponseHead& head) {
    const std::string etag = is_strong_etag(head.etag) ? head.etag : std::string();
    if (etag == journal_.etag && head.host == journal_.etag_host) {
        return;
    }
    journal_.etag = etag;
    journal_.etag_host = head.host;
    // Without it the next run resumes unconditionally, and the hash decides as ever.
    static_cast<void>(write_journal(files_, journal_));
}

MaybeFailure DownloadTask::start_again(Restart why) {
    if (MaybeFailure failure = part_->clear()) {
        return failure;
    }
    hash_.reset();
    hashed_ = 0;
    bytes_done_ = 0;
    journal_.etag.clear();
    journal_.etag_host.clear();
    speed_.reset();
    restart_ = why;
    news_ = {true, true};
    return {};
}

MaybeFailure DownloadTask::on_bytes(std::span<const std::byte> bytes) {
    if (!looking_) {
        return keep(bytes);
    }
    first_.insert(first_.end(), bytes.begin(), bytes.end());
    if (first_.size() < std::min<std::uint64_t>(kFirstBytes, request_.bytes)) {
        return {};
    }
    if (MaybeFailure failure = check_first_bytes(first_, head_, request_)) {
        return failure;
    }
    looking_ = false;
    if (part_->size() > 0) {
        const bool other_file = !journal_.etag.empty() && head_.host == journal_.etag_host &&
                                is_strong_etag(head_.etag) && head_.etag != journal_.etag;
        if (MaybeFailure failure =
                start_again(other_file ? Restart::changed_on_server : Restart::cannot_resume)) {
            return failure;
        }
    }
    take_up_etag(head_);
    set_state(DownloadState::receiving);
    return keep(std::exchange(first_, {}));
}

MaybeFailure DownloadTask::keep(std::span<const std::byte> bytes) {
    if (bytes.size() > request_.bytes - part_->size()) {
        Failure failure;
        failure.kind = FailureKind::wrong_size;
        failure.bytes_needed = request_.bytes;
        failure.message =
            fmt::format("{}: sends more than the {} bytes of the file", head_.host, request_.bytes);
        return failure;
    }
    if (MaybeFailure failure = part_->append(bytes)) {
        return failure;
    }
    hash_.update(bytes);
    hashed_ += bytes.size();
    bytes_done_ = part_->size();
    rounds_.progressed();
    failure_.reset();
    speed_.add(bytes.size(), std::chrono::steady_clock::now());
    news_.any = true;
    return {};
}

void DownloadTask::on_end(MaybeFailure failure) {
    exchange_.reset();
    if (ask_all_again_) {
        return;  // step() asks
    }
    if (answered_ && !looking_ && part_->size() == request_.bytes) {
        complete();  // whatever happened after the last byte
        return;
    }
    if (!failure && looking_ && !first_.empty()) {
        failure = check_first_bytes(first_, head_, request_);
    }
    if (!failure) {
        failure.emplace();
        failure->kind =
            looking_ && first_.empty() ? FailureKind::nothing_received : FailureKind::connection_lost;
        failure->host = head_.host;
        failure->bytes_needed = request_.bytes;
        failure->bytes_available = looking_ ? first_.size() : part_->size();
        failure->message =
            fmt::format("{}: received {} of {} bytes", head_.host, *failure->bytes_available, request_.bytes);
    }
    next_source(*failure, std::chrono::steady_clock::now());
}

void DownloadTask::complete() {
    if (hash_.hex() == request_.sha256) {
        set_state(DownloadState::finishing);
        return;
    }
    Failure failure;
    failure.kind = FailureKind::wrong_content;
    failure.host = head_.host;
    failure.message = fmt::format("{}: what came is not the file (SHA-256 differs)", head_.host);
    if (MaybeFailure problem = start_again(Restart::damaged)) {
        fail(*std::move(problem));
        return;
    }
    next_source(failure, std::chrono::steady_clock::now());
}

void DownloadTask::next_source(const Failure& failure, Time now) {
    first_.clear();
    speed_.reset();
    if (failure.kind == FailureKind::offline) {
        pause(failure);
        return;
    }
    const auto next = rounds_.after(failure);
    if (!next) {
        fail(rounds_.failure());
        return;
    }
    failure_ = failure;
    retry_at_ = now + next->pause;
    set_state(DownloadState::retrying);
}

DownloadSnapshot DownloadTask::snapshot(Time now) const {
    DownloadSnapshot snapshot;
    snapshot.id = id_;
    snapshot.request = request_;
    snapshot.state = state_;
    snapshot.bytes_done = bytes_done_;
    snapshot.host = head_.host;
    snapshot.attempt = is_running(state_) ? rounds_.attempt() : 0;
    snapshot.restart = restart_;
    snapshot.failure = failure_;
    if (state_ == DownloadState::receiving) {
        snapshot.bytes_per_second = speed_.bytes_per_second(now);
        snapshot.time_left = time_left(request_.bytes - bytes_done_, snapshot.bytes_per_second);
    }
    if (state_ == DownloadState::retrying) {
        snapshot.retry_in =
            std::chrono::ceil<std::chrono::milliseconds>(std::max(retry_at_ - now, Time::duration(0)));
    }
    return snapshot;
}

}  // namespace hearth::transfers
