#include "tokenizer/pre_tokenizer.h"

#include <algorithm>

namespace hearth::tokenizer {

namespace {

bool starts_character(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
}

}  // namespace

Result<PreTokenizer> PreTokenizer::compile(const PreTokenizerFamily& family) {
    PreTokenizer pre_tokenizer;
    for (const PreTokenizerPass& pass : family.passes) {
        const auto unit =
            pass.kind == PreTokenizerPass::Kind::bytes ? ExpressionUnit::byte : ExpressionUnit::character;
        HEARTH_TRY_ASSIGN(SplitExpression expression, SplitExpression::compile(pass.expression, unit));
        pre_tokenizer.passes_.push_back({std::move(expression), pass.kind});
    }
    return pre_tokenizer;
}

PreTokenizer::State PreTokenizer::new_state() const {
    State state;
    state.reserve(passes_.size());
    for (const Pass& pass : passes_) {
        state.push_back(pass.expression.new_state());
    }
    return state;
}

std::size_t PreTokenizer::character_count(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, starts_character));
}

std::size_t PreTokenizer::first_group_length(std::string_view digits, std::size_t characters_left) {
    std::size_t characters = characters_left % 3 == 0 ? 3 : characters_left % 3;
    std::size_t length = 0;
    while (length < digits.size() && (characters > 0 || !starts_character(digits[length]))) {
        if (starts_character(digits[length])) {
            --characters;
        }
        ++length;
    }
    return length;
}

}  // namespace hearth::tokenizer
