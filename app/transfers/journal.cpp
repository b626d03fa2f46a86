#include "transfers/journal.h"

#include "transfers/address.h"
#include "transfers/sha256.h"

#include <algorithm>
#include <cerrno>
#include <system_error>

#include <nlohmann/json.hpp>

namespace hearth::transfers {

namespace {

constexpr int kVersion = 1;
constexpr std::uint64_t kLargestJournal = std::uint64_t{1} << 16U;
constexpr std::size_t kMostUnfinished = 200;
constexpr std::string_view kPartSuffix = ".part";
constexpr std::string_view kJournalSuffix = ".part.json";

std::optional<std::string> read_small(FileOperations& files, const std::filesystem::path& path) {
    const auto opened = files.open(path, OpenMode::read);
    if (!opened) {
        return std::nullopt;
    }
    const OpenFile file(files, opened.value);
    const auto size = files.size(file.descriptor());
    if (!size || size.value > kLargestJournal) {
        return std::nullopt;
    }
    std::string text(size.value, '\0');
    std::size_t done = 0;
    while (done < text.size()) {
        const auto count =
            files.read(file.descriptor(), done, std::as_writable_bytes(std::span(text)).subspan(done));
        if (!count || count.value == 0) {
            return std::nullopt;
        }
        done += count.value;
    }
    return text;
}

/// Throws nlohmann::json::exception where a field is missing or of another type.
Journal parse(const nlohmann::json& json, const std::filesystem::path& target) {
    Journal journal;
    journal.request.title = json.at("title").get<std::string>();
    journal.request.target = target;
    journal.request.bytes = json.at("bytes").get_ref<const nlohmann::json::number_unsigned_t&>();
    journal.request.sha256 = json.at("sha256").get<std::string>();
    journal.request.first_bytes = json.at("first_bytes").get<std::string>();
    for (const nlohmann::json& url : json.at("sources")) {
        journal.request.sources.push_back({url.get<std::string>()});
    }
    journal.etag = json.at("etag").get<std::string>();
    journal.etag_host = json.at("etag_host").get<std::string>();
    return journal;
}

bool is_sound(const Journal& journal) {
    const bool printable =
        std::ranges::none_of(journal.etag, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
    return printable && journal.request.bytes > 0 && is_sha256(journal.request.sha256) &&
           std::ranges::all_of(journal.request.sources,
                               [](const Source& source) { return parse_address(source.url).has_value(); });
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
    const std::optional<std::string> text = read_small(files, journal_path(target));
    if (!text) {
        return std::nullopt;
    }
    try {
        const nlohmann::json json = nlohmann::json::parse(*text);
        if (json.at("version") != kVersion) {
            return std::nullopt;
        }
        Journal journal = parse(json, target);
        return is_sound(journal) ? std::optional(std::move(journal)) : std::nullopt;
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    }
}

SystemStatus write_journal(FileOperations& files, const Journal& journal) {
    nlohmann::ordered_json json{{"version", kVersion},
                                {"title", journal.request.title},
                                {"bytes", journal.request.bytes},
                                {"sha256", journal.request.sha256},
                                {"first_bytes", journal.request.first_bytes},
                                {"sources", nlohmann::json::array()},
                                {"etag", journal.etag},
                                {"etag_host", journal.etag_host}};
    for (const Source& source : journal.request.sources) {
        json["sources"].push_back(source.url);
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
        if (targets.size() == kMostUnfinished) {
            break;
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
