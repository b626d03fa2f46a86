#include "runtime/engine_channel.h"

#include <algorithm>
#include <iterator>

namespace hearth {

template <class Submit, class Request>
SequenceId EngineChannel::push(Request request) {
    const std::lock_guard lock(mutex_);
    const SequenceId id{last_id_ + 1};
    const auto place = open_.insert(id).first;
    // A broken engine takes no more work: being open is enough to be answered.
    if (!broken_) {
        try {
            if constexpr (std::is_same_v<Submit, SubmitGenerate>) {
                commands_.push_back(SubmitGenerate{id, std::move(request), std::chrono::steady_clock::now()});
            } else {
                commands_.push_back(SubmitScore{id, std::move(request)});
            }
        } catch (...) {
            open_.erase(place);
            throw;
        }
        work_.notify_one();
    } else {
        news_.notify_all();
    }
    last_id_ = id.value;
    return id;
}

SequenceId EngineChannel::submit(GenerateRequest request) {
    return push<SubmitGenerate>(std::move(request));
}

SequenceId EngineChannel::submit(ScoreRequest request) {
    return push<SubmitScore>(std::move(request));
}

void EngineChannel::cancel(SequenceId id) {
    send(id, CancelRequest{id});
}

void EngineChannel::set_priority(SequenceId id, std::int32_t priority) {
    send(id, SetPriority{id, priority});
}

void EngineChannel::send(SequenceId id, Command command) {
    const std::lock_guard lock(mutex_);
    if (open_.contains(id) && !broken_) {
        commands_.push_back(std::move(command));
        work_.notify_one();
    }
}

std::vector<Event> EngineChannel::wait_events(std::chrono::milliseconds timeout) {
    // The clock's arithmetic overflows for milliseconds::max().
    const auto patience = std::min<std::chrono::milliseconds>(timeout, std::chrono::hours(24));
    std::unique_lock lock(mutex_);
    const auto news = [this] { return !events_.empty() || (broken_ && !open_.empty()); };
    if (patience > std::chrono::milliseconds::zero()) {
        news_.wait_for(lock, patience, news);
    }
    if (broken_) {
        while (!open_.empty()) {
            events_.push_back(Event{*open_.begin(), Failed{failure()}});
            open_.erase(open_.begin());
        }
    }
    return std::exchange(events_, {});
}

EngineLoad EngineChannel::load() const {
    const std::lock_guard lock(mutex_);
    EngineLoad load = load_;
    for (const Command& command : commands_) {
        load.waiting +=
            std::holds_alternative<SubmitGenerate>(command) || std::holds_alternative<SubmitScore>(command)
                ? 1
                : 0;
    }
    return load;
}

void EngineChannel::close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    work_.notify_all();
}

std::optional<std::vector<Command>> EngineChannel::take(Wait wait) {
    std::unique_lock lock(mutex_);
    if (wait == Wait::for_work) {
        work_.wait(lock, [this] { return closed_ || !commands_.empty(); });
    }
    if (closed_) {
        return std::nullopt;
    }
    return std::exchange(commands_, {});
}

void EngineChannel::publish(std::vector<Event>& events, const EngineLoad& load) {
    const std::lock_guard lock(mutex_);
    load_ = load;
    events_.reserve(events_.size() + events.size());
    for (Event& event : events) {
        if (is_final(event)) {
            open_.erase(event.request);
        }
        events_.push_back(std::move(event));
    }
    if (!events.empty()) {
        events.clear();
        news_.notify_all();
    }
}

void EngineChannel::fail(std::exception_ptr reason) noexcept {
    const std::lock_guard lock(mutex_);
    broken_ = std::move(reason);
    commands_.clear();
    load_.running = 0;
    load_.waiting = 0;
    news_.notify_all();
}

Error EngineChannel::failure() const {
    constexpr auto kAdvice = "; load the model again";
    try {
        std::rethrow_exception(broken_);
    } catch (const std::exception& exception) {
        return Error{ErrorCode::engine_failed, std::string("the engine stopped after an internal error: ") +
                                                   exception.what() + kAdvice};
    } catch (...) {
        return Error{ErrorCode::engine_failed,
                     std::string("the engine stopped after an internal error") + kAdvice};
    }
}

}  // namespace hearth
