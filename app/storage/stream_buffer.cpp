#include "storage/stream_buffer.h"

#include "storage/chat_store.h"
#include "storage/storage_problem.h"

#include <algorithm>

namespace hearth::storage {

StreamBuffer::StreamBuffer(StreamTiming timing, std::function<void()> wake)
    : timing_(timing), wake_(std::move(wake)) {}

void StreamBuffer::begin(MessageId answer, std::string text) {
    const std::lock_guard lock(mutex_);
    Stream& stream = streams_[answer];
    stream = Stream{};
    stream.text = std::move(text);  // on disk already: begin_answer or resume_answer has it
    stream.due = next_commit(Clock::now());
}

void StreamBuffer::append(MessageId answer, std::string_view delta) {
    if (delta.empty()) {
        return;
    }
    bool sooner = false;
    {
        const std::lock_guard lock(mutex_);
        const auto found = streams_.find(answer);
        if (found == streams_.end() || found->second.ending) {
            return;
        }
        Stream& stream = found->second;
        stream.text.append(delta);
        ++stream.revision;
        sooner = !std::exchange(stream.dirty, true);
    }
    if (sooner) {
        wake_();
    }
}

void StreamBuffer::finish(FinishedAnswer answer, Finished finished) {
    {
        const std::lock_guard lock(mutex_);
        const auto [found, fresh] = streams_.try_emplace(answer.message);
        Stream& stream = found->second;
        if (fresh) {
            stream.text = answer.text;
        } else {
            answer.text = stream.text;
        }
        stream.ending = std::move(answer);
        stream.finished = std::move(finished);
        stream.due = Clock::now();
    }
    wake_();
}

/// All streams are due at the same ticks, so that one commit takes them all.
StreamBuffer::Clock::time_point StreamBuffer::next_commit(Clock::time_point now) const {
    const auto interval = std::chrono::duration_cast<Clock::duration>(timing_.interval);
    const auto since_tick = interval.count() == 0 ? Clock::duration{0} : now.time_since_epoch() % interval;
    return now - since_tick + interval;
}

std::optional<StreamBuffer::Clock::time_point> StreamBuffer::next_due() const {
    const std::lock_guard lock(mutex_);
    std::optional<Clock::time_point> next;
    for (const auto& [id, stream] : streams_) {
        if (stream.dirty || stream.ending) {
            next = next ? std::min(*next, stream.due) : stream.due;
        }
    }
    return next ? std::optional(std::max(*next, not_before_)) : std::nullopt;
}

std::optional<Status> StreamBuffer::commit(ChatStore& store, Clock::time_point now, bool everything) {
    {
        const std::lock_guard lock(mutex_);
        if (!everything && now < not_before_) {
            return std::nullopt;
        }
    }
    std::optional<Status> snapshots = commit_snapshots(store, now, everything);
    std::optional<Status> endings = commit_endings(store, now, everything);
    if (!snapshots && !endings) {
        return std::nullopt;
    }
    const bool snapshots_failed = snapshots && !*snapshots;
    const bool failed = snapshots_failed || (endings && !*endings);
    const std::lock_guard lock(mutex_);
    if (!failed) {
        retry_ = std::chrono::milliseconds{0};
        not_before_ = {};
        return Status{};
    }
    retry_ = retry_.count() == 0 ? timing_.retry_first : std::min(retry_ * 2, timing_.retry_last);
    not_before_ = now + retry_;
    return snapshots_failed ? std::move(snapshots) : std::move(endings);
}

std::optional<Status> StreamBuffer::commit_snapshots(ChatStore& store, Clock::time_point now,
                                                     bool everything) {
    Snapshots due;
    std::vector<std::uint64_t> revisions;
    {
        const std::lock_guard lock(mutex_);
        for (auto& [id, stream] : streams_) {
            if (stream.dirty && !stream.ending && (everything || stream.due <= now)) {
                due.emplace_back(id, stream.text);
                revisions.push_back(stream.revision);
            }
        }
    }
    if (due.empty()) {
        return std::nullopt;
    }
    Status saved = store.save_snapshots(due);
    std::vector<bool> settled(due.size(), saved.has_value());
    if (!saved && is_hopeless(saved.error())) {
        // One text cannot be saved ever: the others must not go with it.
        for (std::size_t at = 0; at < due.size(); ++at) {
            const Status alone = store.save_snapshots({due[at]});
            settled[at] = alone || is_hopeless(alone.error());
        }
    }
    const std::lock_guard lock(mutex_);
    for (std::size_t at = 0; at < due.size(); ++at) {
        const auto found = streams_.find(due[at].first);
        if (found != streams_.end()) {
            found->second.due = next_commit(now);
            found->second.dirty = !settled[at] || found->second.revision != revisions[at];
        }
    }
    return saved;
}

std::optional<Status> StreamBuffer::commit_endings(ChatStore& store, Clock::time_point now, bool everything) {
    std::vector<FinishedAnswer> due;
    {
        const std::lock_guard lock(mutex_);
        for (const auto& [id, stream] : streams_) {
            if (stream.ending && (everything || stream.due <= now)) {
                due.push_back(*stream.ending);
            }
        }
    }
    if (due.empty()) {
        return std::nullopt;
    }
    Status first;
    for (const FinishedAnswer& answer : due) {
        Status saved = store.finish_answer(answer);
        Finished tell;
        {
            const std::lock_guard lock(mutex_);
            const auto found = streams_.find(answer.message);
            if (found == streams_.end()) {
                continue;
            }
            if (saved || is_hopeless(saved.error())) {
                tell = std::move(found->second.finished);
                streams_.erase(found);
            } else if (!std::exchange(found->second.failure_told, true)) {
                tell = found->second.finished;
            }
        }
        if (tell) {
            tell(saved);
        }
        if (!saved && !is_hopeless(saved.error()) && first) {
            first = std::move(saved);
        }
    }
    return first;
}

}  // namespace hearth::storage
