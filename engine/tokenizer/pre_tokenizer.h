#pragma once

#include "tokenizer/pre_tokenizer_families.h"
#include "tokenizer/split_expression.h"

#include <hearth/result.h>

#include <string_view>
#include <vector>

namespace hearth::tokenizer {

/// Cuts text into the words that are tokenized on their own: the compiled passes of a family. Immutable.
class PreTokenizer {
 public:
    /// Scratch memory of one thread.
    using State = std::vector<SplitExpression::MatchState>;

    static Result<PreTokenizer> compile(const PreTokenizerFamily& family);

    State new_state() const;

    /// Calls `word` with each piece of `text`, in order; together they are the text.
    template <class Word>
    Status split(std::string_view text, const State& state, const Word& word) const {
        return split_from(0, text, state, word);
    }

 private:
    struct Pass {
        SplitExpression expression;
        PreTokenizerPass::Kind kind;
    };

    /// Length of the first piece of a run of digits cut into threes from its right end.
    static std::size_t first_group_length(std::string_view digits, std::size_t characters_left);
    static std::size_t character_count(std::string_view text);

    template <class Word>
    Status split_from(std::size_t pass, std::string_view text, const State& state, const Word& word) const {
        if (text.empty()) {
            return {};
        }
        if (pass == passes_.size()) {
            word(text);
            return {};
        }
        std::size_t done = 0;
        while (done < text.size()) {
            HEARTH_TRY_ASSIGN(const auto match, passes_[pass].expression.find(text, done, state[pass]));
            const std::size_t begin = match ? match->begin : text.size();
            HEARTH_TRY(split_from(pass + 1, text.substr(done, begin - done), state, word));
            if (!match) {
                break;
            }
            HEARTH_TRY(split_match(pass, text.substr(begin, match->end - begin), state, word));
            done = match->end;
        }
        return {};
    }

    template <class Word>
    Status split_match(std::size_t pass, std::string_view match, const State& state, const Word& word) const {
        if (passes_[pass].kind != PreTokenizerPass::Kind::groups_of_three) {
            return split_from(pass + 1, match, state, word);
        }
        for (std::size_t left = character_count(match); !match.empty();) {
            const std::size_t length = first_group_length(match, left);
            HEARTH_TRY(split_from(pass + 1, match.substr(0, length), state, word));
            match.remove_prefix(length);
            left -= left % 3 == 0 ? 3 : left % 3;
        }
        return {};
    }

    std::vector<Pass> passes_;
};

}  // namespace hearth::tokenizer
