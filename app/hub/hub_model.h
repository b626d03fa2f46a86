#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::hub {

/// What a hub says about one model. All texts are from outside: show them as plain text. What the hub leaves
/// out is empty.
struct HubModel {
    std::string id;               ///< "owner/name"; checked: is_model_id() of hub/safe_name.h holds
    std::string name;             ///< the part after the slash
    std::string author;           ///< the part before it
    std::uint64_t downloads = 0;  ///< as the hub counts: the last 30 days, or all time
    std::uint64_t likes = 0;
    std::optional<std::chrono::sys_seconds> last_modified{};
    std::string licence{};                 ///< identifier as the hub spells it, e.g. "apache-2.0"
    std::vector<std::string> languages{};  ///< BCP 47 tags, e.g. "en"
    std::vector<std::string> tags{};       ///< as the hub gives them, at most 100
    std::string task{};                    ///< e.g. "text-generation"
    bool gated = false;                    ///< the hub wants a token of somebody who accepted its terms
    std::optional<std::uint64_t> parameters{};
    std::string architecture{};  ///< e.g. "qwen3"
    std::optional<std::uint32_t> context_tokens{};

    friend bool operator==(const HubModel&, const HubModel&) = default;
};

/// One file of a repository. At least one of the two hashes is known, or nobody could check what comes.
struct HubFile {
    std::string path;  ///< relative to the repository; checked: is_safe_path() of hub/safe_name.h holds
    std::uint64_t bytes = 0;
    std::string sha256{};   ///< 64 lower-case hexadecimal digits; empty where the hub names none
    std::string git_oid{};  ///< 40 digits: SHA-1 of "blob BYTES\0" and the bytes; small files of Hugging Face
    std::string url{};      ///< where it is fetched; pinned to the page's revision where the hub can do that

    friend bool operator==(const HubFile&, const HubFile&) = default;
};

enum class ModelFormat : std::uint8_t { gguf, safetensors };

/// Why a group cannot be taken; the window says it in a person's language.
enum class GroupProblem : std::uint8_t {
    unsupported_type,  ///< Hearth cannot compute with this quantization; problem_detail names it
    parts_missing,     ///< the repository lacks parts; problem_detail names the first one
    unsafe_name,       ///< a file's name could reach outside of the models folder
    no_hash,           ///< the hub names no hash for a file, so it could not be checked
    settings_missing,  ///< a safetensors model without config.json or tokenizer.json
};

/// Files that are taken together: one quantization of a model with all its parts.
struct FileGroup {
    std::string name;  ///< file name without ending and part number: tells groups of one quantization apart
    std::string quantization;  ///< e.g. "Q4_K_M", "AWQ"; empty where the name tells none
    ModelFormat kind = ModelFormat::gguf;
    std::vector<HubFile> files;  ///< the first one is what is loaded (gguf) or config.json (safetensors)
    std::uint64_t bytes = 0;     ///< all together
    std::optional<double>
        bits{};                ///< per weight: measured where the parameters are known, else of the format
    bool recommended = false;  ///< the one to take; at most one of a page
    std::optional<GroupProblem> problem{};
    std::string problem_detail{};

    friend bool operator==(const FileGroup&, const FileGroup&) = default;
};

/// What lies beside a model and is not the model.
enum class ExtraKind : std::uint8_t { projector, draft, importance_matrix, adapter };

struct ExtraFile {
    ExtraKind kind = ExtraKind::projector;
    HubFile file;

    friend bool operator==(const ExtraFile&, const ExtraFile&) = default;
};

/// Where an answer came from.
struct Freshness {
    bool from_cache = false;
    std::optional<std::chrono::seconds> age{};  ///< of an answer from the cache

    friend bool operator==(const Freshness&, const Freshness&) = default;
};

/// A model with its files.
struct HubModelPage {
    HubModel model;
    std::string endpoint;       ///< Endpoint::id
    std::string page_url;       ///< for people, to open in a browser
    std::string revision;       ///< commit of Hugging Face; branch of ModelScope, whose files the hashes pin
    std::string description{};  ///< one paragraph, plain text; may be empty
    std::vector<FileGroup> groups{};  ///< smallest first
    std::vector<ExtraFile> extras{};
    std::vector<std::string>
        refused{};               ///< names of the listing that are no safe paths, escaped for messages
    std::string renamed_from{};  ///< what was asked for, where the hub calls the model otherwise now
    Freshness freshness{};
};

enum class SearchSort : std::uint8_t { trending, downloads, likes, newest };

constexpr std::string_view kTextGeneration = "text-generation";

/// What to look for. Filters that a hub cannot apply itself are applied to what it answers.
struct SearchQuery {
    std::string text{};
    ModelFormat format = ModelFormat::gguf;
    std::string language{};  ///< BCP 47, e.g. "zh"; empty: any
    /// As hubs name it; empty: any. "text-generation" means every model that writes, also those that see
    /// images as well or whose hub tells no task: hubs give each model one task alone.
    std::string task = std::string(kTextGeneration);
    std::string licence{};                      ///< identifier, e.g. "apache-2.0"
    std::optional<std::uint64_t> most_bytes{};  ///< what a download of about 4.5 bits a weight may take
    SearchSort sort = SearchSort::trending;
    std::uint32_t limit = 30;  ///< models a page, 1 to 100

    friend bool operator==(const SearchQuery&, const SearchQuery&) = default;
};

struct SearchPage {
    std::vector<HubModel> models{};
    std::string next{};  ///< cursor of the next page; empty: this is the last
    Freshness freshness{};
};

}  // namespace hearth::hub
