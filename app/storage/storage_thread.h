#pragma once

#include "storage/chat_store.h"
#include "storage/stream_writer.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>

namespace hearth::storage {

/// Called on the storage thread; each must return soon and not throw.
struct StorageCallbacks {
    /// The store is there: after open, and after retry or a use_… call.
    std::function<void(const OpenReport&)> opened;
    /// The file could not be opened. Jobs wait until retry, use_read_only or use_memory has worked.
    std::function<void(const Error&)> open_failed;
    /// A streaming text could not be saved; it is kept in memory and tried again. Told once for a row of
    /// failures.
    std::function<void(const Error&)> write_failed;
    /// Saving works again after write_failed.
    std::function<void()> write_recovered;
    /// A job threw: a fault in Hearth. The thread goes on.
    std::function<void(const Error&)> job_failed;
};

struct StorageThreadOptions {
    OpenOptions open;
    StreamTiming timing;
};

/// The thread that owns chats.db. Every member may be called from any thread and returns without touching the
/// disk, but flush and the destructor, which wait.
class StorageThread {
 public:
    using Job = std::function<void(ChatStore&)>;

    /// Starts the thread and opens the file on it; how that went comes through the callbacks.
    static std::unique_ptr<StorageThread> open(std::filesystem::path file, StorageCallbacks callbacks,
                                               StorageThreadOptions options = {});
    /// Runs every job and saves every text, then ends. Where the file never opened, jobs are dropped.
    ~StorageThread();
    StorageThread(const StorageThread&) = delete;
    StorageThread& operator=(const StorageThread&) = delete;

    /// Runs a job on the thread, after all posted before it. What it finds out travels in its own closure.
    void post(Job job);

    /// The answers being written.
    StreamWriter& streams();

    /// Waits until all that was posted and streamed before is on disk; false when it is not by the deadline.
    bool flush(std::chrono::milliseconds deadline);

    // The ways on after open_failed. Nothing happens once a store is open.
    void retry();
    void use_read_only();
    void use_memory();

 private:
    class Loop;
    explicit StorageThread(std::unique_ptr<Loop> loop);
    std::unique_ptr<Loop> loop_;
};

}  // namespace hearth::storage
