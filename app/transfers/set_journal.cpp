#include "transfers/set_journal.h"

#include "transfers/journal.h"
#include "transfers/request_json.h"
#include "transfers/sha256.h"

#include <algorithm>
#include <set>
#include <span>
#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

namespace hearth::transfers {

namespace {

constexpr int kVersion = 1;
constexpr std::uint64_t kLargestJournal = std::uint64_t{4} << 20U;
constexpr std::string_view kPrefix = ".";
constexpr std::string_view kSuffix = ".hearth-set.json";

/// Where a file goes that a journal names: below its folder, and nowhere else, for journal and folder may
/// come from anywhere. Relative to the folder, which may have been moved with all that is in it.
std::optional<std::filesystem::path> target_below(const std::filesystem::path& folder,
                                                  const std::string& text) {
    const bool printable =
        std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
    const std::filesystem::path below = std::filesystem::path(text).lexically_normal();
    if (!printable || below.is_absolute() || !below.has_filename() || below == "." ||
        *below.begin() == "..") {
        return std::nullopt;
    }
    std::filesystem::path place = folder;
    for (const std::filesystem::path& part : below.parent_path()) {
        std::error_code missing;
        place /= part;
        if (std::filesystem::is_symlink(place, missing)) {
            return std::nullopt;
        }
    }
    return (folder / below).lexically_normal();
}

/// Nothing where a file lies elsewhere. Throws nlohmann::json::exception where a field is missing or of
/// another type.
std::optional<SetJournal> parse(const nlohmann::json& json, const std::filesystem::path& folder) {
    SetJournal journal;
    journal.request.title = json.at("title").get<std::string>();
    journal.request.folder = folder;
    for (const nlohmann::json& file : json.at("files")) {
        const auto target = target_below(folder, file.at("target").get<std::string>());
        if (!target) {
            return std::nullopt;
        }
        journal.request.files.push_back(read_request(file, *target));
        if (file.at("here_before").get<bool>()) {
            journal.here_before.push_back(*target);
        }
    }
    return journal;
}

/// Links are not followed: there is an end.
void find_folders(const std::filesystem::path& folder, std::vector<std::filesystem::path>& found) {
    found.push_back(folder);
    std::error_code error;
    std::vector<std::filesystem::path> below;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        std::error_code ignored;
        if (entry->is_directory(ignored) && !entry->is_symlink(ignored)) {
            below.push_back(entry->path());
        }
    }
    std::ranges::sort(below);
    for (const std::filesystem::path& path : below) {
        find_folders(path, found);
    }
}

std::vector<std::filesystem::path> find_set_journals(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> paths;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (name.starts_with(kPrefix) && name.ends_with(kSuffix)) {
            paths.push_back(entry->path());
        }
    }
    std::ranges::sort(paths);
    return paths;
}

}  // namespace

std::filesystem::path set_journal_path(const DownloadSetRequest& request) {
    Sha256 hash;
    for (const DownloadRequest& file : request.files) {
        const std::string text = file.target.filename().string() + '\n' + file.sha256 + '\n';
        hash.update(std::as_bytes(std::span(text)));
    }
    return request.folder / (std::string(kPrefix) + hash.hex().substr(0, 16) + std::string(kSuffix));
}

SystemStatus write_set_journal(FileOperations& files, const SetJournal& journal) {
    nlohmann::ordered_json json{
        {"version", kVersion}, {"title", journal.request.title}, {"files", nlohmann::json::array()}};
    for (const DownloadRequest& file : journal.request.files) {
        nlohmann::ordered_json fields = request_fields(file);
        fields["target"] = file.target.lexically_proximate(journal.request.folder).string();
        fields["here_before"] =
            std::ranges::find(journal.here_before, file.target) != journal.here_before.end();
        json["files"].push_back(std::move(fields));
    }
    if (const SystemStatus status = files.create_folders(journal.request.folder); status != 0) {
        return status;
    }
    const std::string text = json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
    return replace_file(files, set_journal_path(journal.request), text);
}

std::optional<SetJournal> read_set_journal(FileOperations& files, const std::filesystem::path& path) {
    const std::optional<std::string> text = read_small_file(files, path, kLargestJournal);
    if (!text) {
        return std::nullopt;
    }
    try {
        const nlohmann::json json = nlohmann::json::parse(*text);
        if (json.at("version") != kVersion) {
            return std::nullopt;
        }
        std::optional<SetJournal> journal = parse(json, path.parent_path());
        const bool sound = journal && !journal->request.files.empty() &&
                           std::ranges::all_of(journal->request.files, is_sound_request);
        return sound ? std::move(journal) : std::nullopt;
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    }
}

std::vector<SetJournal> find_unfinished_sets(FileOperations& files, const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> folders;
    find_folders(folder, folders);
    std::vector<SetJournal> sets;
    std::set<std::filesystem::path> targets;
    for (const std::filesystem::path& place : folders) {
        for (const std::filesystem::path& path : find_set_journals(place)) {
            if (std::optional<SetJournal> journal = read_set_journal(files, path)) {
                for (const DownloadRequest& file : journal->request.files) {
                    targets.insert(file.target);
                }
                sets.push_back(*std::move(journal));
            }
        }
    }
    for (const std::filesystem::path& place : folders) {
        for (DownloadRequest& file : find_unfinished(files, place)) {
            if (targets.insert(file.target).second) {
                std::string title = file.title;
                std::filesystem::path parent = file.target.parent_path();
                sets.push_back({{std::move(title), std::move(parent), {std::move(file)}}, {}});
            }
        }
    }
    return sets;
}

}  // namespace hearth::transfers
