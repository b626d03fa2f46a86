#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>

namespace hearth::test {

inline std::optional<std::filesystem::path> folder_from(const char* variable) {
    const char* value = std::getenv(variable);
    if (value == nullptr || *value == '\0') {
        return std::nullopt;
    }
    return std::filesystem::path(value);
}

/// The folder of downloaded models: HEARTH_TEST_MODELS, else where hearth keeps them.
inline std::filesystem::path model_folder() {
    if (const auto models = folder_from("HEARTH_TEST_MODELS")) {
        return *models;
    }
    if (const auto data = folder_from("HEARTH_DATA_DIR")) {
        return *data / "models";
    }
    if (const auto data = folder_from("XDG_DATA_HOME")) {
        return *data / "hearth" / "models";
    }
    return folder_from("HOME").value_or("/") / ".local" / "share" / "hearth" / "models";
}

/// A downloaded model and the file of its right answers (oracle_file.h).
struct RealModel {
    const char* file;
    const char* oracle;
};
inline constexpr RealModel kRealModels[] = {
    {"SmolLM2-135M-Instruct.Q4_1.gguf", "smollm2.json"},
    {"gemma-3-270m-q4_k_m.gguf", "gemma3.json"},
};

/// The path of a downloaded model, if it is there (tests/fetch_models.sh gets them). Where
/// HEARTH_REQUIRE_MODELS is set one that is missing fails the test (std::runtime_error) instead of skipping
/// it.
inline std::optional<std::filesystem::path> real_model(const std::string& file_name) {
    const std::filesystem::path path = model_folder() / file_name;
    if (std::filesystem::exists(path)) {
        return path;
    }
    if (std::getenv("HEARTH_REQUIRE_MODELS") != nullptr) {
        throw std::runtime_error(path.string() + " is missing; tests/fetch_models.sh gets it");
    }
    return std::nullopt;
}

/// The folder with the texts and the float model that are not part of this repository.
inline std::optional<std::filesystem::path> oracle_folder() {
    return folder_from("HEARTH_ORACLE_DIR");
}

}  // namespace hearth::test
