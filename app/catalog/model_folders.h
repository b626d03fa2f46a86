#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace hearth::catalog {

/// Where models are looked for. Folders that do not exist are fine.
struct ModelFolders {
    std::filesystem::path hearth{};               ///< our own models folder
    std::vector<std::filesystem::path> added{};   ///< by the person
    std::vector<std::filesystem::path> files{};   ///< single files, opened by the person
    std::vector<std::filesystem::path> ollama{};  ///< with manifests/ and blobs/
    std::vector<std::filesystem::path> lm_studio{};
    std::vector<std::filesystem::path> hugging_face{};  ///< "hub" folders with models--…
    std::vector<std::filesystem::path> jan{};
    std::vector<std::filesystem::path> gpt4all{};
};

/// The value of an environment variable; nothing where it is unset or empty.
using Environment = std::function<std::optional<std::string>(const char* name)>;
Environment process_environment();

/// Our folder, and where the other programs keep theirs by default or by their own variables (OLLAMA_MODELS,
/// HF_HUB_CACHE, HF_HOME, XDG_CACHE_HOME, XDG_DATA_HOME, XDG_CONFIG_HOME).
ModelFolders default_model_folders(const std::filesystem::path& hearth_models,
                                   const Environment& environment);

}  // namespace hearth::catalog
