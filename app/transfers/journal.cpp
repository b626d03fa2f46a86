#include "transfers/journal.h"

#include "transfers/request_json.h"

#include <algorithm>
#include <system_error>

#include <nlohmann/json.hpp>

namespace hearth::transfers {

namespace {

constexpr int kVersion = 2;
constexpr int kVersionWithoutGaps = 1;  // written by the first release
constexpr std::uint64_t kLargestJournal = std::uint64_t{1} << 16U;
constexpr std::string_view kPartSuffix = ".part";
constexpr std::string_view kJournalSuffix = ".part.json";

/// Throws nlohmann::json::exception where a field is missing or of another type.
Journal parse(const nlohmann::json& json, const std::filesystem::path& target) {
    Journal journal;
    journal.request = read_request(json, target);
    journal.etag = json.at("etag").get<std::string>();
    journal.etag_host = json.at("etag_host").get<std::string>();
    if (const auto received = json.find("received"); received != json.end()) {
        journal.received.emplace();
        for (const nlohmann::json& range : *received) {
            journal.received->push_back({range.at(0).get_ref<const nlohmann::json::number_unsigned_t&>(),
                                         range.at(1).get_ref<const nlohmann::json::number_unsigned_t&>()});
        }
    }
    return journal;
}

bool is_sound(const Journal& journal) {
    const bool printable =
        std::ranges::none_of(journal.etag, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
    const auto in_file = [&](const ByteRange& range) {
        return range.begin < range.end && range.end <= journal.request.bytes;
    };
    return printable && is_sound_request(journal.request) &&
           (!journal.received || std::ranges::all_of(*journal.received, in_file));
}

}  // namespace

std::filesystem::path part_path(const std::filesystem::path& target) {
    std::filesystem::path path = target;
    path += kPartSuffix;
    return path;
}

std::filesystem::path journal_path(const std::filesystem::path& target) {
    std::filesystem::path path = target;
    path += kJournalSuffix;
    return path;
}

std::optional<Journal> read_journal(FileOperations& files, const std::filesystem::path& target) {
    const std::optional<std::string> text = read_small_file(files, journal_path(target), kLargestJournal);
    if (!text) {
        return std::nullopt;
    }
    try {
        const nlohmann::json json = nlohmann::json::parse(*text);
        const auto& version = json.at("version");
        if (version != kVersion && version != kVersionWithoutGaps) {
            return std::nullopt;
        }
        Journal journal = parse(json, target);
        return is_sound(journal) ? std::optional(std::move(journal)) : std::nullopt;
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    }
}

SystemStatus write_journal(FileOperations& files, const Journal& journal) {
    nlohmann::ordered_json json{{"version", kVersion}};
    json.update(request_fields(journal.request));
    json["etag"] = journal.etag;
    json["etag_host"] = journal.etag_host;
    if (journal.received) {
        nlohmann::ordered_json ranges = nlohmann::ordered_json::array();
        for (const ByteRange& range : *journal.received) {
            ranges.push_back({range.begin, range.end});
        }
        json["received"] = std::move(ranges);
    }
    const std::string text = json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
    return replace_file(files, journal_path(journal.request.target), text);
}

std::vector<DownloadRequest> find_unfinished(FileOperations& files, const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> targets;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (name.size() > kJournalSuffix.size() && name.ends_with(kJournalSuffix)) {
            targets.push_back(folder / name.substr(0, name.size() - kJournalSuffix.size()));
        }
    }
    std::ranges::sort(targets);
    std::vector<DownloadRequest> requests;
    for (const std::filesystem::path& target : targets) {
        if (std::optional<Journal> journal = read_journal(files, target)) {
            requests.push_back(std::move(journal->request));
        }
    }
    return requests;
}

}  // namespace hearth::transfers
