#include "hub/answer_cache.h"

#include "hub/json_reader.h"
#include "transfers/file_operations.h"
#include "transfers/sha256.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace hearth::hub {

namespace {

using nlohmann::json;
using std::chrono::system_clock;

constexpr int kVersion = 1;
constexpr std::string_view kEnding = ".answer";

std::string hash_of(std::string_view text) {
    transfers::Sha256 hash;
    hash.update(std::as_bytes(std::span(text)));
    return hash.hex();
}

std::int64_t now_in_seconds() {
    return std::chrono::duration_cast<std::chrono::seconds>(system_clock::now().time_since_epoch()).count();
}

struct Kept {
    std::filesystem::path path;
    std::uint64_t bytes = 0;
    std::filesystem::file_time_type time;
};

}  // namespace

AnswerCache::AnswerCache(std::filesystem::path folder, std::uint64_t most_bytes)
    : folder_(std::move(folder)), most_bytes_(most_bytes), files_(transfers::system_file_operations()) {}

std::filesystem::path AnswerCache::file_of(std::string_view url) const {
    return folder_ / (hash_of(url) + std::string(kEnding));
}

void AnswerCache::keep(std::string_view url, std::string_view body, std::string_view link) const {
    if (folder_.empty() || body.size() > most_bytes_ / 4) {
        return;
    }
    // One line that tells what follows, then the body as it came.
    const json head = {{"version", kVersion}, {"url", url},           {"time", now_in_seconds()},
                       {"link", link},        {"bytes", body.size()}, {"sha256", hash_of(body)}};
    const std::string text =
        head.dump(-1, ' ', true, json::error_handler_t::replace) + "\n" + std::string(body);
    if (files_->create_folders(folder_) == 0 && transfers::replace_file(*files_, file_of(url), text) == 0) {
        make_room();
    }
}

std::optional<KeptAnswer> AnswerCache::find(std::string_view url) const {
    if (folder_.empty()) {
        return std::nullopt;
    }
    const std::optional<std::string> text = transfers::read_small_file(*files_, file_of(url), most_bytes_);
    const std::size_t line_end = text ? text->find('\n') : std::string::npos;
    if (line_end == std::string::npos) {
        return std::nullopt;
    }
    const std::optional<json> head = parse_json(std::string_view(*text).substr(0, line_end));
    KeptAnswer answer{text->substr(line_end + 1)};
    if (!head || number_of(*head, "version") != kVersion || text_of(*head, "url", 8000) != url ||
        number_of(*head, "bytes") != answer.body.size() || text_of(*head, "sha256") != hash_of(answer.body)) {
        return std::nullopt;
    }
    answer.link = text_of(*head, "link", 8000);
    const auto time = static_cast<std::int64_t>(number_of(*head, "time").value_or(0));
    answer.age = std::chrono::seconds{std::max<std::int64_t>(0, now_in_seconds() - time)};
    return answer;
}

void AnswerCache::make_room() const {
    std::vector<Kept> kept;
    std::uint64_t total = 0;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder_, error), end; !error && entry != end;
         entry.increment(error)) {
        std::error_code unknown;
        const std::uint64_t bytes = entry->file_size(unknown);
        const auto time = entry->last_write_time(unknown);
        if (!unknown && entry->path().extension() == kEnding) {
            kept.push_back({entry->path(), bytes, time});
            total += bytes;
        }
    }
    std::ranges::sort(kept, {}, &Kept::time);
    for (const Kept& oldest : kept) {
        if (total <= most_bytes_) {
            return;
        }
        if (files_->remove(oldest.path) == 0) {
            total -= oldest.bytes;
        }
    }
}

}  // namespace hearth::hub
