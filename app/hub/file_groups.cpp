#include "hub/file_groups.h"

#include "hub/quantization.h"
#include "hub/safe_name.h"
#include "transfers/header_text.h"
#include "transfers/shard_name.h"

#include <hearth/error.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace hearth::hub {

namespace {

using transfers::ends_in;
using transfers::kGguf;
using transfers::kSafetensors;
using transfers::lower;
using transfers::shard_name_of;
using transfers::ShardName;
using transfers::sibling_of;
using transfers::upper;

constexpr std::string_view kTokenizer = "tokenizer.json";
constexpr std::string_view kWeights = "model.safetensors";

std::string_view file_name(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

/// Whether `word` stands in the name as a word of its own, between characters that are no letters.
bool has_word(std::string_view name, std::string_view word) {
    const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
    for (std::size_t at = name.find(word); at != std::string_view::npos; at = name.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !is_letter(name[at - 1])) && (end == name.size() || !is_letter(name[end]))) {
            return true;
        }
    }
    return false;
}

/// What the file is if it is not the model itself.
std::optional<ExtraKind> extra_kind_of(std::string_view path) {
    const std::string name = lower(file_name(path));
    if (has_word(name, "mmproj")) {
        return ExtraKind::projector;
    }
    if (has_word(name, "imatrix")) {
        return ExtraKind::importance_matrix;
    }
    for (const std::string_view word : {"draft", "eagle", "mtp"}) {
        if (has_word(name, word)) {
            return ExtraKind::draft;
        }
    }
    if (has_word(name, "lora") || name.starts_with("adapter_")) {
        return ExtraKind::adapter;
    }
    return std::nullopt;
}

bool is_extra_file(std::string_view path) {
    return ends_in(path, kGguf) || ends_in(path, kSafetensors) || ends_in(path, ".dat");
}

/// It says nothing that its absence would not; without bytes there is nothing to fetch either.
bool is_empty_file(const HubFile& file) {
    constexpr std::string_view kOid = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";
    constexpr std::string_view kSha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    return file.bytes == 0 && (file.git_oid == kOid || file.sha256 == kSha256);
}

void set_problem(FileGroup& group, GroupProblem problem, std::string detail) {
    if (!group.problem) {
        group.problem = problem;
        group.problem_detail = std::move(detail);
    }
}

/// What is wrong with any of the files, and how large they are together.
void check_files(FileGroup& group) {
    for (const HubFile& file : group.files) {
        group.bytes += file.bytes;
        if (!is_safe_path(file.path)) {
            set_problem(group, GroupProblem::unsafe_name, escaped(file.path));
        }
    }
    for (const HubFile& file : group.files) {
        if ((file.sha256.empty() && file.git_oid.empty()) || file.bytes == 0) {
            set_problem(group, GroupProblem::no_hash, escaped(file.path));
        }
    }
}

void measure_bits(FileGroup& group, const std::optional<std::uint64_t>& parameters) {
    // A repository of several models tells the parameters of one: far from its format a measure is none.
    constexpr double kFarthest = 1.6;
    if (!parameters || *parameters == 0 || !group.bits) {
        return;
    }
    const double measured = static_cast<double>(group.bytes) * 8 / static_cast<double>(*parameters);
    if (measured > *group.bits / kFarthest && measured < *group.bits * kFarthest) {
        group.bits = measured;
    }
}

FileGroup gguf_group(std::vector<HubFile> files, const std::optional<std::uint64_t>& parameters) {
    FileGroup group;
    group.kind = ModelFormat::gguf;
    const std::string& first = files.front().path;
    const std::optional<ShardName> shard = shard_name_of(first, kGguf);
    group.name = file_name(shard ? shard->prefix : first.substr(0, first.size() - kGguf.size()));
    group.files = std::move(files);
    check_files(group);
    if (const std::optional<Quantization> quantization = quantization_in(group.files.front().path)) {
        group.quantization = quantization->name;
        group.bits = quantization->bits;
        if (!quantization->loads) {
            set_problem(group, GroupProblem::unsupported_type, quantization->name);
        }
    }
    measure_bits(group, parameters);
    if (shard && group.files.size() < shard->count) {
        std::uint32_t missing = 1;
        for (const HubFile& file : group.files) {
            missing += shard_name_of(file.path, kGguf)->number == missing ? 1 : 0;
        }
        set_problem(group, GroupProblem::parts_missing,
                    escaped(sibling_of(group.files.front().path, kGguf, missing)));
    }
    return group;
}

