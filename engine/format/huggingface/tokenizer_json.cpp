#include "format/huggingface/tokenizer_json.h"

#include "format/file_error.h"
#include "format/huggingface/tokenizer_vocabulary.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace hearth {

namespace {

constexpr std::string_view kSpaceMark = "\xE2\x96\x81";  // U+2581
/// What ByteLevel splits by unless told otherwise (GPT-2).
constexpr std::string_view kGpt2Expression =
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

/// The member `key` of a piece, where it is a string; else nothing.
std::string text_of(const nlohmann::json& piece, std::string_view key) {
    if (!piece.is_object()) {
        return {};
    }
    const auto found = piece.find(key);
    return found != piece.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// The members of a piece that may be a Sequence of pieces, in order; just the piece otherwise.
std::vector<const nlohmann::json*> pieces_of(const nlohmann::json* piece, std::string_view list) {
    if (piece == nullptr) {
        return {};
    }
    if (text_of(*piece, "type") == "Sequence") {
        std::vector<const nlohmann::json*> pieces;
        const auto members = piece->find(list);
        if (members != piece->end() && members->is_array()) {
            for (const nlohmann::json& member : *members) {
                // Sequences within sequences mean the same as one.
                const auto inner = pieces_of(&member, list);
                pieces.insert(pieces.end(), inner.begin(), inner.end());
            }
        }
        return pieces;
    }
    return {piece};
}

/// `text` as an expression that matches it alone.
std::string literal_expression(std::string_view text) {
    constexpr std::string_view kSpecial = R"(\^$.|?*+()[]{}-)";
    std::string out;
    for (const char c : text) {
        if (kSpecial.find(c) != std::string_view::npos) {
            out += '\\';
        }
        out += c;
    }
    return out;
}

/// Bytes of standard base64 (RFC 4648); nothing where it is none.
std::optional<std::vector<std::uint32_t>> decode_base64(std::string_view text) {
    std::vector<std::uint32_t> bytes;
    std::uint32_t bits = 0;
    int count = 0;
    while (text.ends_with('=')) {
        text.remove_suffix(1);
    }
    for (const char c : text) {
        constexpr std::string_view kAlphabet =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        const std::size_t value = kAlphabet.find(c);
        if (value == std::string_view::npos) {
            return std::nullopt;
        }
        bits = bits << 6U | static_cast<std::uint32_t>(value);
        count += 6;
        if (count >= 8) {
            count -= 8;
            bytes.push_back(bits >> static_cast<unsigned>(count) & 255U);
        }
    }
    return bytes;
}

class TokenizerReader {
 public:
    TokenizerReader(const TokenizerFile& file, Metadata& metadata)
        : file_(file), top_(file.tree, file.path), metadata_(metadata) {}

    Status read() {
        HEARTH_TRY_ASSIGN(const auto model, top_.object("model"));
        if (!model) {
            return top_.error(ErrorCode::missing_key, "model", "is missing");
        }
        HEARTH_TRY_ASSIGN(const auto stated, model->text("type"));
        // Old files leave the type out.
        const std::string type = stated ? *stated : file_.merges.empty() ? "Unigram" : "BPE";
        if (type == "BPE") {
            HEARTH_TRY(read_bpe(*model));
        } else if (type == "Unigram") {
            HEARTH_TRY(read_unigram(*model));
        } else {
            return unsupported("model", type);
        }
        return read_post_processor();
    }

 private:
    Error unsupported(std::string_view piece, std::string_view name) const {
        return file_error(ErrorCode::unsupported_tokenizer, file_.path, std::string(piece),
                          fmt::format("{} is \"{}\", which is not supported", piece, escaped(name)), {},
                          escaped(name));
    }
    Error unsupported_setting(std::string_view piece, std::string_view setting) const {
        return file_error(ErrorCode::unsupported_tokenizer, file_.path, fmt::format("{}.{}", piece, setting),
                          fmt::format("{} has the setting {}, which is not supported", piece, setting));
    }
    template <class T>
    void set(std::string_view key, const T& value) {
        metadata_.set("tokenizer." + std::string(key), MetadataValue::of(value));
    }

    // ---- models ----

    Status read_bpe(const JsonObject& model) {
        for (const std::string_view affix : {"continuing_subword_prefix", "end_of_word_suffix"}) {
            HEARTH_TRY_ASSIGN(const auto text, model.text(affix));
            if (text && !text->empty()) {
                return unsupported_setting("model", affix);
            }
        }
        HEARTH_TRY_ASSIGN(const auto dropout, model.number("dropout"));
        if (dropout.value_or(0) != 0) {
            return unsupported_setting("model", "dropout");
        }
        HEARTH_TRY_ASSIGN(const auto unknown, model.text("unk_token"));
        HEARTH_TRY_ASSIGN(const auto byte_fallback, model.flag("byte_fallback"));
        HEARTH_TRY_ASSIGN(const auto ignore_merges, model.flag("ignore_merges"));
        const bool byte_level = has_byte_level();
        HEARTH_TRY(set_vocabulary(
            file_,
            {.has_byte_tokens = !byte_level && byte_fallback.value_or(false), .unknown_token = unknown},
            metadata_));
        set_unknown(unknown);
        if (byte_level) {
            set("ggml.model", std::string("gpt2"));
            if (ignore_merges.value_or(false)) {
                set("hearth.ignore_merges", true);
            }
            HEARTH_TRY(read_byte_level_normalizer());
            return read_byte_level_splits();
        }
        if (!byte_fallback.value_or(false)) {
            return unsupported_setting("model", "byte_fallback: false without a byte-level pre-tokenizer");
        }
        if (ignore_merges.value_or(false)) {
            return unsupported_setting("model", "ignore_merges");
        }
        set("ggml.model", std::string("llama"));
        return read_space_marks(false);
    }

    Status read_unigram(const JsonObject& model) {
        HEARTH_TRY_ASSIGN(const auto unknown_id, model.count("unk_id"));
        HEARTH_TRY_ASSIGN(const auto byte_fallback, model.flag("byte_fallback"));
        if (!unknown_id || *unknown_id >= file_.pieces.size()) {
            return model.wrong("unk_id", "the id of a piece");
        }
        HEARTH_TRY(set_vocabulary(file_,
                                  {.has_byte_tokens = byte_fallback.value_or(false),
                                   .unknown_token = file_.pieces[*unknown_id].first},
                                  metadata_));
        set("ggml.model", std::string("t5"));
        set("ggml.unknown_token_id", *unknown_id);
        return read_space_marks(true);
    }

    void set_unknown(const std::optional<std::string>& unknown) {
        const auto found =
            std::ranges::find_if(file_.vocabulary, [&](const auto& entry) { return unknown == entry.first; });
        if (unknown && found != file_.vocabulary.end()) {
            set("ggml.unknown_token_id", found->second);
        }
    }

    // ---- byte level ----

    bool has_byte_level() const {
        return std::ranges::any_of(pieces_of(top_.find("pre_tokenizer"), "pretokenizers"),
                                   [](const auto* piece) { return text_of(*piece, "type") == "ByteLevel"; });
    }

    Status read_byte_level_normalizer() {
        for (const nlohmann::json* piece : pieces_of(top_.find("normalizer"), "normalizers")) {
            const std::string type = text_of(*piece, "type");
            if (type != "NFC") {
                return unsupported("normalizer", type);
            }
            set("hearth.normalization", std::string("nfc"));
        }
        return {};
    }

    Status read_byte_level_splits() {
        std::vector<std::string> expressions;
        bool ended = false;
        for (const nlohmann::json* piece : pieces_of(top_.find("pre_tokenizer"), "pretokenizers")) {
            if (!piece->is_object()) {
                return unsupported("pre_tokenizer", "");
            }
            const JsonObject object(*piece, file_.path, "pre_tokenizer.");
            HEARTH_TRY_ASSIGN(const auto type, object.text("type"));
            if (ended) {  // it would see the letters that stand for bytes
                return unsupported("pre_tokenizer", type.value_or("") + " behind ByteLevel");
            }
            if (type == "Split") {
                HEARTH_TRY_ASSIGN(expressions.emplace_back(), split_expression(object));
            } else if (type == "Digits") {
                HEARTH_TRY_ASSIGN(const auto each, object.flag("individual_digits"));
                expressions.emplace_back(each.value_or(false) ? R"(\p{N})" : R"(\p{N}+)");
            } else if (type == "Punctuation") {
                HEARTH_TRY_ASSIGN(expressions.emplace_back(), punctuation_expression(object));
            } else if (type == "ByteLevel") {
                ended = true;
                HEARTH_TRY_ASSIGN(const auto prefix, object.flag("add_prefix_space"));
                if (prefix.value_or(true)) {
                    if (!expressions.empty()) {
                        return unsupported_setting("pre_tokenizer", "add_prefix_space behind other pieces");
                    }
                    set("ggml.add_space_prefix", true);
                }
                HEARTH_TRY_ASSIGN(const auto splits, object.flag("use_regex"));
                if (splits.value_or(true)) {
                    expressions.emplace_back(kGpt2Expression);
                }
            } else {
                return unsupported("pre_tokenizer", type.value_or(""));
            }
        }
        set("hearth.split_expressions", expressions);
        return {};
    }

    Result<std::string> split_expression(const JsonObject& split) const {
        constexpr std::size_t kLongest = 65536;
        HEARTH_TRY_ASSIGN(const auto behavior, split.text("behavior"));
        HEARTH_TRY_ASSIGN(const auto inverted, split.flag("invert"));
        if (behavior != "Isolated" || inverted.value_or(false)) {
            return unsupported_setting("pre_tokenizer",
                                       fmt::format("behavior {}{}", escaped(behavior.value_or("none")),
                                                   inverted.value_or(false) ? ", inverted" : ""));
        }
        HEARTH_TRY_ASSIGN(const auto pattern, split.object("pattern"));
        if (!pattern) {
            return split.wrong("pattern", "an object");
        }
        HEARTH_TRY_ASSIGN(const auto expression, pattern->text("Regex"));
        HEARTH_TRY_ASSIGN(const auto text, pattern->text("String"));
        std::string chosen = expression ? *expression : literal_expression(text.value_or(""));
        if (chosen.empty() || chosen.size() > kLongest) {
            return split.wrong("pattern", fmt::format("an expression of 1 to {} bytes", kLongest));
        }
        return chosen;
    }

    Result<std::string> punctuation_expression(const JsonObject& punctuation) const {
        HEARTH_TRY_ASSIGN(const auto stated, punctuation.text("behavior"));
        const std::string behavior = stated.value_or("Isolated");
        if (behavior != "Isolated" && behavior != "Contiguous") {
            return unsupported_setting("pre_tokenizer", fmt::format("behavior {}", escaped(behavior)));
        }
        return std::string(R"([!-/:-@\[-`{-~\p{P}])") + (behavior == "Contiguous" ? "+" : "");
    }

    // ---- marks for spaces ----

    /// Spaces become U+2581 in a normalizer or in Metaspace; both also say what is put in front of a text.
    Status read_space_marks(bool unigram) {
        bool marked = false;
        std::string prefix = "never";
        for (const nlohmann::json* piece : pieces_of(top_.find("normalizer"), "normalizers")) {
            if (!piece->is_object()) {
                return unsupported("normalizer", "");
            }
            const JsonObject object(*piece, file_.path, "normalizer.");
            HEARTH_TRY_ASSIGN(const auto type, object.text("type"));
            if (type == "Prepend") {
                HEARTH_TRY_ASSIGN(const auto text, object.text("prepend"));
                if (text != kSpaceMark) {
                    return unsupported_setting("normalizer", "prepend of anything but U+2581");
                }
                prefix = "each_run";
            } else if (type == "Replace") {
                HEARTH_TRY_ASSIGN(const auto pattern, object.object("pattern"));
                HEARTH_TRY_ASSIGN(const auto content, object.text("content"));
                HEARTH_TRY_ASSIGN(const auto text,
                                  pattern ? pattern->text("String") : std::optional<std::string>());
                if (text != " " || content != kSpaceMark) {
                    return unsupported_setting("normalizer", "Replace of anything but a space by U+2581");
                }
                marked = true;
            } else if (type == "Precompiled" && unigram) {
                HEARTH_TRY_ASSIGN(const auto text, object.text("precompiled_charsmap"));
                const auto bytes = decode_base64(text.value_or(""));
                if (!bytes) {
                    return object.wrong("precompiled_charsmap", "base64");
                }
                set_charsmap(*bytes);
            } else {
                return unsupported("normalizer", type.value_or(""));
            }
        }
        for (const nlohmann::json* piece : pieces_of(top_.find("pre_tokenizer"), "pretokenizers")) {
            if (!piece->is_object()) {
                return unsupported("pre_tokenizer", "");
            }
            const JsonObject object(*piece, file_.path, "pre_tokenizer.");
            HEARTH_TRY_ASSIGN(const auto type, object.text("type"));
            if (type == "Metaspace") {
                HEARTH_TRY_ASSIGN(prefix, read_metaspace(object));
                marked = true;
            } else if (!(type == "Split" && marked && splits_at_spaces(object))) {
                return unsupported("pre_tokenizer", type.value_or(""));
            }
        }
        if (!marked) {
            return unsupported_setting("normalizer", "no U+2581 for spaces");
        }
        set("ggml.add_space_prefix", prefix != "never");
        set("hearth.space_prefix", prefix);
        set("ggml.remove_extra_whitespaces", false);
        return {};
    }

    /// A split at spaces where the normalizer has left none does nothing (Gemma).
    static bool splits_at_spaces(const JsonObject& split) {
        const nlohmann::json* const pattern = split.find("pattern");
        return pattern != nullptr && *pattern == nlohmann::json{{"String", " "}};
    }

    Result<std::string> read_metaspace(const JsonObject& metaspace) {
        HEARTH_TRY_ASSIGN(const auto mark, metaspace.text("replacement"));
        if (mark != kSpaceMark) {
            return unsupported_setting("pre_tokenizer", "Metaspace with another mark than U+2581");
        }
        HEARTH_TRY_ASSIGN(const auto splits, metaspace.flag("split"));
        if (splits.value_or(true)) {
            set("hearth.splits_words", true);
        }
        HEARTH_TRY_ASSIGN(const auto scheme, metaspace.text("prepend_scheme"));
        HEARTH_TRY_ASSIGN(const auto old_flag, metaspace.flag("add_prefix_space"));
        const std::string chosen = scheme ? *scheme : old_flag.value_or(true) ? "always" : "never";
        if (chosen == "always") {
            return std::string("each_run_without");
        }
        if (chosen == "first") {
            return std::string("first_run_without");
        }
        return chosen == "never"
                   ? Result<std::string>(std::string("never"))
                   : Result<std::string>(metaspace.wrong("prepend_scheme", "always, first or never"));
    }

    void set_charsmap(const std::vector<std::uint32_t>& bytes) {
        MetadataValue value = MetadataValue::of(bytes);
        value.element_type = MetadataType::u8;
        metadata_.set("tokenizer.ggml.precompiled_charsmap", std::move(value));
    }

    // ---- what is put around a text ----

    Status read_post_processor() {
        for (const nlohmann::json* piece : pieces_of(top_.find("post_processor"), "processors")) {
            if (!piece->is_object()) {
                return unsupported("post_processor", "");
            }
            const JsonObject object(*piece, file_.path, "post_processor.");
            HEARTH_TRY_ASSIGN(const auto type, object.text("type"));
            if (type == "ByteLevel") {
                continue;  // moves offsets alone
            }
            if (type != "TemplateProcessing") {
                return unsupported("post_processor", type.value_or(""));
            }
            HEARTH_TRY(read_template(object));
        }
        return {};
    }

    /// `single` is a list of special tokens around one sequence.
    Status read_template(const JsonObject& object) {
        const nlohmann::json* const single = object.find("single");
        if (single == nullptr || !single->is_array()) {
            return object.wrong("single", "an array");
        }
        const auto is_sequence = [](const nlohmann::json& part) {
            return part.is_object() && part.contains("Sequence");
        };
        const auto sequence = std::ranges::find_if(*single, is_sequence);
        if (sequence == single->end() || sequence - single->begin() > 1 || single->end() - sequence > 2) {
            return unsupported_setting("post_processor", "several tokens in front of or behind a text");
        }
        const bool has_bos = sequence != single->begin();
        const bool has_eos = sequence + 1 != single->end();
        set("ggml.add_bos_token", has_bos);
        set("ggml.add_eos_token", has_eos);
        if (has_bos) {
            HEARTH_TRY(set_special(object, single->front(), "ggml.bos_token_id"));
        }
        return has_eos ? set_special(object, single->back(), "ggml.eos_token_id") : Status{};
    }

    Status set_special(const JsonObject& object, const nlohmann::json& part, std::string_view key) {
        const nlohmann::json* const tokens = object.find("special_tokens");
        const auto special = part.is_object() ? part.find("SpecialToken") : part.end();
        if (special == part.end() || !special->is_object() || tokens == nullptr || !tokens->is_object()) {
            return object.wrong("single", "special tokens around a sequence");
        }
        const std::string name = text_of(*special, "id");
        const auto entry = tokens->find(name);
        if (entry == tokens->end() || !entry->is_object() || !entry->contains("ids") ||
            !(*entry)["ids"].is_array() || (*entry)["ids"].size() != 1 ||
            !(*entry)["ids"][0].is_number_unsigned() ||
            (*entry)["ids"][0].get<std::uint64_t>() >= metadata_.find("tokenizer.ggml.tokens")->size()) {
            return object.wrong("special_tokens",
                                fmt::format("one with a token of the vocabulary for \"{}\"", escaped(name)));
        }
        set(key, (*entry)["ids"][0].get<std::uint32_t>());
        return {};
    }

    const TokenizerFile& file_;
    JsonObject top_;
    Metadata& metadata_;
};

}  // namespace

Status read_tokenizer_json(const std::filesystem::path& path, Metadata& metadata) {
    HEARTH_TRY_ASSIGN(const TokenizerFile file, read_tokenizer_file(path));
    return TokenizerReader(file, metadata).read();
}

}  // namespace hearth
