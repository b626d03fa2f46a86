#include "catalog/model_folders.h"

#include <algorithm>
#include <cstdlib>

namespace hearth::catalog {

namespace {

void add(std::vector<std::filesystem::path>& folders, std::filesystem::path folder) {
    if (folder.is_absolute() && std::ranges::find(folders, folder) == folders.end()) {
        folders.push_back(std::move(folder));
    }
}

}  // namespace

Environment process_environment() {
    return [](const char* name) -> std::optional<std::string> {
        const char* value = std::getenv(name);
        return value != nullptr && *value != '\0' ? std::optional<std::string>(value) : std::nullopt;
    };
}

ModelFolders default_model_folders(const std::filesystem::path& hearth_models,
                                   const Environment& environment) {
    ModelFolders folders;
    folders.hearth = hearth_models;
    if (const auto models = environment("OLLAMA_MODELS")) {
        add(folders.ollama, *models);
    }
    if (const auto cache = environment("HF_HUB_CACHE")) {
        add(folders.hugging_face, *cache);
    }
    if (const auto home = environment("HF_HOME")) {
        add(folders.hugging_face, std::filesystem::path(*home) / "hub");
    }
    if (const auto cache = environment("XDG_CACHE_HOME")) {
        add(folders.hugging_face, std::filesystem::path(*cache) / "huggingface" / "hub");
    }
    const auto home_text = environment("HOME");
    if (!home_text) {
        return folders;
    }
    const std::filesystem::path home = *home_text;
    add(folders.ollama, home / ".ollama" / "models");
    add(folders.ollama, "/usr/share/ollama/.ollama/models");  // the service that its installer sets up
    add(folders.ollama, "/var/lib/ollama/models");
    add(folders.lm_studio, home / ".lmstudio" / "models");
    add(folders.lm_studio, home / ".cache" / "lm-studio" / "models");
    add(folders.hugging_face, home / ".cache" / "huggingface" / "hub");
    const auto base = [&](const char* variable, const char* usual) -> std::filesystem::path {
        const auto value = environment(variable);
        return value ? std::filesystem::path(*value) : home / usual;
    };
    const std::filesystem::path data = base("XDG_DATA_HOME", ".local/share");
    const std::filesystem::path config = base("XDG_CONFIG_HOME", ".config");
    for (const std::filesystem::path& jan : {data / "Jan" / "data", config / "Jan" / "data", home / "jan"}) {
        add(folders.jan, jan / "llamacpp" / "models");
        add(folders.jan, jan / "models");  // versions before 0.6
    }
    add(folders.gpt4all, data / "nomic.ai" / "GPT4All");
    return folders;
}

}  // namespace hearth::catalog
