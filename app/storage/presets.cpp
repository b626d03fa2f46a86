#include "storage/record_columns.h"
#include "storage/store_state.h"

// ChatStore: presets.

namespace hearth::storage {
namespace {

Status check_preset(const StoreState& state, const std::string& name, const std::string& system_prompt,
                    const JsonObject& parameters, std::string_view what) {
    HEARTH_TRY(check_text(state, name, kLongestName, what));
    HEARTH_TRY(check_text(state, system_prompt, kLongestText, what));
    return check_json(state, parameters, what);
}

Error no_such_preset(const StoreState& state, PresetId id, std::string_view what) {
    return state.error(StorageProblem::not_found, what, "preset " + std::to_string(id.value));
}

}  // namespace

Result<Preset> ChatStore::create_preset(const std::string& name, const std::string& system_prompt,
                                        const JsonObject& parameters, const JsonObject& extra) {
    constexpr const char* kWhat = "save the preset";
    HEARTH_TRY(check_preset(*state_, name, system_prompt, parameters, kWhat));
    HEARTH_TRY(check_json(*state_, extra, kWhat));
    return attempt_write(*state_, kWhat, Durability::program_crash, [&]() -> Result<Preset> {
        change(*state_, "INSERT INTO preset(name, parameters, system_prompt, extra) VALUES(?, ?, ?, ?)", name,
               parameters.text, system_prompt, extra.text);
        return Preset{PresetId{state_->connection.database().getLastInsertRowid()},
                      name,
                      system_prompt,
                      parameters,
                      extra,
                      {}};
    });
}

Status ChatStore::update_preset(const Preset& preset) {
    constexpr const char* kWhat = "save the preset";
    HEARTH_TRY(check_preset(*state_, preset.name, preset.system_prompt, preset.parameters, kWhat));
    return attempt_write(*state_, kWhat, Durability::program_crash, [&]() -> Status {
        if (change(*state_, "UPDATE preset SET name = ?, parameters = ?, system_prompt = ? WHERE id = ?",
                   preset.name, preset.parameters.text, preset.system_prompt, preset.id.value) == 0) {
            return no_such_preset(*state_, preset.id, kWhat);
        }
        return {};
    });
}

Status ChatStore::delete_preset(PresetId id) {
    constexpr const char* kWhat = "delete the preset";
    return attempt_write(*state_, kWhat, Durability::program_crash, [&]() -> Status {
        if (change(*state_, "DELETE FROM preset WHERE id = ?", id.value) == 0) {
            return no_such_preset(*state_, id, kWhat);
        }
        return {};
    });
}

Result<std::vector<Preset>> ChatStore::presets() {
    return attempt(*state_, "list the presets", [&]() -> Result<std::vector<Preset>> {
        auto query = state_->connection.prepare(std::string("SELECT ") + kPresetColumns +
                                                " FROM preset ORDER BY name, id");
        std::vector<Preset> presets;
        while (query->executeStep()) {
            presets.push_back(read_preset(*query, state_->connection.name()));
        }
        return presets;
    });
}

}  // namespace hearth::storage
