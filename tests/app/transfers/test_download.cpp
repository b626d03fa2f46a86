#include "app/transfers/test_download.h"

#include "transfers/sha256.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace hearth::test {

using namespace transfers;

std::string test_content(std::size_t bytes) {
    std::string content(bytes, '\0');
    for (std::size_t i = 0; i < bytes; ++i) {
        content[i] = static_cast<char>((7 * i + 3) % 256);
    }
    return content.replace(0, 4, "GGUF");
}

std::string sha256_of(std::string_view bytes) {
    Sha256 hash;
    hash.update(std::as_bytes(std::span(bytes)));
    return hash.hex();
}

std::string read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

bool is_there(const std::filesystem::path& path) {
    return std::filesystem::exists(path);
}

DownloadRequest request_for(std::string_view content, const std::filesystem::path& target,
                            std::vector<std::string> urls) {
    DownloadRequest request;
    request.title = "Test model";
    request.target = target;
    request.bytes = content.size();
    request.sha256 = sha256_of(content);
    request.first_bytes = "GGUF";
    for (std::string& url : urls) {
        request.sources.push_back({std::move(url)});
    }
    return request;
}

TransferPolicy quick_policy() {
    TransferPolicy policy;
    policy.connect_timeout = std::chrono::milliseconds(1000);
    policy.stall_time = std::chrono::seconds(1);
    policy.first_pause = std::chrono::milliseconds(10);
    policy.longest_pause = std::chrono::milliseconds(40);
    policy.most_rounds = 4;
    policy.busy_pause = std::chrono::seconds(0);
    policy.snapshot_interval = std::chrono::milliseconds(1);
    return policy;
}

TransferPolicy segment_policy() {
    TransferPolicy policy = quick_policy();
    policy.bytes_per_stream = 100'000;
    policy.least_piece_bytes = 100'000;
    policy.most_piece_bytes = 200'000;
    policy.least_split_bytes = 20'000;
    policy.journal_interval = std::chrono::milliseconds(5);
    return policy;
}

WatchedTransfers::WatchedTransfers(Transfers::Options options) {
    service_ = std::make_unique<Transfers>(std::move(options), [this](const DownloadSnapshot& snapshot) {
        const std::scoped_lock lock(mutex_);
        seen_.push_back(snapshot);
        changed_.notify_all();
    });
}

DownloadSnapshot WatchedTransfers::wait(DownloadId id,
                                        const std::function<bool(const DownloadSnapshot&)>& done,
                                        std::chrono::milliseconds timeout) {
    std::unique_lock lock(mutex_);
    std::size_t looked = 0;
    std::optional<DownloadSnapshot> found;
    const bool came = changed_.wait_for(lock, timeout, [&] {
        for (; looked < seen_.size(); ++looked) {
            if (seen_[looked].id == id && done(seen_[looked])) {
                found = seen_[looked];
                return true;
            }
        }
        return false;
    });
    if (!came) {
        throw std::runtime_error("the download did not get there in time");
    }
    return *found;
}

DownloadSnapshot WatchedTransfers::wait_state(DownloadId id, DownloadState state) {
    return wait(id, [&](const DownloadSnapshot& snapshot) { return snapshot.state == state; });
}

DownloadSnapshot WatchedTransfers::wait_end(DownloadId id) {
    return wait(
        id, [](const DownloadSnapshot& snapshot) { return !is_running(snapshot.state); },
        std::chrono::seconds(30));
}

std::vector<DownloadSnapshot> WatchedTransfers::take_seen() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(seen_, {});
}

}  // namespace hearth::test
