#include "format/huggingface/tokenizer_vocabulary.h"

#include "format/file_error.h"
#include "format/huggingface/json_file.h"

#include <algorithm>

#include <fmt/format.h>

namespace hearth {

namespace {

/// Kinds of tokens as `tokenizer.ggml.token_type` numbers them.
enum Kind : std::int32_t {
    kNormal = 1,
    kUnknown = 2,
    kControl = 3,
    kUserDefined = 4,
    kUnused = 5,
    kByte = 6
};

/// Most entries of a vocabulary, and of ids without an entry among them.
constexpr std::uint32_t kMostTokens = 1U << 24U;
constexpr std::uint32_t kMostHoles = 1U << 16U;

/// Takes `model.vocab` and `model.merges` out of the JSON while it is parsed.
class ListTaker {
 public:
    explicit ListTaker(TokenizerFile& out) : out_(out) {}

    /// The parser's callback; answers whether to keep what was parsed in the tree.
    bool operator()(int depth, nlohmann::json::parse_event_t event, nlohmann::json& parsed) {
        using Event = nlohmann::json::parse_event_t;
        if (event == Event::key) {
            if (depth == 1) {
                top_ = parsed.get<std::string>();
            } else if (depth == 2) {
                second_ = parsed.get<std::string>();
            } else if (depth == 3 && in("vocab")) {
                third_ = parsed.get<std::string>();
                return false;
            }
            return true;
        }
        if (depth != 3 || (event != Event::value && event != Event::array_end)) {
            return true;
        }
        if (in("vocab")) {
            take_entry(parsed);
            return false;
        }
        if (in("merges")) {
            take_merge(parsed);
            return false;
        }
        return true;
    }

    std::string_view problem() const { return problem_; }

 private:
    bool in(std::string_view list) const { return top_ == "model" && second_ == list; }

    void take_entry(const nlohmann::json& entry) {
        if (entry.is_number_unsigned() && entry.get<std::uint64_t>() < kMostTokens) {
            out_.vocabulary.emplace_back(std::move(third_), entry.get<std::uint32_t>());
            third_.clear();
        } else if (entry.is_array() && entry.size() == 2 && entry[0].is_string() && entry[1].is_number()) {
            out_.pieces.emplace_back(entry[0].get<std::string>(), entry[1].get<double>());
        } else {
            problem_ = "model.vocab has an entry that is neither an id nor a piece with its score";
        }
    }
    void take_merge(const nlohmann::json& merge) {
        if (merge.is_string()) {
            out_.merges.push_back(merge.get<std::string>());
        } else if (merge.is_array() && merge.size() == 2 && merge[0].is_string() && merge[1].is_string()) {
            out_.merges.push_back(merge[0].get<std::string>() + " " + merge[1].get<std::string>());
            if (out_.merges.back().find(' ', 1) != merge[0].get_ref<const std::string&>().size()) {
                problem_ = "model.merges has a token with a space in it";
            }
        } else {
            problem_ = "model.merges has an entry that is no pair of tokens";
        }
    }

    TokenizerFile& out_;
    std::string top_;
    std::string second_;
    std::string third_;
    std::string_view problem_;
};

/// The vocabulary while it is put together.
class VocabularyBuilder {
 public:
    VocabularyBuilder(const TokenizerFile& file, const VocabularyRules& rules) : file_(file), rules_(rules) {}

    Status build(Metadata& metadata) {
        std::vector<const std::pair<std::string, std::uint32_t>*> order;
        std::size_t count = std::max(file_.vocabulary.size(), file_.pieces.size());
        for (const auto& entry : file_.vocabulary) {
            count = std::max<std::size_t>(count, std::size_t{entry.second} + 1);
        }
        HEARTH_TRY(read_added());
        for (const Added& added : added_) {
            count = std::max<std::size_t>(count, std::size_t{added.id} + 1);
        }
        const std::size_t entries = file_.vocabulary.size() + file_.pieces.size() + added_.size();
        if (count == 0 || count > entries + kMostHoles) {
            return wrong("model.vocab", fmt::format("has {} tokens, but ids up to {}", entries, count));
        }
        tokens_.resize(count);
        kinds_.assign(count, kUnused);
        for (const auto& [text, id] : file_.vocabulary) {
            HEARTH_TRY(set(id, text, kind_of(text)));
        }
        for (std::size_t id = 0; id < file_.pieces.size(); ++id) {
            HEARTH_TRY(
                set(static_cast<std::uint32_t>(id), file_.pieces[id].first, kind_of(file_.pieces[id].first)));
        }
        HEARTH_TRY(apply_added(metadata));
        metadata.set("tokenizer.ggml.tokens", MetadataValue::of(tokens_));
        metadata.set("tokenizer.ggml.token_type", MetadataValue::of(kinds_));
        if (!file_.pieces.empty()) {
            std::vector<float> scores(count, 0.0F);
            std::ranges::transform(file_.pieces, scores.begin(),
                                   [](const auto& piece) { return static_cast<float>(piece.second); });
            metadata.set("tokenizer.ggml.scores", MetadataValue::of(scores));
        }
        return {};
    }