/// Every part of a model under its number, in order.
std::vector<FileGroup> gguf_groups(const std::vector<HubFile>& files, const Listing& listing) {
    using Key = std::tuple<std::string, std::uint32_t>;  // prefix with folder, count
    std::map<Key, std::map<std::uint32_t, HubFile>> sets;
    std::vector<FileGroup> groups;
    for (const HubFile& file : files) {
        if (const std::optional<ShardName> shard = shard_name_of(file.path, kGguf)) {
            sets[{shard->prefix, shard->count}].emplace(shard->number, file);
        } else {
            groups.push_back(gguf_group({file}, listing.model.parameters));
        }
    }
    for (auto& [key, parts] : sets) {
        std::vector<HubFile> in_order;
        for (auto& [number, part] : parts) {
            in_order.push_back(std::move(part));
        }
        groups.push_back(gguf_group(std::move(in_order), listing.model.parameters));
    }
    return groups;
}

std::string safetensors_quantization(const Listing& listing) {
    if (!listing.quantization_method.empty()) {
        return upper(listing.quantization_method);
    }
    for (const std::string_view method : {"awq", "gptq"}) {
        const auto named = [&](const std::string& tag) { return tag == method; };
        if (std::ranges::any_of(listing.model.tags, named) || has_word(lower(listing.model.name), method)) {
            return upper(method);
        }
    }
    return listing.weight_type;
}

/// Types that the loader of safetensors files takes: whole numbers and what AWQ and GPTQ make.
bool loads_safetensors(std::string_view quantization) {
    constexpr std::array<std::string_view, 6> kLoads{"", "BF16", "F16", "F32", "AWQ", "GPTQ"};
    return std::ranges::find(kLoads, quantization) != kLoads.end();
}

std::optional<double> safetensors_bits(std::string_view quantization, const Listing& listing) {
    if (quantization == "BF16" || quantization == "F16") {
        return 16;
    }
    if (quantization == "F32") {
        return 32;
    }
    if (listing.quantized_bits && *listing.quantized_bits > 0) {
        return *listing.quantized_bits;
    }
    return std::nullopt;
}

/// The parts of the top folder; a whole file and parts beside each other: the whole one.
std::vector<HubFile> safetensors_weights(const std::vector<HubFile>& files) {
    std::vector<HubFile> weights;
    for (const HubFile& file : files) {
        if (file.path.find('/') != std::string::npos || !ends_in(file.path, kSafetensors)) {
            continue;
        }
        if (file.path == kWeights) {
            return {file};
        }
        weights.push_back(file);
    }
    const auto is_part = [](const HubFile& file) {
        return shard_name_of(file.path, kSafetensors) && file.path.starts_with("model-");
    };
    if (std::ranges::any_of(weights, is_part)) {
        std::erase_if(weights, [&](const HubFile& file) { return !is_part(file); });
    }
    std::ranges::sort(weights, {}, &HubFile::path);
    return weights;
}

