#include "transfers/download_set.h"

#include "transfers/header_text.h"
#include "transfers/speed_meter.h"

#include <algorithm>
#include <array>
#include <utility>

namespace hearth::transfers {

namespace {

/// The first of these that any file has is what the set does.
constexpr std::array kByWeight{DownloadState::receiving, DownloadState::connecting, DownloadState::retrying,
                               DownloadState::checking,  DownloadState::finishing,  DownloadState::queued,
                               DownloadState::failed,    DownloadState::paused};

DownloadState state_of(const std::vector<DownloadSnapshot>& files) {
    for (const DownloadState state : kByWeight) {
        if (std::ranges::find(files, state, &DownloadSnapshot::state) != files.end()) {
            return state;
        }
    }
    return DownloadState::finished;
}

}  // namespace

std::filesystem::path path_to_load(const std::filesystem::path& first, std::size_t files) {
    const bool by_file = files == 1 || lower(first.extension().string()) == ".gguf";
    return by_file ? first : first.parent_path();
}

DownloadSetSnapshot sum_up(DownloadSetId id, const DownloadSetRequest& request,
                           std::vector<DownloadSnapshot> files) {
    DownloadSetSnapshot set;
    set.id = id;
    set.title = request.title;
    set.folder = request.folder;
    set.state = state_of(files);
    if (files.empty()) {
        set.state = DownloadState::failed;
        set.failure = Failure{.kind = FailureKind::bad_request, .message = request.title + ": has no files"};
    }
    for (const DownloadSnapshot& file : files) {
        set.bytes_done += file.bytes_done;
        set.bytes_total += file.request.bytes;
        set.files_finished += file.state == DownloadState::finished ? 1 : 0;
        if (file.bytes_per_second) {
            set.bytes_per_second = set.bytes_per_second.value_or(0) + *file.bytes_per_second;
        }
        const bool tells =
            is_running(set.state) ? file.state == DownloadState::retrying : file.state == set.state;
        if (!set.failure && tells) {
            set.failure = file.failure;
        }
    }
    set.time_left =
        time_left(set.bytes_total - std::min(set.bytes_done, set.bytes_total), set.bytes_per_second);
    set.files = std::move(files);
    return set;
}

}  // namespace hearth::transfers
