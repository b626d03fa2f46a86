#include "tokenizer/end_tokens.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace hearth::tokenizer {

namespace {

/// Turn ends of models in use, whatever kind the file gives them: no text holds them by chance.
constexpr std::array unmistakable_ends{
    std::string_view{"<|call|>"},
    std::string_view{"<|calls|>"},
    std::string_view{"<|end_of_text|>"},
    std::string_view{"<|end|>"},
    std::string_view{"<|endoftext|>"},
    std::string_view{"<|eom_id|>"},
    std::string_view{"<|eot_id|>"},
    std::string_view{"<|flush|>"},
    std::string_view{"<|im_end|>"},
    std::string_view{"<|return|>"},
    std::string_view{"<|tool_response>"},
    std::string_view{"<end_of_turn>"},
    std::string_view{"<end_of_utterance>"},
    std::string_view{"<turn|>"},
    std::string_view{"<｜end▁of▁sentence｜>"},
    std::string_view{"[e~["},
};

/// Turn ends only where the file calls them control tokens: others write them as ordinary text (`</s>` is a
/// tag of HTML, and a normal token of Gemma and PLaMo).
constexpr std::array control_ends{
    std::string_view{"</s>"},  std::string_view{"<EOT>"}, std::string_view{"<eos>"},
    std::string_view{"[EOS]"}, std::string_view{"[EOT]"}, std::string_view{"_<EOT>"},
};

/// What structures an answer of gpt-oss ("harmony"): the reader of the answer needs to see it.
constexpr std::array harmony_structure{
    std::string_view{"<|channel|>"},
    std::string_view{"<|constrain|>"},
    std::string_view{"<|message|>"},
    std::string_view{"<|start|>"},
};

constexpr std::array end_keys{
    std::string_view{"tokenizer.ggml.eos_token_id"},
    std::string_view{"tokenizer.ggml.eot_token_id"},
    std::string_view{"tokenizer.ggml.eom_token_id"},
};

void sort_unique(std::vector<TokenId>& tokens) {
    std::ranges::sort(tokens);
    tokens.erase(std::unique(tokens.begin(), tokens.end()), tokens.end());
}

}  // namespace

Result<ChatTokens> find_chat_tokens(const Metadata& metadata, Vocabulary& vocabulary,
                                    std::vector<std::string>& warnings) {
    ChatTokens found;
    for (const std::string_view key : end_keys) {
        HEARTH_TRY_ASSIGN(const auto token, read_token_id(metadata, key, vocabulary));
        if (token) {
            found.ends.push_back(*token);
        } else if (key == end_keys.front()) {
            warnings.push_back(fmt::format("{}: {} is missing, so the file itself names no end of text.",
                                           metadata.file(), key));
        }
    }

    // Checkpoints list the tokens that end an answer (generation_config.json).
    constexpr std::string_view kListed = "tokenizer.hearth.end_tokens";
    HEARTH_TRY_ASSIGN(const auto listed, metadata.get<std::vector<std::uint32_t>>(kListed));
    for (const std::uint32_t id : listed.value_or(std::vector<std::uint32_t>())) {
        if (id >= vocabulary.size()) {
            return bad_value(metadata, kListed, fmt::format("ids of the {} tokens", vocabulary.size()),
                             fmt::format("one with {}", id));
        }
        found.ends.push_back(TokenId{static_cast<std::int32_t>(id)});
    }

    const auto has = [&](std::string_view text) { return vocabulary.find(text).has_value(); };
    // In these two formats <|end|> closes one message of several in an answer.
    const bool end_goes_on = (has("<|return|>") && has("<|call|>")) || (has("<|flush|>") && has("<|calls|>"));
    for (const std::string_view text : unmistakable_ends) {
        const auto token = vocabulary.find(text);
        if (!token) {
            continue;
        }
        if (vocabulary.kind(*token) != TokenKind::control) {
            vocabulary.set_kind(*token, TokenKind::control);
            warnings.push_back(
                fmt::format("{}: token {} \"{}\" ends a turn, but is not marked as a control token; "
                            "it is taken as one.",
                            metadata.file(), token->value, text));
        }
        if (text == "<|end|>" && end_goes_on) {
            found.shown.push_back(*token);
        } else {
            found.ends.push_back(*token);
        }
    }
    for (const std::string_view text : control_ends) {
        const auto token = vocabulary.find(text);
        if (token && vocabulary.kind(*token) == TokenKind::control) {
            found.ends.push_back(*token);
        }
    }
    if (end_goes_on) {
        for (const std::string_view text : harmony_structure) {
            if (const auto token = vocabulary.find(text)) {
                found.shown.push_back(*token);
            }
        }
    }

    sort_unique(found.ends);
    sort_unique(found.shown);
    if (found.ends.empty()) {
        warnings.push_back(
            fmt::format("{}: the vocabulary has no token that ends a turn; answers go on until the "
                        "limit.",
                        metadata.file()));
    }
    return found;
}

}  // namespace hearth::tokenizer
