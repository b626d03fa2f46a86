#include "tokenizer/wordpiece.h"

#include "tokenizer/space_marks.h"
#include "tokenizer/utf8.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <utf8proc.h>

namespace hearth::tokenizer {

namespace {

constexpr std::string_view word_start = space_mark;
/// A longer word is unknown as a whole (max_input_chars_per_word).
constexpr std::size_t longest_word_characters = 100;

utf8proc_category_t category(char32_t code_point) {
    return utf8proc_category(static_cast<utf8proc_int32_t>(code_point));
}

bool is_removed(char32_t code_point) {
    if (code_point == 0 || code_point == 0xFFFD) {
        return true;
    }
    switch (category(code_point)) {
        case UTF8PROC_CATEGORY_CC:
        case UTF8PROC_CATEGORY_CF:
        case UTF8PROC_CATEGORY_CN:
        case UTF8PROC_CATEGORY_CO:
        case UTF8PROC_CATEGORY_CS:
            return !is_white_space(code_point);
        default:
            return false;
    }
}

bool is_punctuation(char32_t code_point) {
    const bool ascii_symbol =
        code_point < 0x7F && code_point > 0x20 && !(code_point >= '0' && code_point <= '9') &&
        !(code_point >= 'A' && code_point <= 'Z') && !(code_point >= 'a' && code_point <= 'z');
    switch (category(code_point)) {
        case UTF8PROC_CATEGORY_PC:
        case UTF8PROC_CATEGORY_PD:
        case UTF8PROC_CATEGORY_PS:
        case UTF8PROC_CATEGORY_PE:
        case UTF8PROC_CATEGORY_PI:
        case UTF8PROC_CATEGORY_PF:
        case UTF8PROC_CATEGORY_PO:
            return true;
        default:
            return ascii_symbol;
    }
}

/// Ideographs, each a word of its own. The Hugging Face tokenizers begin one block at U+2B920 where the block
/// begins at U+2B820; ids follow them.
bool is_ideograph(char32_t c) {
    return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) || (c >= 0x20000 && c <= 0x2A6DF) ||
           (c >= 0x2A700 && c <= 0x2B73F) || (c >= 0x2B740 && c <= 0x2B81F) ||
           (c >= 0x2B920 && c <= 0x2CEAF) || (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x2F800 && c <= 0x2FA1F);
}

}  // namespace

Result<std::unique_ptr<SubwordModel>> WordPiece::create(const Metadata& metadata,
                                                        const Vocabulary& vocabulary) {
    constexpr std::string_view unknown_key = "tokenizer.ggml.unknown_token_id";
    HEARTH_TRY_ASSIGN(const auto unknown, read_token_id(metadata, unknown_key, vocabulary));
    if (!unknown) {
        return Error{ErrorCode::missing_key,
                     fmt::format("{}: {} is missing; a vocabulary of the model bert needs it",
                                 metadata.file(), unknown_key),
                     {.file = metadata.file(), .field = std::string(unknown_key)}};
    }
    HEARTH_TRY_ASSIGN(const auto lower_case, metadata.get<bool>("tokenizer.ggml.normalizer.lowercase"));
    HEARTH_TRY_ASSIGN(const auto strip_accents,
                      metadata.get<bool>("tokenizer.ggml.normalizer.strip_accents"));
    LetterRules rules;
    rules.lower_case = lower_case.value_or(true);
    rules.strip_accents = strip_accents.value_or(rules.lower_case);
    return std::unique_ptr<SubwordModel>(new WordPiece(vocabulary, rules, *unknown));
}

WordPiece::WordPiece(const Vocabulary& vocabulary, LetterRules rules, TokenId unknown)
    : vocabulary_(vocabulary), rules_(rules), unknown_(unknown) {}

class WordPiece::Encoder final : public RunEncoder {
 public:
    explicit Encoder(const WordPiece& model) : model_(model) {}

    Status encode(std::string_view run, std::vector<TokenId>& tokens) override {
        start_word();
        while (!run.empty()) {
            const Character character = first_character(run);
            run.remove_prefix(character.length);
            if (is_removed(character.code_point)) {
                continue;
            }
            if (model_.rules_.strip_accents) {
                add_without_accents(character.code_point, tokens);
            } else {
                add(character.code_point, tokens);
            }
        }
        finish_word(tokens);
        return {};
    }

 private:
    void start_word() {
        word_.assign(word_start);
        word_characters_ = 0;
    }

    void add_without_accents(char32_t code_point, std::vector<TokenId>& tokens) {
        std::array<utf8proc_int32_t, 32> parts{};
        int last_boundclass = 0;
        const utf8proc_ssize_t count =
            utf8proc_decompose_char(static_cast<utf8proc_int32_t>(code_point), parts.data(), parts.size(),
                                    UTF8PROC_DECOMPOSE, &last_boundclass);
        for (utf8proc_ssize_t i = 0; i < std::min<utf8proc_ssize_t>(count, parts.size()); ++i) {
            const auto part = static_cast<char32_t>(parts[static_cast<std::size_t>(i)]);
            if (category(part) != UTF8PROC_CATEGORY_MN) {
                add(part, tokens);
            }
        }
    }

    void add(char32_t code_point, std::vector<TokenId>& tokens) {
        if (is_white_space(code_point)) {
            finish_word(tokens);
            return;
        }
        const bool alone = is_punctuation(code_point) || is_ideograph(code_point);
        if (alone) {
            finish_word(tokens);
        }
        append_letter(code_point);
        if (alone) {
            finish_word(tokens);
        }
    }

    void append_letter(char32_t code_point) {
        ++word_characters_;
        if (!model_.rules_.lower_case) {
            append_utf8(word_, code_point);
        } else if (code_point == 0x130) {  // the only letter whose small form is two characters
            append_utf8(word_, 'i');
            append_utf8(word_, 0x307);
            ++word_characters_;
        } else {
            append_utf8(word_,
                        static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(code_point))));
        }
    }

    void finish_word(std::vector<TokenId>& tokens) {
        if (word_characters_ > 0) {
            const std::size_t before = tokens.size();
            if (word_characters_ > longest_word_characters || !append_pieces(tokens)) {
                tokens.resize(before);
                tokens.push_back(model_.unknown_);
            }
        }
        start_word();
    }

    /// Greedy: the longest token at each place. False where there is none.
    bool append_pieces(std::vector<TokenId>& tokens) const {
        std::string_view rest = word_;
        while (!rest.empty()) {
            std::size_t length = rest.size();
            std::optional<TokenId> piece;
            for (; length > 0; --length) {
                piece = model_.vocabulary_.find(rest.substr(0, length));
                // The mark of a word's start is not a piece of its own.
                if (piece && model_.vocabulary_.kind(*piece) == TokenKind::normal &&
                    rest.substr(0, length) != word_start) {
                    break;
                }
            }
            if (length == 0) {
                return false;
            }
            tokens.push_back(*piece);
            rest.remove_prefix(length);
        }
        return true;
    }

    const WordPiece& model_;
    std::string word_;
    std::size_t word_characters_ = 0;
};

std::unique_ptr<RunEncoder> WordPiece::new_encoder() const {
    return std::make_unique<Encoder>(*this);
}

std::string WordPiece::token_bytes(TokenId token) const {
    return unescape_spaces(vocabulary_.text(token));
}

}  // namespace hearth::tokenizer
