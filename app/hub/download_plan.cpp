#include "hub/download_plan.h"

#include "hub/answer_failure.h"
#include "hub/hugging_face_api.h"
#include "hub/safe_name.h"
#include "transfers/header_text.h"
#include "transfers/sha256.h"
#include "transfers/shard_name.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace hearth::hub {

namespace {

using transfers::ends_in;
using transfers::kGguf;
using transfers::kSafetensors;
using transfers::lower;
using transfers::shard_name_of;

std::string hash_of(std::string_view text, std::size_t digits) {
    transfers::Sha256 hash;
    hash.update(std::as_bytes(std::span(text)));
    return hash.hex().substr(0, digits);
}

/// As a file system that does not tell capital letters from small ones would compare it. ASCII alone: what
/// other letters do there differs, and hubs hardly use them.
std::string folded(std::string_view text) {
    return lower(text);
}

std::string hashed_name(const std::string& path) {
    for (const std::string_view ending : {kGguf, kSafetensors}) {
        if (const auto shard = shard_name_of(path, ending)) {
            return fmt::format("{}-{:05}-of-{:05}{}", hash_of(shard->prefix, 32), shard->number, shard->count,
                               ending);
        }
    }
    const std::size_t dot = path.rfind('.');
    const bool has_ending = dot != std::string::npos && path.find('/', dot) == std::string::npos;
    return hash_of(path, 32) + (has_ending ? path.substr(dot) : std::string());
}

/// What the hub lists and Hearth could fetch, so that a name does not depend on what is fetched first.
std::vector<std::string> all_paths(const HubModelPage& page) {
    std::vector<std::string> paths;
    for (const FileGroup& group : page.groups) {
        for (const HubFile& file : group.files) {
            paths.push_back(file.path);
        }
    }
    for (const ExtraFile& extra : page.extras) {
        paths.push_back(extra.file.path);
    }
    return paths;
}

transfers::MaybeFailure problem_with(const HubFile& file) {
    if (!is_safe_path(file.path)) {
        return bad_request("safe name of a file", file.path);
    }
    if (file.bytes == 0 || file.sha256.empty()) {
        return bad_request("file of known size and SHA-256", file.path);
    }
    return std::nullopt;
}

std::string title_of(const HubModelPage& page, const FileGroup& group) {
    return group.quantization.empty() ? page.model.name : page.model.name + " " + group.quantization;
}

}  // namespace

std::string folder_name_of(std::string_view id) {
    const std::size_t slash = id.find('/');
    const std::string owner(id.substr(0, slash));
    const std::string name(id.substr(slash + 1));
    const bool ambiguous = owner.find("--") != std::string::npos || name.find("--") != std::string::npos;
    return owner + "--" + name + (ambiguous ? "-" + hash_of(id, 8) : std::string());
}

std::vector<std::string> target_names(const std::vector<std::string>& paths) {
    // A folder that differs in case alone clashes as well: every prefix of a path counts.
    std::map<std::string, std::map<std::string, int>> spellings;
    const auto each_prefix = [](const std::string& path, const auto& use) {
        for (std::size_t slash = path.find('/'); slash != std::string::npos;
             slash = path.find('/', slash + 1)) {
            use(path.substr(0, slash));
        }
        use(path);
    };
    for (const std::string& path : paths) {
        each_prefix(path, [&](const std::string& prefix) { ++spellings[folded(prefix)][prefix]; });
    }
    std::vector<std::string> names;
    for (const std::string& path : paths) {
        bool clashes = false;
        each_prefix(path,
                    [&](const std::string& prefix) { clashes |= spellings[folded(prefix)].size() > 1; });
        names.push_back(clashes ? hashed_name(path) : path);
    }
    return names;
}

std::vector<std::filesystem::path> targets_of(const HubModelPage& page, const FileGroup& group,
                                              const std::filesystem::path& models_folder) {
    const std::vector<std::string> paths = all_paths(page);
    const std::vector<std::string> names = target_names(paths);
    const std::filesystem::path folder = models_folder / folder_name_of(page.model.id);
    std::vector<std::filesystem::path> targets;
    for (const HubFile& file : group.files) {
        const auto known = std::ranges::find(paths, file.path);
        targets.push_back(folder / (known == paths.end()
                                        ? file.path
                                        : names[static_cast<std::size_t>(known - paths.begin())]));
    }
    return targets;
}

transfers::Outcome<transfers::DownloadSetRequest> download_of(const HubModelPage& page,
                                                              const FileGroup& group,
                                                              const std::filesystem::path& models_folder,
                                                              std::span<const Endpoint> mirrors) {
    if (!is_model_id(page.model.id)) {
        return bad_request("name of a model (owner/name)", page.model.id);
    }
    if (group.problem && *group.problem != GroupProblem::unsupported_type) {
        return bad_request("model that can be downloaded", group.problem_detail);
    }
    const std::vector<std::filesystem::path> targets = targets_of(page, group, models_folder);
    transfers::DownloadSetRequest set;
    set.title = title_of(page, group);
    set.folder = models_folder / folder_name_of(page.model.id);
    for (std::size_t i = 0; i < group.files.size(); ++i) {
        const HubFile& file = group.files[i];
        if (transfers::MaybeFailure failure = problem_with(file)) {
            return *std::move(failure);
        }
        transfers::DownloadRequest request;
        request.title = set.title;
        request.target = targets[i];
        request.bytes = file.bytes;
        request.sha256 = file.sha256;
        request.first_bytes = ends_in(file.path, kGguf) ? "GGUF" : "";
        request.sources.push_back({file.url});
        for (const Endpoint& mirror : mirrors) {
            if (mirror.kind == EndpointKind::hugging_face && mirror.id != page.endpoint) {
                request.sources.push_back(
                    {hugging_face::file_url(mirror.base_url, page.model.id, page.revision, file.path)});
            }
        }
        set.files.push_back(std::move(request));
    }
    return set;
}

}  // namespace hearth::hub