 private:
    struct Added {
        std::uint32_t id = 0;
        std::string text;
        bool special = false;
        bool strips_left = false;
        bool strips_right = false;
    };

    Error wrong(std::string_view field, std::string_view problem) const {
        return file_error(ErrorCode::bad_value, file_.path, std::string(field),
                          fmt::format("{} {}", field, problem));
    }

    std::int32_t kind_of(std::string_view text) const {
        if (rules_.unknown_token == text) {
            return kUnknown;
        }
        const bool byte =
            rules_.has_byte_tokens && text.size() == 6 && text.starts_with("<0x") && text.back() == '>';
        return byte ? kByte : kNormal;
    }

    Status set(std::uint32_t id, const std::string& text, std::int32_t kind) {
        if (kinds_[id] != kUnused) {
            return wrong("model.vocab", fmt::format("has the id {} twice, for \"{}\" and \"{}\"", id,
                                                    escaped(tokens_[id], 40), escaped(text, 40)));
        }
        tokens_[id] = text;
        kinds_[id] = kind;
        return {};
    }

    Status read_added() {
        const JsonObject tree(file_.tree, file_.path);
        const nlohmann::json* const list = tree.find("added_tokens");
        if (list == nullptr) {
            return {};
        }
        if (!list->is_array()) {
            return tree.wrong("added_tokens", "an array");
        }
        for (const nlohmann::json& entry : *list) {
            if (!entry.is_object()) {
                return tree.wrong("added_tokens", "an array of objects");
            }
            const JsonObject object(entry, file_.path, "added_tokens.");
            Added added;
            HEARTH_TRY_ASSIGN(added.id, object.required_count("id"));
            HEARTH_TRY_ASSIGN(const auto text, object.text("content"));
            if (!text || added.id >= kMostTokens) {
                return object.wrong(text ? "id" : "content", text ? "a token id" : "a string");
            }
            added.text = *text;
            for (const auto& [key, flag] :
                 {std::pair{"special", &Added::special}, std::pair{"lstrip", &Added::strips_left},
                  std::pair{"rstrip", &Added::strips_right}}) {
                HEARTH_TRY_ASSIGN(const auto value, object.flag(key));
                added.*flag = value.value_or(false);
            }
            HEARTH_TRY_ASSIGN(const auto single_word, object.flag("single_word"));
            if (single_word.value_or(false)) {
                return object.error(
                    ErrorCode::unsupported_tokenizer, "single_word",
                    fmt::format("of \"{}\" is true, which is not supported", escaped(added.text)));
            }
            added_.push_back(std::move(added));
        }
        return {};
    }

    Status apply_added(Metadata& metadata) {
        std::vector<std::uint32_t> left;
        std::vector<std::uint32_t> right;
        for (const Added& added : added_) {
            if (kinds_[added.id] != kUnused && tokens_[added.id] != added.text) {
                return wrong("added_tokens",
                             fmt::format("has \"{}\" with the id {}, which is \"{}\" in the vocabulary",
                                         escaped(added.text, 40), added.id, escaped(tokens_[added.id], 40)));
            }
            tokens_[added.id] = added.text;
            if (kinds_[added.id] != kUnknown) {
                kinds_[added.id] = added.special ? kControl : kUserDefined;
            }
            if (added.strips_left) {
                left.push_back(added.id);
            }
            if (added.strips_right) {
                right.push_back(added.id);
            }
        }
        if (!left.empty()) {
            metadata.set("tokenizer.hearth.left_stripping_tokens", MetadataValue::of(left));
        }
        if (!right.empty()) {
            metadata.set("tokenizer.hearth.right_stripping_tokens", MetadataValue::of(right));
        }
        return {};
    }

    const TokenizerFile& file_;
    const VocabularyRules& rules_;
    std::vector<Added> added_;
    std::vector<std::string> tokens_;
    std::vector<std::int32_t> kinds_;
};

}  // namespace

Result<TokenizerFile> read_tokenizer_file(const std::filesystem::path& path) {
    TokenizerFile file;
    file.path = path;
    HEARTH_TRY_ASSIGN(const std::string text, read_text_file(path, kMaxTokenizerBytes));
    ListTaker taker(file);
    HEARTH_TRY_ASSIGN(file.tree, parse_json(text, path, [&](int depth, auto event, nlohmann::json& parsed) {
                          return taker(depth, event, parsed);
                      }));
    if (!taker.problem().empty()) {
        return file_error(ErrorCode::bad_value, path, "model", taker.problem());
    }
    return file;
}

Status set_vocabulary(const TokenizerFile& file, const VocabularyRules& rules, Metadata& metadata) {
    HEARTH_TRY(VocabularyBuilder(file, rules).build(metadata));
    if (!file.merges.empty()) {
        metadata.set("tokenizer.ggml.merges", MetadataValue::of(file.merges));
    }
    return {};
}

}  // namespace hearth
