#include "catalog/inspection_cache.h"

#include "catalog/small_file.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>

#include <nlohmann/json.hpp>

namespace hearth::catalog {

namespace {

using nlohmann::json;

constexpr int kVersion = 1;
constexpr std::size_t kMostBytes = std::size_t{16} << 20U;
constexpr std::array<std::string_view, 3> kStates{"ready", "incomplete", "unsupported"};

/// The code whose stable name it is.
std::optional<ErrorCode> code_named(std::string_view name) {
    for (int value = 0; value <= static_cast<int>(ErrorCode::engine_failed); ++value) {
        const auto code = static_cast<ErrorCode>(value);
        if (error_name(code) == name) {
            return code;
        }
    }
    return std::nullopt;
}

json to_json(const Inspection& inspection) {
    json value{{"state", kStates[static_cast<std::size_t>(inspection.state)]},
               {"bytes", inspection.bytes},
               {"name", inspection.facts.name},
               {"architecture", inspection.facts.architecture},
               {"size_label", inspection.facts.size_label},
               {"quantization", inspection.facts.quantization}};
    if (inspection.facts.context_tokens) {
        value["context"] = *inspection.facts.context_tokens;
    }
    if (inspection.reason) {
        const ErrorDetails& details = inspection.reason->details;
        value["reason"] = {{"code", error_name(inspection.reason->code)},
                           {"message", inspection.reason->message},
                           {"file", details.file},
                           {"field", details.field},
                           {"expected", details.expected},
                           {"actual", details.actual}};
    }
    return value;
}

/// Throws json::exception where a field is missing or of another type.
std::optional<Inspection> from_json(const json& value) {
    Inspection inspection;
    const auto state = std::ranges::find(kStates, value.at("state").get<std::string>());
    if (state == kStates.end()) {
        return std::nullopt;
    }
    inspection.state = static_cast<ModelState>(state - kStates.begin());
    inspection.bytes = value.at("bytes").get<std::uint64_t>();
    inspection.facts.name = value.at("name").get<std::string>();
    inspection.facts.architecture = value.at("architecture").get<std::string>();
    inspection.facts.size_label = value.at("size_label").get<std::string>();
    inspection.facts.quantization = value.at("quantization").get<std::string>();
    if (value.contains("context")) {
        inspection.facts.context_tokens = value.at("context").get<std::uint32_t>();
    }
    if (value.contains("reason")) {
        const json& reason = value.at("reason");
        const auto code = code_named(reason.at("code").get<std::string>());
        if (!code) {
            return std::nullopt;
        }
        Error error{*code, reason.at("message").get<std::string>()};
        error.details.file = reason.at("file").get<std::string>();
        error.details.field = reason.at("field").get<std::string>();
        error.details.expected = reason.at("expected").get<std::string>();
        error.details.actual = reason.at("actual").get<std::string>();
        inspection.reason = std::move(error);
    }
    if (inspection.reason.has_value() == (inspection.state == ModelState::ready)) {
        return std::nullopt;
    }
    return inspection;
}

}  // namespace

void InspectionCache::load(const std::filesystem::path& file) {
    const auto text = read_small_file(file, kMostBytes);
    if (!text) {
        return;
    }
    try {
        const json document = json::parse(text.value());
        if (document.at("version") != kVersion || document.at("engine") != engine_) {
            return;
        }
        for (const json& value : document.at("files")) {
            if (auto inspection = from_json(value)) {
                const Key key{value.at("file_bytes").get<std::uint64_t>(),
                              value.at("changed").get<std::int64_t>()};
                entries_[value.at("path").get<std::string>()] = {key, *std::move(inspection), false};
            }
        }
    } catch (const json::exception&) {
        entries_.clear();
    }
}

Status InspectionCache::save(const std::filesystem::path& file) {
    std::erase_if(entries_, [&](const auto& entry) {
        changed_ = changed_ || !entry.second.asked;
        return !entry.second.asked;
    });
    if (!changed_) {
        return {};
    }
    json files = json::array();
    for (const auto& [path, entry] : entries_) {
        json value = to_json(entry.inspection);
        value["path"] = path;
        value["file_bytes"] = entry.key.bytes;
        value["changed"] = entry.key.changed;
        files.push_back(std::move(value));
    }
    const json document{{"version", kVersion}, {"engine", engine_}, {"files", std::move(files)}};
    HEARTH_TRY(replace_small_file(file, document.dump(1, ' ', false, json::error_handler_t::replace)));
    changed_ = false;
    return {};
}

Inspection InspectionCache::inspect(const std::filesystem::path& path, const Inspector& inspect) {
    std::error_code problem;
    const std::uint64_t bytes = std::filesystem::file_size(path, problem);
    const auto changed =
        problem ? std::filesystem::file_time_type() : std::filesystem::last_write_time(path, problem);
    if (problem) {
        return inspect(path);
    }
    const Key key{bytes,
                  std::chrono::duration_cast<std::chrono::nanoseconds>(changed.time_since_epoch()).count()};
    Entry& entry = entries_[path.string()];
    if (entry.key != key) {
        entry = {key, inspect(path), true};
        changed_ = true;
    }
    entry.asked = true;
    // Shards beside it may come and go without a change of this file.
    if (entry.inspection.reason && entry.inspection.reason->code == ErrorCode::shard_missing) {
        entry.key = {};
    }
    return entry.inspection;
}

}  // namespace hearth::catalog
