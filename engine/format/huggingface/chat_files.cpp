#include "format/huggingface/chat_files.h"

#include "format/file_error.h"
#include "format/huggingface/json_file.h"
#include "format/huggingface/json_object.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace hearth {

namespace {

constexpr std::string_view kTemplate = "tokenizer.chat_template";

/// A JSON file of the folder; nothing where it is not there.
Result<std::optional<nlohmann::json>> read_optional(const std::filesystem::path& path) {
    auto json = read_json_file(path);
    if (!json && json.error().code == ErrorCode::file_not_found) {
        return std::optional<nlohmann::json>();
    }
    if (!json) {
        return std::move(json).error();
    }
    return std::optional(*std::move(json));
}

class ChatFiles {
 public:
    ChatFiles(const std::filesystem::path& folder, const CheckpointConfig& config, Metadata& metadata)
        : folder_(folder), config_(config), metadata_(metadata) {}

    Status read() {
        const MetadataValue* const tokens =
            metadata_.find("tokenizer.ggml.tokens");  // read_tokenizer_json has set it
        if (const auto* list = std::get_if<std::vector<std::string>>(&tokens->storage)) {
            tokens_ = *list;
        }
        const std::filesystem::path path = folder_ / "tokenizer_config.json";
        HEARTH_TRY_ASSIGN(const auto json, read_optional(path));
        const nlohmann::json none = nlohmann::json::object();
        const JsonObject config(json ? *json : none, path);
        HEARTH_TRY(read_special_tokens(config, json.has_value()));
        HEARTH_TRY(read_end_tokens());
        return read_template(config);
    }

 private:
    template <class T>
    void set(std::string_view key, const T& value) {
        metadata_.set(std::string(key), MetadataValue::of(value));
    }

    /// The id of a token that is named by its text, or by an object with it.
    Result<std::optional<std::uint32_t>> special_token(const JsonObject& config, std::string_view key) const {
        const nlohmann::json* value = config.find(key);
        if (value != nullptr && value->is_object()) {
            const auto content = value->find("content");
            value = content == value->end() ? nullptr : &*content;
        }
        if (value == nullptr) {
            return std::optional<std::uint32_t>();
        }
        if (!value->is_string()) {
            return config.wrong(key, "the text of a token");
        }
        const auto found = std::ranges::find(tokens_, value->get_ref<const std::string&>());
        if (found == tokens_.end()) {
            return config.wrong(key, "a token of the vocabulary");
        }
        return std::optional(static_cast<std::uint32_t>(found - tokens_.begin()));
    }

    /// An id of config.json counts where the vocabulary has it.
    std::optional<std::uint32_t> known(std::optional<std::uint32_t> token) const {
        return token && *token < tokens_.size() ? token : std::nullopt;
    }

    Status read_special_tokens(const JsonObject& config, bool is_there) {
        HEARTH_TRY_ASSIGN(auto bos, special_token(config, "bos_token"));
        HEARTH_TRY_ASSIGN(auto eos, special_token(config, "eos_token"));
        if (!is_there) {
            bos = known(config_.bos_token);
        }
        if (!eos && !config_.end_tokens.empty()) {
            eos = known(config_.end_tokens.front());
        }
        if (bos) {
            set("tokenizer.ggml.bos_token_id", *bos);
        }
        if (eos) {
            set("tokenizer.ggml.eos_token_id", *eos);
        }
        // These classes put the tokens around a text themselves, whatever tokenizer.json says.
        HEARTH_TRY_ASSIGN(const auto written_class, config.text("tokenizer_class"));
        const std::string name = written_class.value_or("");
        const bool adds_itself =
            name.starts_with("Llama") || name.starts_with("CodeLlama") || name.starts_with("Gemma");
        for (const auto& [key, gguf] : {std::pair{"add_bos_token", "tokenizer.ggml.add_bos_token"},
                                        std::pair{"add_eos_token", "tokenizer.ggml.add_eos_token"}}) {
            HEARTH_TRY_ASSIGN(const auto adds, config.flag(key));
            if (adds && adds_itself) {
                set(gguf, *adds);
            } else if (metadata_.find(gguf) == nullptr) {
                set(gguf, false);
            }
        }
        return {};
    }

    Status read_end_tokens() {
        const std::filesystem::path path = folder_ / "generation_config.json";
        HEARTH_TRY_ASSIGN(const auto json, read_optional(path));
        std::vector<std::uint32_t> ends = config_.end_tokens;
        if (json) {
            const JsonObject generation(*json, path);
            HEARTH_TRY_ASSIGN(const auto more, read_token_ids(generation, "eos_token_id"));
            ends.insert(ends.end(), more.begin(), more.end());
        }
        std::erase_if(ends, [&](std::uint32_t token) { return token >= tokens_.size(); });
        std::ranges::sort(ends);
        ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
        if (!ends.empty()) {
            set("tokenizer.hearth.end_tokens", ends);
        }
        return {};
    }

    // ---- template ----

    Status read_template(const JsonObject& config) {
        const std::filesystem::path path = folder_ / "chat_template.jinja";
        auto text = read_text_file(path, kMaxDescriptionBytes);
        if (text) {
            set(kTemplate, *text);
            return {};
        }
        if (text.error().code != ErrorCode::file_not_found) {
            return std::move(text).error();
        }
        if (config.find("chat_template") != nullptr) {
            return take_template(config);
        }
        const std::filesystem::path json_path = folder_ / "chat_template.json";
        HEARTH_TRY_ASSIGN(const auto json, read_optional(json_path));
        return json ? take_template(JsonObject(*json, json_path)) : Status{};
    }

    /// One template, or several by name.
    Status take_template(const JsonObject& object) {
        constexpr std::string_view key = "chat_template";
        const nlohmann::json* const value = object.find(key);
        if (value == nullptr) {
            return {};
        }
        if (value->is_string()) {
            set(kTemplate, value->get<std::string>());
            return {};
        }
        if (!value->is_array()) {
            return object.wrong(key, "a template or a list of them");
        }
        for (const nlohmann::json& entry : *value) {
            if (!entry.is_object()) {
                return object.wrong(key, "a list of objects");
            }
            const JsonObject named(entry, object.file(), "chat_template.");
            HEARTH_TRY_ASSIGN(const auto name, named.text("name"));
            HEARTH_TRY_ASSIGN(const auto source, named.text("template"));
            if (!name || !source) {
                return object.wrong(key, "a list of objects with name and template");
            }
            set(name == "default" ? std::string(kTemplate) : fmt::format("{}.{}", kTemplate, *name), *source);
        }
        return {};
    }

    const std::filesystem::path& folder_;
    const CheckpointConfig& config_;
    Metadata& metadata_;
    std::vector<std::string> tokens_;  ///< the vocabulary
};

}  // namespace

Status read_chat_files(const std::filesystem::path& folder, const CheckpointConfig& config,
                       Metadata& metadata) {
    return ChatFiles(folder, config, metadata).read();
}

}  // namespace hearth
