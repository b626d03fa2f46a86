#include "tokenizer/stripping_tokens.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hearth::tokenizer {

StrippingTokens find_stripping_tokens(const Metadata& metadata, const Vocabulary& vocabulary) {
    StrippingTokens found;
    const auto text_of = [&](std::string_view key) {
        const auto value = metadata.get<std::string>(key);
        return value && *value ? **value : std::string();
    };
    std::string name = text_of("general.name");
    std::ranges::transform(name, name.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    const std::string pre = text_of("tokenizer.ggml.pre");
    const std::string architecture = text_of("general.architecture");

    const auto add = [&](std::vector<TokenId>& tokens, std::string_view text) {
        if (const auto token = vocabulary.find(text)) {
            tokens.push_back(*token);
        }
    };
    if (pre == "jina-v2-de" || pre == "jina-v2-es" || pre == "jina-v2-code" ||
        architecture == "nomic-bert-moe" || architecture == "jina-bert-v3") {
        add(found.left, "<mask>");
    } else if (pre == "modern-bert") {
        add(found.left, "[MASK]");
    } else if (name.find("phi-3") != std::string::npos || name.find("phi3") != std::string::npos) {
        for (std::size_t i = 0; i < vocabulary.size(); ++i) {
            const TokenId token{static_cast<std::int32_t>(i)};
            const TokenKind kind = vocabulary.kind(token);
            const std::string_view text = vocabulary.text(token);
            if ((kind == TokenKind::control || kind == TokenKind::user_defined) && text != "<unk>" &&
                text != "<s>" && text != "<|endoftext|>") {
                found.right.push_back(token);
            }
        }
    }
    for (const auto& [key, tokens] : {std::pair{"tokenizer.hearth.left_stripping_tokens", &found.left},
                                      std::pair{"tokenizer.hearth.right_stripping_tokens", &found.right}}) {
        const auto listed = metadata.get<std::vector<std::uint32_t>>(key);
        if (listed && *listed) {
            for (const std::uint32_t id : **listed) {
                tokens->push_back(TokenId{static_cast<std::int32_t>(id)});
            }
        }
    }
    std::ranges::sort(found.left);
    std::ranges::sort(found.right);
    return found;
}

}  // namespace hearth::tokenizer
