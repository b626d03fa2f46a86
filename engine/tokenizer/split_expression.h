#pragma once

#include <hearth/result.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct pcre2_real_code_8;
struct pcre2_real_match_data_8;

namespace hearth::tokenizer {

/// What one step of an expression sees.
enum class ExpressionUnit : std::uint8_t {
    character,  ///< Unicode characters of UTF-8 text
    byte,       ///< single bytes
};

/// The spelling PCRE2 needs for an expression of the Hugging Face tokenizers (Oniguruma) to mean the same:
/// `\s`, `\S` and `\d` become Unicode White_Space and Nd (PCRE2's own `\s` also takes U+180E), `\p{Han}` the
/// script alone (PCRE2 would take script extensions).
std::string pcre2_spelling(std::string_view expression);

/// A compiled regular expression, run by PCRE2's JIT compiler where the platform has it, else by its
/// interpreter. Immutable; each thread matches with its own MatchState.
class SplitExpression {
 public:
    struct Range {
        std::size_t begin;
        std::size_t end;
    };
    struct MatchDataDeleter {
        void operator()(pcre2_real_match_data_8* data) const;
    };
    using MatchState = std::unique_ptr<pcre2_real_match_data_8, MatchDataDeleter>;

    /// An expression that does not compile is engine_failed: they are ours, not the file's.
    static Result<SplitExpression> compile(std::string_view expression, ExpressionUnit unit);

    MatchState new_state() const;

    /// The first non-empty match in `text` that begins at `from` or later. engine_failed where PCRE2 gives
    /// up.
    Result<std::optional<Range>> find(std::string_view text, std::size_t from, const MatchState& state) const;

 private:
    struct CodeDeleter {
        void operator()(pcre2_real_code_8* code) const;
    };
    std::unique_ptr<pcre2_real_code_8, CodeDeleter> code_;
    bool jit_ = false;
};

}  // namespace hearth::tokenizer
