#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::transfers {

/// One request that left this computer.
struct RequestRecord {
    std::uint64_t number = 0;  ///< counts from 1 since the program started
    std::chrono::system_clock::time_point time{};
    std::string method{};
    std::string url{};      ///< without user name, password, query and fragment
    std::string purpose{};  ///< why, e.g. "download SmolLM2 135M Instruct"
    std::uint64_t bytes_received = 0;
    std::string outcome{};  ///< "started", then e.g. "206, complete" or the failure
};

/// Every outgoing request: the last ones in memory and all of them in `logs/requests.log`, one line of JSON
/// when it starts and one when it ends; the file is turned over at 1 MiB and two old ones are kept.
/// Thread-safe. A log that cannot be written never stops a request: write_problem() tells.
class RequestLog {
 public:
    /// Without a path only in memory.
    explicit RequestLog(std::filesystem::path file = {}) : file_(std::move(file)) {}

    /// Returns the number by which finish() names it. `url` may hold secrets: they are cut off here.
    std::uint64_t start(std::string_view method, std::string_view url, std::string_view purpose);
    void finish(std::uint64_t number, std::uint64_t bytes_received, std::string_view outcome);

    /// Newest last, at most 500.
    std::vector<RequestRecord> recent() const;
    /// Requests started since the program started.
    std::uint64_t count() const;
    const std::filesystem::path& file() const { return file_; }
    /// In the system's words; empty: the last line was written.
    std::string write_problem() const;

 private:
    void append(const RequestRecord& record);

    const std::filesystem::path file_;
    mutable std::mutex mutex_;
    std::deque<RequestRecord> records_;
    std::uint64_t count_ = 0;
    std::string write_problem_;
};

}  // namespace hearth::transfers
