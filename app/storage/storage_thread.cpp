#include "storage/storage_thread.h"

#include "storage/storage_problem.h"
#include "storage/stream_buffer.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace hearth::storage {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::minutes kTidyAgain{10};

enum class Way : std::uint8_t { file, read_only, memory };

}  // namespace

/// The queue and the thread that works it off.
class StorageThread::Loop {
 public:
    Loop(std::filesystem::path file, StorageCallbacks callbacks, StorageThreadOptions options)
        : file_(std::move(file)),
          callbacks_(std::move(callbacks)),
          options_(std::move(options)),
          streams_(options_.timing, [this] { wake(); }),
          thread_([this] { run(); }) {}

    ~Loop() {
        {
            const std::lock_guard lock(mutex_);
            ending_ = true;
        }
        changed_.notify_all();
        thread_.join();
    }

    StreamBuffer& streams() { return streams_; }

    void post(Job job) {
        {
            const std::lock_guard lock(mutex_);
            jobs_.push_back(std::move(job));
        }
        changed_.notify_all();
    }

    void open_by(Way way) {
        {
            const std::lock_guard lock(mutex_);
            way_ = way;
        }
        changed_.notify_all();
    }

    bool flush(std::chrono::milliseconds deadline) {
        std::unique_lock lock(mutex_);
        const std::uint64_t ticket = ++flushes_wanted_;
        changed_.notify_all();
        return flushed_.wait_for(lock, deadline, [&] { return flushes_done_ >= ticket; });
    }

 private:
    void wake() {
        {
            const std::lock_guard lock(mutex_);
            woken_ = true;
        }
        changed_.notify_all();
    }

    void run() {
        try_to_open(Way::file);
        std::unique_lock lock(mutex_);
        while (!ending_ || (store_ && !jobs_.empty())) {
            if (!store_ && way_) {
                const Way way = *std::exchange(way_, std::nullopt);
                lock.unlock();
                try_to_open(way);
                lock.lock();
            } else if (store_ && !jobs_.empty()) {
                const Job job = std::move(jobs_.front());
                jobs_.pop_front();
                lock.unlock();
                run_job(job);
                commit_streams(false);
                lock.lock();
            } else {
                rest(lock);
            }
        }
        lock.unlock();
        if (store_) {
            commit_streams(true);
        }
        store_.reset();
    }

    /// No job is waiting: streams, flushes, housekeeping, sleep. Called and left with the lock held.
    void rest(std::unique_lock<std::mutex>& lock) {
        woken_ = false;
        const std::uint64_t flush = flushes_wanted_;
        const bool flush_waits = flushes_done_ < flush && store_;
        lock.unlock();
        const bool saved = !store_ || commit_streams(flush_waits);
        const auto due = store_ ? streams_.next_due() : std::nullopt;
        const bool calm = !due && store_;
        const bool more_to_tidy = calm && saved && tidy_if_due();
        lock.lock();
        if (flush_waits && saved) {
            flushes_done_ = flush;
            flushed_.notify_all();
        }
        if (more_to_tidy) {
            return;
        }
        const auto stirred = [&] {
            return ending_ || woken_ ||
                   (store_ ? !jobs_.empty() || flushes_wanted_ != flush : way_.has_value());
        };
        const auto wake_at = due ? due : calm ? tidy_at_ : std::nullopt;
        if (wake_at) {
            changed_.wait_until(lock, *wake_at, stirred);
        } else {
            changed_.wait(lock, stirred);
        }
    }

    void try_to_open(Way way) {
        auto opened = way == Way::file        ? ChatStore::open(file_, options_.open)
                      : way == Way::read_only ? ChatStore::open_read_only(file_, options_.open)
                                              : ChatStore::open_in_memory(options_.open);
        if (!opened) {
            if (callbacks_.open_failed) {
                callbacks_.open_failed(opened.error());
            }
            return;
        }
        store_ = std::make_unique<ChatStore>(*std::move(opened));
        tidy_at_ = Clock::now();
        if (callbacks_.opened) {
            callbacks_.opened(store_->report());
        }
    }

    void run_job(const Job& job) {
        std::string cause;
        try {
            job(*store_);
            if (store_->wants_tidying()) {
                tidy_at_ = Clock::now();
            }
            return;
        } catch (const std::exception& exception) {
            cause = exception.what();
        } catch (...) {
            cause = "unknown";
        }
        if (callbacks_.job_failed) {
            callbacks_.job_failed(
                storage_error(StorageProblem::internal, file_.string(), "work with the chats", cause));
        }
    }

    /// False when something could not be saved and waits for its next attempt.
    bool commit_streams(bool everything) {
        const std::optional<Status> tried = streams_.commit(*store_, Clock::now(), everything);
        if (!tried) {
            return true;
        }
        if (!*tried && !std::exchange(failing_, true) && callbacks_.write_failed) {
            callbacks_.write_failed(tried->error());
        }
        if (*tried && std::exchange(failing_, false) && callbacks_.write_recovered) {
            callbacks_.write_recovered();
        }
        return tried->has_value();
    }

    bool tidy_if_due() {
        if (!tidy_at_ || Clock::now() < *tidy_at_) {
            return false;
        }
        const auto more = store_->tidy();
        if (more && *more) {
            return true;
        }
        tidy_at_ =
            Clock::now() + kTidyAgain;  // also after a failure: what can wait must not keep the drive busy
        return false;
    }

    const std::filesystem::path file_;
    const StorageCallbacks callbacks_;
    const StorageThreadOptions options_;
    StreamBuffer streams_;

    std::mutex mutex_;
    std::condition_variable changed_;
    std::condition_variable flushed_;
    std::deque<Job> jobs_;
    std::optional<Way> way_;
    std::uint64_t flushes_wanted_ = 0;
    std::uint64_t flushes_done_ = 0;
    bool woken_ = false;
    bool ending_ = false;

    // Of the storage thread alone.
    std::unique_ptr<ChatStore> store_;
    std::optional<Clock::time_point> tidy_at_;
    bool failing_ = false;

    std::thread thread_;
};

std::unique_ptr<StorageThread> StorageThread::open(std::filesystem::path file, StorageCallbacks callbacks,
                                                   StorageThreadOptions options) {
    return std::unique_ptr<StorageThread>(
        new StorageThread(std::make_unique<Loop>(std::move(file), std::move(callbacks), std::move(options))));
}

StorageThread::StorageThread(std::unique_ptr<Loop> loop) : loop_(std::move(loop)) {}
StorageThread::~StorageThread() = default;

void StorageThread::post(Job job) {
    loop_->post(std::move(job));
}

StreamWriter& StorageThread::streams() {
    return loop_->streams();
}

bool StorageThread::flush(std::chrono::milliseconds deadline) {
    return loop_->flush(deadline);
}

void StorageThread::retry() {
    loop_->open_by(Way::file);
}

void StorageThread::use_read_only() {
    loop_->open_by(Way::read_only);
}

void StorageThread::use_memory() {
    loop_->open_by(Way::memory);
}

}  // namespace hearth::storage
