#include "catalog/known_inspections.h"

#include "catalog/error_json.h"

#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace hearth::catalog {

namespace {

using nlohmann::json;

std::string print_of(const LocalModel& model) {
    std::string print;
    for (const ModelPart& part : model.parts) {
        if (part.role == FileRole::weights || part.role == FileRole::settings ||
            part.role == FileRole::chat_template) {
            print += fmt::format("{}:{}:{} ", part.path.filename().string(), part.bytes, part.changed);
        }
    }
    return print;
}

std::string to_text(const Inspection& inspection) {
    const ModelFacts& facts = inspection.facts;
    json value{{"state", state_name(inspection.state)},
               {"bytes", inspection.bytes},
               {"name", facts.name},
               {"architecture", facts.architecture},
               {"size_label", facts.size_label},
               {"quantization", facts.quantization},
               {"chat_template", facts.has_chat_template},
               {"licence", facts.licence}};
    if (facts.context_tokens) {
        value["context"] = *facts.context_tokens;
    }
    if (facts.parameters) {
        value["parameters"] = *facts.parameters;
    }
    if (inspection.reason) {
        value["reason"] = error_to_json(*inspection.reason);
    }
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

/// Throws json::exception where a field is missing or of another type.
std::optional<Inspection> from_value(const json& value) {
    const auto state = state_named(value.at("state").get<std::string>());
    if (!state) {
        return std::nullopt;
    }
    Inspection inspection;
    inspection.state = *state;
    inspection.bytes = value.at("bytes").get<std::uint64_t>();
    ModelFacts& facts = inspection.facts;
    facts.name = value.at("name").get<std::string>();
    facts.architecture = value.at("architecture").get<std::string>();
    facts.size_label = value.at("size_label").get<std::string>();
    facts.quantization = value.at("quantization").get<std::string>();
    facts.has_chat_template = value.at("chat_template").get<bool>();
    facts.licence = value.at("licence").get<std::string>();
    if (value.contains("context")) {
        facts.context_tokens = value.at("context").get<std::uint32_t>();
    }
    if (value.contains("parameters")) {
        facts.parameters = value.at("parameters").get<std::uint64_t>();
    }
    if (value.contains("reason")) {
        inspection.reason = error_from_json(value.at("reason").get<std::string>());
    }
    if (inspection.reason.has_value() != (inspection.state != ModelState::ready)) {
        return std::nullopt;
    }
    return inspection;
}

std::optional<Inspection> from_text(const std::string& text) {
    try {
        const json value = json::parse(text, nullptr, false);
        return value.is_object() ? from_value(value) : std::nullopt;
    } catch (const json::exception&) {
        return std::nullopt;
    }
}

}  // namespace

KnownInspections KnownInspections::read(LibraryDatabase& database, std::string engine) {
    KnownInspections known;
    known.engine_ = std::move(engine);
    SQLite::Statement statement = database.prepare("SELECT path, print, engine, result FROM inspection");
    while (statement.executeStep()) {
        known.kept_[statement.getColumn(0).getString()] = {statement.getColumn(1).getString(),
                                                           statement.getColumn(2).getString(),
                                                           statement.getColumn(3).getString()};
    }
    return known;
}

Inspection KnownInspections::inspect(const LocalModel& model, const Inspector& inspect) {
    const std::string key = model.path.string();
    std::string print = print_of(model);
    if (const auto found = kept_.find(key); found != kept_.end() && found->second.print == print) {
        auto inspection = from_text(found->second.result);
        if (inspection && (inspection->state == ModelState::ready || found->second.engine == engine_)) {
            return *std::move(inspection);
        }
    }
    Inspection inspection = inspect(model.path);
    const bool unreadable = inspection.reason && (inspection.reason->code == ErrorCode::read_failed ||
                                                  inspection.reason->code == ErrorCode::file_not_found);
    if (!unreadable) {
        kept_[key] = {std::move(print), engine_, to_text(inspection)};
        fresh_.push_back(key);
    }
    return inspection;
}

void KnownInspections::save(LibraryDatabase& database) const {
    SQLite::Statement statement =
        database.prepare("INSERT OR REPLACE INTO inspection(path, print, engine, result) VALUES(?,?,?,?)");
    for (const std::string& key : fresh_) {
        const Kept& kept = kept_.at(key);
        statement.reset();
        statement.bind(1, key);
        statement.bind(2, kept.print);
        statement.bind(3, kept.engine);
        statement.bind(4, kept.result);
        statement.exec();
    }
}

}  // namespace hearth::catalog
