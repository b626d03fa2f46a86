#pragma once

#include "transfers/failure.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace hearth::transfers {

/// One place that holds the file: an http or https address.
struct Source {
    std::string url;

    friend bool operator==(const Source&, const Source&) = default;
};

/// One file to fetch. Size and hash are known beforehand and decide alone whether what came is the file.
struct DownloadRequest {
    std::string title{};  ///< for people, e.g. "SmolLM2 135M Instruct"; also why in the log of requests
    std::filesystem::path target{};  ///< chosen on this computer, never taken from a server
    std::uint64_t bytes = 0;
    std::string sha256{};           ///< 64 lower-case hexadecimal digits
    std::string first_bytes{};      ///< what the file begins with, e.g. "GGUF"; empty: unknown
    std::vector<Source> sources{};  ///< tried in this order
    bool replaces = false;  ///< another file that has the name stays until this one is here, and gives way

    friend bool operator==(const DownloadRequest&, const DownloadRequest&) = default;
};

/// What keeps a request from being right, whatever the servers say: bad_request, bad_address, no_source.
MaybeFailure check_request(const DownloadRequest& request);

enum class DownloadId : std::uint64_t {};

enum class DownloadState : std::uint8_t {
    queued,    ///< waits for others to end: only a few run at once
    checking,  ///< reads and hashes what is here
    connecting,
    receiving,
    retrying,   ///< waits a moment before it asks again
    finishing,  ///< flushes to the drive and takes the final name
    paused,
    failed,  ///< `failure` says why; can be resumed
    finished,
};

constexpr bool is_running(DownloadState state) {
    return state < DownloadState::paused;
}

/// Why bytes that were already here are fetched again.
enum class Restart : std::uint8_t {
    cannot_resume,  ///< the server sent the file from the start
    changed_on_server,
    damaged,  ///< the bytes here or those that came did not match the hash
};

/// What there is to show of one download; a value, safe in any thread.
struct DownloadSnapshot {
    DownloadId id{};
    DownloadRequest request;
    DownloadState state = DownloadState::paused;
    std::uint64_t bytes_done = 0;
    std::optional<double> bytes_per_second{};  ///< over the last seconds, while receiving
    std::optional<std::chrono::seconds> time_left{};
    std::string host{};                                   ///< asked now or last
    std::uint32_t attempt = 0;                            ///< how often since the last byte; 0: never failed
    std::optional<std::chrono::milliseconds> retry_in{};  ///< while retrying, when the snapshot was taken
    std::optional<Restart> restart{};                     ///< the last one of this run
    std::uint32_t connections = 0;                        ///< over which bytes come now
    bool no_ranges = false;      ///< the server sends the file only as a whole, over one connection
    bool token_refused = false;  ///< the token has expired; the file comes without it
    std::optional<std::chrono::seconds> quiet_for{};  ///< nothing has come for so long, worth being said
    std::optional<Failure> failure{};  ///< while paused, failed or retrying: what happened last
};

}  // namespace hearth::transfers
