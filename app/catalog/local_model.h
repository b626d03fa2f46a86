#pragma once

#include <hearth/error.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace hearth::catalog {

/// Whose folder a model lies in. It is used there, never moved or changed.
enum class ModelSource : std::uint8_t { hearth, added_folder, added_file, ollama, lm_studio, hugging_face };

enum class ModelState : std::uint8_t {
    ready,
    incomplete,   ///< bytes or parts are missing
    unsupported,  ///< whole, but this engine cannot run it
};

/// What a model file's header says.
struct ModelFacts {
    std::string name{};  ///< as its maker calls it; may be empty
    std::string architecture{};
    std::string size_label{};    ///< e.g. "8B"
    std::string quantization{};  ///< e.g. "Q4_K_M"; empty: unknown
    std::optional<std::uint32_t> context_tokens{};

    friend bool operator==(const ModelFacts&, const ModelFacts&) = default;
};

/// A model on this computer.
struct LocalModel {
    std::filesystem::path path;  ///< what to load: the first shard of a sharded model
    std::string name;            ///< for people; from outside: show as plain text
    std::string origin{};        ///< what its folder says, e.g. "publisher/repository"; may be empty
    std::uint64_t bytes = 0;     ///< all shards together, of those that are here
    ModelSource source = ModelSource::hearth;
    ModelState state = ModelState::ready;
    std::optional<Error> reason{};  ///< why it is not ready
    ModelFacts facts{};
};

/// A folder or an entry of it that could not be read.
struct ScanProblem {
    std::filesystem::path path;
    std::string reason;  ///< one English sentence
};

struct ScanReport {
    std::vector<LocalModel> models;  ///< by source, then by name; each file once
    std::vector<ScanProblem> problems;
};

}  // namespace hearth::catalog
