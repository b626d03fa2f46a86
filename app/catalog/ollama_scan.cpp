#include "catalog/scanners.h"
#include "catalog/small_file.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace hearth::catalog {

namespace {

using nlohmann::json;

constexpr std::size_t kMostManifestBytes = std::size_t{1} << 20U;
constexpr std::size_t kMostLayers = 1000;
constexpr WalkLimits kManifestLimits{.depth = 6, .entries = 20'000};
constexpr std::string_view kModelLayer = "application/vnd.ollama.image.model";
constexpr std::string_view kAdapterLayer = "application/vnd.ollama.image.adapter";
constexpr std::string_view kProjectorLayer = "application/vnd.ollama.image.projector";
constexpr std::string_view kTemplateLayer = "application/vnd.ollama.image.template";

/// A file of a model.
struct Layer {
    FileRole role = FileRole::weights;
    std::string digest;
    std::uint64_t bytes = 0;
};
using Manifest = std::vector<Layer>;

std::optional<FileRole> role_of(std::string_view media_type) {
    if (media_type == kModelLayer) {
        return FileRole::weights;
    }
    if (media_type == kAdapterLayer) {
        return FileRole::adapter;
    }
    if (media_type == kProjectorLayer) {
        return FileRole::projector;
    }
    if (media_type == kTemplateLayer) {
        return FileRole::chat_template;
    }
    return std::nullopt;
}

/// "sha256:" and 64 hexadecimal digits → the name of its blob. Anything else could lead out of the folder.
std::optional<std::string> blob_name(std::string_view digest) {
    constexpr std::string_view kPrefix = "sha256:";
    if (!digest.starts_with(kPrefix)) {
        return std::nullopt;
    }
    const std::string_view hex = digest.substr(kPrefix.size());
    const bool sound = hex.size() == 64 && std::ranges::all_of(hex, [](char c) {
                           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
                       });
    return sound ? std::optional("sha256-" + std::string(hex)) : std::nullopt;
}

std::optional<Manifest> parse_manifest(const std::string& text) {
    const json document = json::parse(text, nullptr, false);
    if (!document.is_object() || !document.contains("layers") || !document["layers"].is_array() ||
        document["layers"].size() > kMostLayers) {
        return std::nullopt;
    }
    Manifest manifest;
    for (const json& layer : document["layers"]) {
        if (!layer.is_object() || !layer.contains("mediaType") || !layer["mediaType"].is_string()) {
            return std::nullopt;
        }
        const auto& type = layer["mediaType"].get_ref<const std::string&>();
        const auto role = role_of(type);
        if (!role) {
            continue;
        }
        if (!layer.contains("digest") || !layer["digest"].is_string() || !layer.contains("size") ||
            !layer["size"].is_number_unsigned()) {
            return std::nullopt;
        }
        manifest.push_back({*role, layer["digest"].get<std::string>(), layer["size"].get<std::uint64_t>()});
    }
    return manifest;
}

/// registry.ollama.ai/library/NAME/TAG → NAME:TAG; other registries and namespaces stay in the name.
std::string model_name(const std::filesystem::path& manifest, const std::filesystem::path& manifests) {
    std::vector<std::string> parts;
    for (const auto& part : manifest.lexically_relative(manifests)) {
        parts.push_back(part.string());
    }
    std::string tag = parts.back();
    parts.pop_back();
    if (!parts.empty() && parts.front() == "registry.ollama.ai") {
        parts.erase(parts.begin());
    }
    if (!parts.empty() && parts.front() == "library") {
        parts.erase(parts.begin());
    }
    std::string name;
    for (const std::string& part : parts) {
        name += name.empty() ? "" : "/";
        name += part;
    }
    if (name.empty() || tag == "latest") {
        return name.empty() ? tag : name;
    }
    return name + ":" + tag;
}

Error unsupported(const std::filesystem::path& manifest, std::string_view field, std::string_view what) {
    Error error{ErrorCode::unsupported_feature,
                fmt::format("{}: {}", escaped(manifest.string(), 4096), what)};
    error.details.file = manifest.string();
    error.details.field = field;
    return error;
}

/// Why the model's blob cannot be used as it lies there.
std::optional<Error> cut_short(const ModelPart& blob, std::uint64_t bytes) {
    if (blob.bytes == bytes) {
        return std::nullopt;
    }
    Error reason{
        ErrorCode::data_truncated,
        fmt::format("{}: {} of {} bytes are here", escaped(blob.path.string(), 4096), blob.bytes, bytes)};
    reason.details.file = blob.path.string();
    reason.details.bytes_needed = bytes;
    reason.details.bytes_available = blob.bytes;
    return reason;
}

void add_manifest(const std::filesystem::path& path, const std::filesystem::path& folder,
                  const ScanContext& context) {
    const auto text = read_small_file(path, kMostManifestBytes);
    if (!text) {
        context.report.problems.push_back({path, text.error().message});
        return;
    }
    auto manifest = parse_manifest(text.value());
    if (!manifest) {
        context.report.problems.push_back({path, "this is not a manifest of Ollama"});
        return;
    }
    std::ranges::stable_sort(*manifest, {}, &Layer::role);
    const auto weights = std::ranges::count(*manifest, FileRole::weights, &Layer::role);
    if (weights == 0) {
        return;  // a model of another kind, kept elsewhere
    }
    LocalModel model;
    model.name = escaped(model_name(path, folder / "manifests"));
    model.source = ModelSource::ollama;
    model.root = folder;
    bool here = false;
    for (const Layer& layer : *manifest) {
        const auto blob = blob_name(layer.digest);
        if (!blob) {
            context.report.problems.push_back(
                {path, "names a file outside its folder: " + escaped(layer.digest, 100)});
            return;
        }
        bool found = false;
        model.parts.push_back(part_of(folder / "blobs" / *blob, layer.role, &found));
        here = model.parts.size() == 1 ? found : here;
    }
    model.path = model.parts.front().path;
    if (weights > 1) {
        model.state = ModelState::unsupported;
        model.reason =
            unsupported(path, "layers", "this model is kept in several files, which only Ollama joins");
    } else if (std::ranges::count(*manifest, FileRole::adapter, &Layer::role) > 0) {
        model.state = ModelState::unsupported;
        model.reason = unsupported(path, "layers", "this model needs an adapter, which is not supported");
    } else if (here) {
        model.reason = cut_short(model.parts.front(), manifest->front().bytes);
        model.state = model.reason ? ModelState::incomplete : ModelState::ready;
    }
    context.add(std::move(model));
}

}  // namespace

void scan_ollama(const std::filesystem::path& folder, const ScanContext& context) {
    walk_files(folder / "manifests", kManifestLimits, context.cancelled, context.report.problems,
               [&](const std::filesystem::path& file) {
                   if (!file.filename().string().starts_with('.')) {
                       add_manifest(file, folder, context);
                   }
               });
}

}  // namespace hearth::catalog
