#pragma once

#include "transfers/failure.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::transfers {

/// Why a request leaves this computer.
enum class RequestPurpose : std::uint8_t {
    other,
    download,      ///< a file of a model; the subject is the model's title
    search,        ///< a search on a hub; without a subject: what was looked for is nobody's business
    model_page,    ///< what a hub knows of one model; the subject is its name
    model_header,  ///< the first bytes of a model file, to tell whether it fits; the subject is its name
    model_list,    ///< a newer list of models to begin with
};
/// Stable, e.g. "model_page".
std::string_view purpose_name(RequestPurpose purpose);

/// What became of a request.
enum class RequestState : std::uint8_t {
    started,
    ended,     ///< the answer came, whatever its status
    redirect,  ///< the answer leads elsewhere
    failed,
    stopped,  ///< by this program: paused, or no longer wanted
};
struct RequestOutcome {
    RequestState state = RequestState::started;
    std::optional<std::uint32_t> status{};  ///< of HTTP, where an answer began
    std::optional<FailureKind> failure{};   ///< where it failed

    friend bool operator==(const RequestOutcome&, const RequestOutcome&) = default;
};
/// For the log file, e.g. "206, ended" or "503, http_status".
std::string outcome_text(const RequestOutcome& outcome);

/// One request that left this computer.
struct RequestRecord {
    std::uint64_t number = 0;  ///< counts from 1 since the program started
    std::chrono::system_clock::time_point time{};
    std::string method{};
    std::string url{};  ///< without user name, password, query and fragment
    RequestPurpose purpose = RequestPurpose::other;
    std::string subject{};  ///< what it is about, e.g. "SmolLM2 135M Instruct"
    std::uint64_t bytes_received = 0;
    RequestOutcome outcome{};
};

/// Every outgoing request: the last ones in memory and all of them in `logs/requests.log`, one line of JSON
/// when it starts and one when it ends; the file is turned over at 1 MiB and two old ones are kept.
/// Thread-safe. A log that cannot be written never stops a request: write_problem() tells.
class RequestLog {
 public:
    /// Without a path only in memory.
    explicit RequestLog(std::filesystem::path file = {}) : file_(std::move(file)) {}

    /// Returns the number by which finish() names it. `url` may hold secrets: they are cut off here.
    std::uint64_t start(std::string_view method, std::string_view url, RequestPurpose purpose,
                        std::string_view subject);
    /// Nothing where it has ended already.
    void finish(std::uint64_t number, std::uint64_t bytes_received, const RequestOutcome& outcome);

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
    std::map<std::uint64_t, RequestRecord> open_;  ///< by number: they may outlast the last ones
    std::uint64_t count_ = 0;
    std::string write_problem_;
};

}  // namespace hearth::transfers
