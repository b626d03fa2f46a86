#define PCRE2_CODE_UNIT_WIDTH 8
#include "tokenizer/split_expression.h"

#include <array>
#include <new>

#include <fmt/format.h>
#include <pcre2.h>

namespace hearth::tokenizer {

namespace {

struct Respelling {
    std::string_view upstream;
    std::string_view in_class;
    std::string_view outside;
};

constexpr std::array respellings{
    Respelling{"\\s", "\\t-\\r\\x{85}\\p{Z}", "[\\t-\\r\\x{85}\\p{Z}]"},
    Respelling{"\\S", "", "[^\\t-\\r\\x{85}\\p{Z}]"},
    Respelling{"\\d", "\\p{Nd}", "\\p{Nd}"},
    Respelling{"\\p{Han}", "\\p{sc:Han}", "\\p{sc:Han}"},
};

std::string pcre2_message(int code) {
    std::array<PCRE2_UCHAR, 256> text{};
    pcre2_get_error_message(code, text.data(), text.size());
    return reinterpret_cast<const char*>(text.data());
}

}  // namespace

std::string pcre2_spelling(std::string_view expression) {
    std::string spelled;
    bool in_class = false;
    while (!expression.empty()) {
        std::size_t taken = expression.front() == '\\' && expression.size() > 1 ? 2 : 1;
        std::string_view written = expression.substr(0, taken);
        for (const Respelling& respelling : respellings) {
            if (expression.starts_with(respelling.upstream)) {
                taken = respelling.upstream.size();
                written = in_class ? respelling.in_class : respelling.outside;
                break;
            }
        }
        if (written == "[") {
            in_class = true;
        } else if (written == "]") {
            in_class = false;
        }
        spelled += written;
        expression.remove_prefix(taken);
    }
    return spelled;
}

void SplitExpression::CodeDeleter::operator()(pcre2_real_code_8* code) const {
    pcre2_code_free(code);
}
void SplitExpression::MatchDataDeleter::operator()(pcre2_real_match_data_8* data) const {
    pcre2_match_data_free(data);
}

Result<SplitExpression> SplitExpression::compile(std::string_view expression, ExpressionUnit unit) {
    const std::string spelled = pcre2_spelling(expression);
    const std::uint32_t options = unit == ExpressionUnit::character ? PCRE2_UTF : 0U;
    int error = 0;
    PCRE2_SIZE offset = 0;
    SplitExpression compiled;
    compiled.code_.reset(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(spelled.data()), spelled.size(), options,
                                       &error, &offset, nullptr));
    if (!compiled.code_) {
        return Error{ErrorCode::engine_failed,
                     fmt::format("pre-tokenizer expression {} does not compile at {}: {}", spelled, offset,
                                 pcre2_message(error))};
    }
    compiled.jit_ = pcre2_jit_compile(compiled.code_.get(), PCRE2_JIT_COMPLETE) == 0;
    return compiled;
}

SplitExpression::MatchState SplitExpression::new_state() const {
    MatchState state(pcre2_match_data_create(1, nullptr));
    if (!state) {
        throw std::bad_alloc();
    }
    return state;
}

Result<std::optional<SplitExpression::Range>> SplitExpression::find(std::string_view text, std::size_t from,
                                                                    const MatchState& state) const {
    const auto* subject = reinterpret_cast<PCRE2_SPTR>(text.data());
    while (from < text.size()) {
        // The text was validated as a whole; the fast path skips PCRE2's own checks of its arguments.
        int found = jit_ ? pcre2_jit_match(code_.get(), subject, text.size(), from, 0, state.get(), nullptr)
                         : PCRE2_ERROR_JIT_STACKLIMIT;
        if (found == PCRE2_ERROR_JIT_STACKLIMIT) {
            // The interpreter keeps its state on the heap and takes what the JIT compiler's small stack does
            // not.
            found = pcre2_match(code_.get(), subject, text.size(), from, PCRE2_NO_UTF_CHECK | PCRE2_NO_JIT,
                                state.get(), nullptr);
        }
        if (found == PCRE2_ERROR_NOMATCH) {
            return std::optional<Range>{};
        }
        if (found < 0) {
            return Error{ErrorCode::engine_failed,
                         fmt::format("splitting text into words failed: {}", pcre2_message(found))};
        }
        const PCRE2_SIZE* ends = pcre2_get_ovector_pointer(state.get());
        if (ends[1] > ends[0]) {
            return std::optional<Range>{Range{ends[0], ends[1]}};
        }
        from = ends[1] + 1;
        while (from < text.size() && (static_cast<unsigned char>(text[from]) & 0xC0U) == 0x80U) {
            ++from;
        }
    }
    return std::optional<Range>{};
}

}  // namespace hearth::tokenizer
