#pragma once

#include "transfers/download.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace hearth::transfers {

/// All files of one model, to be fetched together. A single file is a set of one.
struct DownloadSetRequest {
    std::string title;             ///< for people, e.g. "SmolLM2 135M Instruct"
    std::filesystem::path folder;  ///< where the model will be, for people; the files say where they go
    std::vector<DownloadRequest> files;

    friend bool operator==(const DownloadSetRequest&, const DownloadSetRequest&) = default;
};

enum class DownloadSetId : std::uint64_t {};

/// What there is to show of one set; a value, safe in any thread.
struct DownloadSetSnapshot {
    DownloadSetId id{};
    std::string title{};
    std::filesystem::path folder{};
    std::vector<DownloadSnapshot> files{};  ///< in the order of the request

    /// The most that any file does: receiving before connecting, retrying, checking, finishing and queued;
    /// once nothing runs, failed before paused; finished where every file is.
    DownloadState state = DownloadState::paused;
    std::uint64_t bytes_done = 0;
    std::uint64_t bytes_total = 0;
    std::uint32_t files_finished = 0;
    std::optional<double> bytes_per_second{};
    std::optional<std::chrono::seconds> time_left{};
    std::optional<Failure>
        failure{};  ///< of the first file that stopped; while it runs, of the one that retries
};

/// What a program loads once the files of a set are here, of which `first` is the first: a GGUF model, or a
/// file alone, by that file; a checkpoint by the folder of its files.
std::filesystem::path path_to_load(const std::filesystem::path& first, std::size_t files);

/// What the files of a set come to.
DownloadSetSnapshot sum_up(DownloadSetId id, const DownloadSetRequest& request,
                           std::vector<DownloadSnapshot> files);

}  // namespace hearth::transfers
