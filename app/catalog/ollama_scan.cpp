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

struct Manifest {
    std::vector<std::pair<std::string, std::uint64_t>>
        models;  ///< digest and size of the layers that are model files
    bool adapter = false;
};

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
        manifest.adapter = manifest.adapter || type == kAdapterLayer;
        if (type != kModelLayer) {
            continue;
        }
        if (!layer.contains("digest") || !layer["digest"].is_string() || !layer.contains("size") ||
            !layer["size"].is_number_unsigned()) {
            return std::nullopt;
        }
        manifest.models.emplace_back(layer["digest"].get<std::string>(), layer["size"].get<std::uint64_t>());
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

void look_at_blob(LocalModel& model, std::uint64_t size, const ScanContext& context) {
    std::error_code error;
    const std::uintmax_t there = std::filesystem::file_size(model.path, error);
    if (error || there != size) {
        model.state = ModelState::incomplete;
        const bool missing = error == std::errc::no_such_file_or_directory;
        Error reason{
            missing ? ErrorCode::file_not_found
            : error ? ErrorCode::read_failed
                    : ErrorCode::data_truncated,
            fmt::format("{}: {}", escaped(model.path.string(), 4096),
                        error ? error.message() : fmt::format("{} of {} bytes are here", there, size))};
        reason.details.file = model.path.string();
        reason.details.bytes_needed = size;
        reason.details.bytes_available = error ? 0 : there;
        model.bytes = error ? 0 : there;
        model.reason = std::move(reason);
        return;
    }
    Inspection inspection = context.inspect(model.path);
    model.state = inspection.state;
    model.reason = std::move(inspection.reason);
    model.facts = std::move(inspection.facts);
}

void add_manifest(const std::filesystem::path& path, const std::filesystem::path& folder,
                  const ScanContext& context) {
    const auto text = read_small_file(path, kMostManifestBytes);
    if (!text) {
        context.report.problems.push_back({path, text.error().message});
        return;
    }
    const auto manifest = parse_manifest(text.value());
    if (!manifest) {
        context.report.problems.push_back({path, "this is not a manifest of Ollama"});
        return;
    }
    if (manifest->models.empty()) {
        return;  // a model of another kind, kept elsewhere
    }
    const auto& [digest, size] = manifest->models.front();
    const auto blob = blob_name(digest);
    if (!blob) {
        context.report.problems.push_back({path, "names a file outside its folder: " + escaped(digest, 100)});
        return;
    }
    LocalModel model;
    model.path = folder / "blobs" / *blob;
    model.name = escaped(model_name(path, folder / "manifests"));
    model.bytes = size;
    model.source = ModelSource::ollama;
    if (manifest->models.size() > 1) {
        model.state = ModelState::unsupported;
        model.reason =
            unsupported(path, "layers", "this model is kept in several files, which only Ollama joins");
    } else if (manifest->adapter) {
        model.state = ModelState::unsupported;
        model.reason = unsupported(path, "layers", "this model needs an adapter, which is not supported");
    } else {
        look_at_blob(model, size, context);
    }
    context.report.models.push_back(std::move(model));
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
