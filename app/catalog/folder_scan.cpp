#include "catalog/scanners.h"
#include "catalog/shard_set.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

namespace hearth::catalog {

namespace {

constexpr std::array<std::string_view, 9> kSettings{
    "config.json",     "generation_config.json", "tokenizer.json",
    "tokenizer.model", "tokenizer_config.json",  "special_tokens_map.json",
    "vocab.json",      "quantize_config.json",   "model.safetensors.index.json"};
constexpr std::array<std::string_view, 2> kTemplates{"chat_template.jinja", "chat_template.json"};

template <class Names>
bool among(const Names& names, const std::filesystem::path& file) {
    return std::ranges::find(names, file.filename().string()) != names.end();
}

bool is_weights_of_checkpoint(const std::filesystem::path& file) {
    return is_checkpoint_weights_name(file.filename().string());
}

bool is_projector(const std::filesystem::path& file) {
    return is_projector_name(file.filename().string());
}

Error shards_missing(const ModelFiles& files) {
    Error error{ErrorCode::shard_missing,
                fmt::format("{}: {} of {} parts are here, missing {}", escaped(files.first().string(), 4096),
                            files.files.size(), files.count,
                            escaped(fmt::format("{}", fmt::join(files.missing, ", ")), 1000))};
    error.details.file = (files.first().parent_path() / files.missing.front()).string();
    error.details.field = fmt::format("{}", fmt::join(files.missing, ", "));
    error.details.expected = fmt::format("{}", files.count);
    error.details.actual = fmt::format("{}", files.files.size());
    return error;
}

Error cut_file(const ModelFiles& files) {
    Error error{ErrorCode::unsupported_feature,
                fmt::format("{}: this file was cut into {} pieces: join them into {}.gguf first",
                            escaped(files.first().string(), 4096), files.count, escaped(files.stem))};
    error.details.file = files.first().string();
    error.details.field = "cut file";
    return error;
}

Error not_here(const std::filesystem::path& path) {
    Error error{ErrorCode::file_not_found,
                fmt::format("{}: there is no such file", escaped(path.string(), 4096))};
    error.details.file = path.string();
    return error;
}

/// Files that every program calls the same say nothing: the folder does.
std::string name_of(const std::string& stem, const std::filesystem::path& folder) {
    return escaped(stem == "model" || stem.empty() ? folder.filename().string() : stem);
}

void add_gguf(const ModelFiles& files, const std::vector<std::filesystem::path>& projectors, LocalModel model,
              const ScanContext& context) {
    model.path = files.first();
    model.name = name_of(files.stem, files.first().parent_path());
    for (const auto& file : files.files) {
        model.parts.push_back(part_of(file, FileRole::weights));
    }
    for (const auto& file : projectors) {
        if (projector_fits(file.filename().string(), files.stem)) {
            model.parts.push_back(part_of(file, FileRole::projector));
        }
    }
    if (files.cut) {
        model.state = ModelState::unsupported;
        model.reason = cut_file(files);
    } else if (!files.missing.empty()) {
        model.state = ModelState::incomplete;
        model.reason = shards_missing(files);
    }
    context.add(std::move(model));
}

/// The weights that make up a checkpoint: where files are called model…, those alone (others are copies in
/// another layout).
std::vector<std::filesystem::path> checkpoint_weights(const std::vector<std::filesystem::path>& files) {
    std::vector<std::filesystem::path> weights;
    std::ranges::copy_if(files, std::back_inserter(weights), is_weights_of_checkpoint);
    const auto is_model = [](const std::filesystem::path& file) {
        return file.filename().string().starts_with("model");
    };
    if (std::ranges::any_of(weights, is_model)) {
        std::erase_if(weights, [&](const std::filesystem::path& file) { return !is_model(file); });
    }
    return weights;
}

void add_checkpoint(const std::vector<std::filesystem::path>& files, LocalModel model,
                    const ScanContext& context) {
    const std::vector<std::filesystem::path> weights = checkpoint_weights(files);
    const bool configured = std::ranges::any_of(
        files, [](const std::filesystem::path& file) { return file.filename() == "config.json"; });
    if (weights.empty() || !configured) {
        return;
    }
    model.path = weights.front().parent_path();
    const std::size_t slash = model.origin.rfind('/');
    model.name = model.source == ModelSource::hugging_face && !model.origin.empty()
                     ? model.origin.substr(slash == std::string::npos ? 0 : slash + 1)
                     : escaped(model.path.filename().string());
    const std::vector<ModelFiles> sets = join_shards(weights);
    for (const ModelFiles& set : sets) {
        for (const auto& file : set.files) {
            model.parts.push_back(part_of(file, FileRole::weights));
        }
        if (!set.missing.empty() && !model.reason) {
            model.state = ModelState::incomplete;
            model.reason = shards_missing(set);
        }
    }
    for (const auto& file : files) {
        if (among(kSettings, file)) {
            model.parts.push_back(part_of(file, FileRole::settings));
        } else if (among(kTemplates, file)) {
            model.parts.push_back(part_of(file, FileRole::chat_template));
        }
    }
    context.add(std::move(model));
}

}  // namespace

ModelPart part_of(const std::filesystem::path& path, FileRole role, bool* here) {
    ModelPart part{path, role};
    struct stat status {};
    const bool found = ::stat(path.c_str(), &status) == 0;
    if (found) {
        part.bytes = static_cast<std::uint64_t>(status.st_size);
        part.changed = std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
    }
    if (here != nullptr) {
        *here = found;
    }
    return part;
}

void ScanContext::add(LocalModel model) const {
    model.bytes = std::accumulate(model.parts.begin(), model.parts.end(), std::uint64_t{0},
                                  [](std::uint64_t sum, const ModelPart& part) { return sum + part.bytes; });
    if (!model.reason) {
        std::error_code error;
        const auto absent = std::ranges::find_if(model.parts, [&](const ModelPart& part) {
            return part.role == FileRole::weights && !std::filesystem::exists(part.path, error);
        });
        if (absent != model.parts.end()) {
            model.state = ModelState::missing;
            model.reason = not_here(absent->path);
        } else {
            Inspection inspection = inspect(model);
            model.state = inspection.state;
            model.reason = std::move(inspection.reason);
            model.facts = std::move(inspection.facts);
        }
    }
    report.models.push_back(std::move(model));
    found();
}

bool is_of_interest(const std::filesystem::path& file) {
    const std::string name = file.filename().string();
    return is_model_file_name(name) || is_cut_file_name(name) || is_checkpoint_weights_name(name) ||
           among(kSettings, file) || among(kTemplates, file);
}

void add_models(const std::vector<std::filesystem::path>& files, const ScanPlace& place,
                const std::string& origin, const ScanContext& context) {
    std::vector<std::filesystem::path> gguf;
    std::vector<std::filesystem::path> projectors;
    for (const auto& file : files) {
        const std::string name = file.filename().string();
        if (is_projector(file)) {
            projectors.push_back(file);
        } else if (is_model_file_name(name) || is_cut_file_name(name)) {
            gguf.push_back(file);
        }
    }
    LocalModel model;
    model.source = place.source;
    model.root = place.root;
    model.origin = escaped(origin);
    for (const ModelFiles& found : join_shards(gguf)) {
        if (context.cancelled()) {
            return;
        }
        add_gguf(found, projectors, model, context);
    }
    if (!context.cancelled()) {
        add_checkpoint(files, std::move(model), context);
    }
}

void scan_folder(const ScanPlace& place, const ScanContext& context) {
    std::map<std::filesystem::path, std::vector<std::filesystem::path>> by_folder;
    std::vector<std::filesystem::path> pipelines;
    walk_files(place.root, {}, context.cancelled, context.report.problems,
               [&](const std::filesystem::path& file) {
                   if (is_of_interest(file)) {
                       by_folder[file.parent_path()].push_back(file);
                   } else if (file.filename() == "model_index.json") {
                       pipelines.push_back(file.parent_path());
                   }
               });
    // Folders below such a file are parts of a picture maker, not models of their own.
    std::erase_if(by_folder, [&](const auto& entry) {
        return std::ranges::find(pipelines, entry.first.parent_path()) != pipelines.end();
    });
    for (const auto& [folder, files] : by_folder) {
        const std::filesystem::path below = folder.lexically_relative(place.root);
        add_models(files, place, below == "." ? "" : below.generic_string(), context);
    }
}

}  // namespace hearth::catalog
