#pragma once

#include <hearth/error.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::catalog {

/// Whose folder a model lies in. It is used there, never moved or changed.
enum class ModelSource : std::uint8_t {
    hearth,
    added_folder,
    added_file,
    ollama,
    lm_studio,
    hugging_face,
    jan,
    gpt4all,
};

enum class ModelState : std::uint8_t {
    ready,
    incomplete,   ///< bytes or parts are missing
    unsupported,  ///< whole, but this engine cannot run it
    offline,      ///< its drive is not here
    missing,      ///< its drive is here, the file is not
};

/// What a file does for its model.
enum class FileRole : std::uint8_t {
    weights,        ///< a model file, or one of its shards
    projector,      ///< what turns pictures or sound into tokens
    adapter,        ///< a change of the weights
    chat_template,  ///< one that replaces the model's own
    settings,       ///< configuration and tokenizer of a checkpoint
};

/// One file of a model.
struct ModelPart {
    std::filesystem::path path;
    FileRole role = FileRole::weights;
    std::uint64_t bytes = 0;   ///< when it was last seen
    std::int64_t changed = 0;  ///< nanoseconds since 1970, when it was last seen
    std::string sha256{};      ///< what its content should be, as hexadecimal digits; empty: not known

    friend bool operator==(const ModelPart&, const ModelPart&) = default;
};

/// What the last verify said.
enum class Verdict : std::uint8_t {
    none,        ///< never verified
    matches,     ///< every file is what it should be
    remembered,  ///< nothing to compare with: the hashes are kept, a later verify tells changes
    differs,     ///< a file is not what it should be
};

/// What a model's header says.
struct ModelFacts {
    std::string name{};  ///< as its maker calls it; may be empty
    std::string architecture{};
    std::string size_label{};    ///< e.g. "8B"
    std::string quantization{};  ///< e.g. "Q4_K_M"; empty: unknown
    std::optional<std::uint32_t> context_tokens{};
    std::optional<std::uint64_t> parameters{};  ///< elements of all tensors
    bool has_chat_template = false;
    std::string licence{};  ///< as its maker writes it; empty: not said

    friend bool operator==(const ModelFacts&, const ModelFacts&) = default;
};

/// A model on this computer: a set of files.
struct LocalModel {
    std::filesystem::path path;  ///< what to load: the first shard, or a checkpoint's folder
    std::string name;            ///< by its file or folder; from outside: show as plain text
    std::string origin{};        ///< what its folder says, e.g. "publisher/repository"; may be empty
    std::uint64_t bytes = 0;     ///< all of its files, of those that are here
    ModelSource source = ModelSource::hearth;
    ModelState state = ModelState::ready;
    std::optional<Error> reason{};  ///< why it is not ready
    ModelFacts facts{};
    std::vector<ModelPart> parts{};  ///< weights first, in order
    std::filesystem::path root{};    ///< the folder it was found through; empty: added by hand
    // What the library adds.
    std::string id{};      ///< short and stable, also when the drive is plugged in elsewhere
    std::string volume{};  ///< where its drive was last seen, e.g. "/media/anna/STICK"
    bool added = false;    ///< by hand
    Verdict verdict = Verdict::none;
    std::string title{};        ///< what it was called where it was chosen; empty: nobody chose it
    bool source_known = false;  ///< it can be downloaded again to where it lies

    /// The one name that people see, in every list.
    const std::string& shown_name() const { return title.empty() ? name : title; }
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

/// Stable names for programs: "ready", "lm_studio", "projector", "matches".
std::string_view state_name(ModelState state);
std::string_view source_name(ModelSource source);
std::string_view role_name(FileRole role);
std::string_view verdict_name(Verdict verdict);
std::optional<ModelState> state_named(std::string_view name);
std::optional<ModelSource> source_named(std::string_view name);
std::optional<FileRole> role_named(std::string_view name);
std::optional<Verdict> verdict_named(std::string_view name);

}  // namespace hearth::catalog
