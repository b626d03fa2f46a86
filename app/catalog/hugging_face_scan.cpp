#include "catalog/scanners.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

namespace hearth::catalog {

namespace {

constexpr std::size_t kMostRepositories = 5000;
constexpr WalkLimits kSnapshotLimits{.depth = 4, .entries = 20'000};

/// "models--org--name" → "org/name". Nothing for other folders (datasets, spaces, locks).
std::string repository_name(std::string_view folder) {
    constexpr std::string_view kPrefix = "models--";
    if (!folder.starts_with(kPrefix)) {
        return {};
    }
    const std::string_view name = folder.substr(kPrefix.size());
    const std::size_t separator = name.find("--");
    if (separator == std::string_view::npos) {
        return std::string(name);
    }
    return fmt::format("{}/{}", name.substr(0, separator), name.substr(separator + 2));
}

}  // namespace

void scan_hugging_face(const std::filesystem::path& folder, const ScanContext& context) {
    std::vector<std::filesystem::path> repositories;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        if (repository_name(entry->path().filename().string()).empty()) {
            continue;
        }
        if (repositories.size() == kMostRepositories) {
            context.report.problems.push_back(
                {folder, fmt::format("it holds more than {} models; the others were not looked at",
                                     kMostRepositories)});
            break;
        }
        repositories.push_back(entry->path());
    }
    if (error && error != std::errc::no_such_file_or_directory) {
        context.report.problems.push_back({folder, error.message()});
    }
    std::ranges::sort(repositories);
    for (const std::filesystem::path& repository : repositories) {
        if (context.cancelled()) {
            return;
        }
        std::map<std::filesystem::path, std::vector<std::filesystem::path>> by_folder;
        walk_files(repository / "snapshots", kSnapshotLimits, context.cancelled, context.report.problems,
                   [&](const std::filesystem::path& file) {
                       if (is_of_interest(file)) {
                           by_folder[file.parent_path()].push_back(file);
                       }
                   });
        const std::string name = repository_name(repository.filename().string());
        for (const auto& [snapshot, files] : by_folder) {
            add_models(files, {ModelSource::hugging_face, folder}, name, context);
        }
    }
}

}  // namespace hearth::catalog