std::optional<FileGroup> safetensors_group(const std::vector<HubFile>& models,
                                           const std::vector<HubFile>& settings, const Listing& listing) {
    const std::vector<HubFile> weights = safetensors_weights(models);
    if (weights.empty()) {
        return std::nullopt;
    }
    FileGroup group;
    group.kind = ModelFormat::safetensors;
    group.name = listing.model.name;
    group.quantization = safetensors_quantization(listing);
    group.files = settings;
    const auto config = std::ranges::find(group.files, kConfig, &HubFile::path);
    if (config != group.files.end()) {
        std::rotate(group.files.begin(), config, config + 1);
    }
    group.files.insert(group.files.end(), weights.begin(), weights.end());
    check_files(group);
    group.bits = safetensors_bits(group.quantization, listing);
    if (!loads_safetensors(group.quantization)) {
        set_problem(group, GroupProblem::unsupported_type, group.quantization);
    }
    for (const std::string_view needed : {kConfig, kTokenizer}) {
        if (std::ranges::find(group.files, needed, &HubFile::path) == group.files.end()) {
            set_problem(group, GroupProblem::settings_missing, std::string(needed));
        }
    }
    const std::optional<ShardName> shard = shard_name_of(weights.front().path, kSafetensors);
    for (std::uint32_t number = 1; shard && weights.size() < shard->count && number <= shard->count;
         ++number) {
        const std::string part = sibling_of(weights.front().path, kSafetensors, number);
        if (std::ranges::find(weights, part, &HubFile::path) == weights.end()) {
            set_problem(group, GroupProblem::parts_missing, escaped(part));
        }
    }
    return group;
}

void recommend_one(std::vector<FileGroup>& groups) {
    const auto rank = [](const FileGroup& group) {
        return std::tuple(group.problem.has_value(), group.kind != ModelFormat::gguf,
                          recommendation_rank(group.quantization), group.bytes);
    };
    const auto best = std::ranges::min_element(groups, {}, rank);
    if (best != groups.end() && !best->problem) {
        best->recommended = true;
    }
}

}  // namespace

bool is_settings_file(std::string_view path) {
    constexpr std::array<std::string_view, 11> kNames{
        kConfig,
        "generation_config.json",
        kTokenizer,
        "tokenizer_config.json",
        "special_tokens_map.json",
        "added_tokens.json",
        "chat_template.jinja",
        "chat_template.json",
        "quantize_config.json",
        "quant_config.json",
        "model.safetensors.index.json",
    };
    return std::ranges::find(kNames, path) != kNames.end();
}

Grouping group_files(const Listing& listing) {
    Grouping result;
    std::vector<HubFile> gguf;
    std::vector<HubFile> safetensors;
    std::vector<HubFile> settings;
    std::set<std::string_view> seen;
    for (const HubFile& file : listing.files) {
        const bool model = ends_in(file.path, kGguf) || ends_in(file.path, kSafetensors);
        if (!seen.insert(file.path).second ||
            (!model && !is_extra_file(file.path) && !is_settings_file(file.path))) {
            continue;
        }
        if (model && !is_safe_path(file.path)) {
            result.refused.push_back(escaped(file.path));
        }
        const std::optional<ExtraKind> extra = extra_kind_of(file.path);
        if (is_extra_file(file.path) && extra) {
            if (is_safe_path(file.path)) {
                result.extras.push_back({*extra, file});
            }
        } else if (ends_in(file.path, kGguf)) {
            gguf.push_back(file);
        } else if (model) {
            safetensors.push_back(file);
        } else if (is_settings_file(file.path) && !is_empty_file(file)) {
            settings.push_back(file);
        }
    }
    // In a repository of draft models alone they are the models.
    if (gguf.empty()) {
        for (const ExtraFile& extra : result.extras) {
            if (extra.kind == ExtraKind::draft && ends_in(extra.file.path, kGguf)) {
                gguf.push_back(extra.file);
            }
        }
        std::erase_if(result.extras, [&](const ExtraFile& extra) {
            return std::ranges::find(gguf, extra.file.path, &HubFile::path) != gguf.end();
        });
    }
    std::ranges::sort(settings, {}, &HubFile::path);
    result.groups = gguf_groups(gguf, listing);
    if (std::optional<FileGroup> group = safetensors_group(safetensors, settings, listing)) {
        result.groups.push_back(*std::move(group));
    }
    std::ranges::sort(result.groups, {}, [](const FileGroup& group) {
        return std::tuple(group.bytes, group.quantization, group.name);
    });
    std::ranges::sort(result.extras, {}, [](const ExtraFile& extra) { return extra.file.path; });
    recommend_one(result.groups);
    return result;
}

}  // namespace hearth::hub
