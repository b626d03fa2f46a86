#include "chat_template/lexer.h"

#include "chat_template/failure.h"
#include "chat_template/limits.h"
#include "chat_template/unicode.h"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

namespace hearth::jinja {

namespace {

constexpr std::array<std::string_view, 26> kSymbols = {"//", "**", "==", "!=", ">=", "<=", "+", "-", "/",
                                                       "*",  "%",  "~",  "[",  "]",  "(",  ")", "{", "}",
                                                       ">",  "<",  "=",  ".",  ":",  "|",  ",", ";"};

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Without trailing whitespace.
std::string_view right_stripped(std::string_view text) {
    while (!text.empty()) {
        const std::size_t last = previous_character(text, text.size());
        if (!is_space(decode_at(text, last))) {
            break;
        }
        text = text.substr(0, last);
    }
    return text;
}

class Lexer {
 public:
    explicit Lexer(std::string_view source) : source_(source) {}

    std::vector<Token> run() {
        while (position_ < source_.size()) {
            lex_outside();
        }
        tokens_.push_back({TokenKind::end, line_, {}});
        return std::move(tokens_);
    }

 private:
    [[noreturn]] void fail_here(std::string message) const {
        fail(ErrorCode::template_syntax, std::move(message), line_);
    }

    char at(std::size_t position) const { return position < source_.size() ? source_[position] : '\0'; }
    bool looking_at(std::string_view text) const { return source_.substr(position_, text.size()) == text; }

    void advance_to(std::size_t position) {
        line_ += static_cast<std::uint32_t>(
            std::count(source_.begin() + static_cast<std::ptrdiff_t>(position_),
                       source_.begin() + static_cast<std::ptrdiff_t>(position), '\n'));
        position_ = position;
        line_starting_ = position > 0 && source_[position - 1] == '\n';
    }

    std::size_t skip_spaces(std::size_t position) const {
        while (position < source_.size() && is_space(decode_at(source_, position))) {
            position += character_bytes(source_[position]);
        }
        return position;
    }

    /// Adds the text before a tag, with the whitespace control of the tag's opening sign.
    void push_data(std::string_view text, char sign, bool strips_line_start) {
        if (sign == '-') {
            text = right_stripped(text);
        } else if (sign != '+' && strips_line_start) {
            const std::size_t newline = text.rfind('\n');
            const std::size_t start = newline == std::string_view::npos ? 0 : newline + 1;
            const std::string_view indent = text.substr(start);
            // jinja2 wants at least one whitespace character here: with none there is nothing to strip
            // anyway.
            if ((start > 0 || line_starting_) && right_stripped(indent).empty()) {
                text = text.substr(0, start);
            }
        }
        if (!text.empty()) {
            tokens_.push_back({TokenKind::data, line_, text});
        }
    }

    void lex_outside() {
        std::size_t open = position_;
        for (;; ++open) {
            open = source_.find('{', open);
            if (open == std::string_view::npos) {
                tokens_.push_back({TokenKind::data, line_, source_.substr(position_)});
                position_ = source_.size();
                return;
            }
            if (at(open + 1) == '{' || at(open + 1) == '%' || at(open + 1) == '#') {
                break;
            }
        }
        const char opener = source_[open + 1];
        const char sign = at(open + 2) == '-' || at(open + 2) == '+' ? source_[open + 2] : '\0';
        push_data(source_.substr(position_, open - position_), sign, opener != '{');
        advance_to(open);
        const std::size_t inside = open + (sign == '\0' ? 2 : 3);
        if (opener == '#') {
            lex_comment(inside);
        } else if (opener == '{') {
            tokens_.push_back({TokenKind::variable_begin, line_, source_.substr(open, 2)});
            advance_to(inside);
            lex_tag("}}", TokenKind::variable_end);
        } else if (const auto content = raw_content(inside)) {
            advance_to(*content);
            lex_raw();
        } else {
            tokens_.push_back({TokenKind::block_begin, line_, source_.substr(open, 2)});
            advance_to(inside);
            lex_tag("%}", TokenKind::block_end);
        }
    }

    /// Position after `%}` (or `}}`, `#}`) at `position`, the sign before it and the whitespace it eats.
    std::size_t after_closer(std::size_t position, std::size_t closer_bytes, char sign,
                             bool eats_newline) const {
        position += closer_bytes;
        if (sign == '-') {
            return skip_spaces(position);
        }
        return eats_newline && sign != '+' && at(position) == '\n' ? position + 1 : position;
    }

    void lex_comment(std::size_t inside) {
        const std::size_t close = source_.find("#}", inside);
        if (close == std::string_view::npos) {
            fail_here("the comment has no end: expected '#}'");
        }
        const char before = close > inside ? source_[close - 1] : '\0';
        const char sign = before == '-' || before == '+' ? before : '\0';
        advance_to(after_closer(close, 2, sign, true));
    }

    /// Where the content of `{% raw %}` begins, if that is the tag whose inside starts at `inside`.
    std::optional<std::size_t> raw_content(std::size_t inside) const {
        std::size_t position = skip_spaces(inside);
        if (source_.substr(position, 3) != "raw") {
            return std::nullopt;
        }
        position = skip_spaces(position + 3);
        if (source_.substr(position, 3) == "-%}") {
            return skip_spaces(position + 3);
        }
        if (source_.substr(position, 2) == "%}") {
            return position + 2;
        }
        return std::nullopt;
    }

    void lex_raw() {
        for (std::size_t open = source_.find("{%", position_); open != std::string_view::npos;
             open = source_.find("{%", open + 1)) {
            const char sign = at(open + 2) == '-' || at(open + 2) == '+' ? source_[open + 2] : '\0';
            std::size_t position = skip_spaces(open + (sign == '\0' ? 2 : 3));
            if (source_.substr(position, 6) != "endraw") {
                continue;
            }
            position = skip_spaces(position + 6);
            const char end_sign = at(position) == '-' || at(position) == '+' ? source_[position] : '\0';
            position += end_sign == '\0' ? 0 : 1;
            if (source_.substr(position, 2) != "%}") {
                continue;
            }
            push_data(source_.substr(position_, open - position_), sign, true);
            advance_to(after_closer(position, 2, end_sign, true));
            return;
        }
        fail_here("the raw block has no end: expected '{% endraw %}'");
    }

    void lex_tag(std::string_view closer, TokenKind end_kind) {
        std::string brackets;  // those that are open, as the closing ones expected
        const bool block = end_kind == TokenKind::block_end;
        while (true) {
            if (position_ >= source_.size()) {
                return;  // the parser sees the end and knows what it expected
            }
            if (brackets.empty()) {
                const char first = at(position_);
                const char sign = first == '-' || (block && first == '+') ? first : '\0';
                const std::size_t close = position_ + (sign == '\0' ? 0 : 1);
                if (source_.substr(close, 2) == closer) {
                    tokens_.push_back({end_kind, line_, closer});
                    advance_to(after_closer(close, 2, sign, block));
                    return;
                }
            }
            lex_inside(brackets);
        }
    }

    void push(TokenKind kind, std::size_t bytes) {
        tokens_.push_back({kind, line_, source_.substr(position_, bytes)});
        advance_to(position_ + bytes);
    }

    void lex_inside(std::string& brackets) {
        if (const std::size_t next = skip_spaces(position_); next != position_) {
            advance_to(next);
        } else if (const std::size_t floating = float_bytes(); floating > 0) {
            push(TokenKind::floating, floating);
        } else if (const std::size_t integer = integer_bytes(); integer > 0) {
            push(TokenKind::integer, integer);
        } else if (const std::size_t name = name_bytes(); name > 0) {
            push(TokenKind::name, name);
        } else if (at(position_) == '\'' || at(position_) == '"') {
            lex_string();
        } else {
            lex_symbol(brackets);
        }
    }

    /// Bytes of `\d+(_\d+)*` at `position`.
    std::size_t digit_run(std::size_t position) const {
        const std::size_t start = position;
        while (is_digit(at(position)) ||
               (position > start && at(position) == '_' && is_digit(at(position + 1)))) {
            ++position;
        }
        return position - start;
    }

    std::size_t float_bytes() const {
        if (position_ > 0 && source_[position_ - 1] == '.') {
            return 0;
        }
        const std::size_t whole = digit_run(position_);
        if (whole == 0) {
            return 0;
        }
        std::size_t end = position_ + whole;
        const std::size_t fraction = at(end) == '.' ? digit_run(end + 1) : 0;
        if (fraction > 0) {
            end += 1 + fraction;
        }
        std::size_t exponent = 0;
        if (at(end) == 'e' || at(end) == 'E') {
            const std::size_t sign = at(end + 1) == '+' || at(end + 1) == '-' ? 1 : 0;
            const std::size_t digits = digit_run(end + 1 + sign);
            exponent = digits > 0 ? 1 + sign + digits : 0;
        }
        return fraction + exponent > 0 ? end + exponent - position_ : 0;
    }

    std::size_t prefixed_bytes(std::string_view digits) const {
        std::size_t end = position_ + 2;
        while (true) {
            const std::size_t digit = end + (at(end) == '_' ? 1 : 0);
            if (digit >= source_.size() || digits.find(at(digit)) == std::string_view::npos) {
                return end > position_ + 2 ? end - position_ : 0;
            }
            end = digit + 1;
        }
    }

    std::size_t integer_bytes() const {
        if (at(position_) != '0') {
            return digit_run(position_);
        }
        std::size_t prefixed = 0;
        switch (at(position_ + 1)) {
            case 'b':
            case 'B':
                prefixed = prefixed_bytes("01");
                break;
            case 'o':
            case 'O':
                prefixed = prefixed_bytes("01234567");
                break;
            case 'x':
            case 'X':
                prefixed = prefixed_bytes("0123456789abcdefABCDEF");
                break;
            default:
                break;
        }
        if (prefixed > 0) {
            return prefixed;
        }
        std::size_t end = position_ + 1;
        while (at(end) == '0' || (at(end) == '_' && at(end + 1) == '0')) {
            ++end;
        }
        return end - position_;
    }

    std::size_t name_bytes() const {
        std::size_t end = position_;
        while (end < source_.size() && is_word(decode_at(source_, end))) {
            end += character_bytes(source_[end]);
        }
        return end - position_;
    }

    void lex_string() {
        const char quote = at(position_);
        for (std::size_t end = position_ + 1; end < source_.size(); ++end) {
            if (source_[end] == '\\') {
                ++end;
            } else if (source_[end] == quote) {
                push(TokenKind::string, end + 1 - position_);
                return;
            }
        }
        fail_here(fmt::format("the string has no end: expected {}", quote));
    }

    void lex_symbol(std::string& brackets) {
        const auto* const found = std::find_if(
            kSymbols.begin(), kSymbols.end(), [this](std::string_view symbol) { return looking_at(symbol); });
        if (found == kSymbols.end()) {
            const std::size_t bytes = character_bytes(source_[position_]);
            fail_here(fmt::format("unexpected character '{}'", escaped(source_.substr(position_, bytes))));
        }
        const char symbol = found->front();
        if (brackets.size() > kMaxSyntaxDepth) {
            fail(ErrorCode::template_limit,
                 fmt::format("the template nests brackets deeper than {} levels", kMaxSyntaxDepth), line_);
        }
        if (symbol == '(' || symbol == '[' || symbol == '{') {
            brackets.push_back(symbol == '(' ? ')' : symbol == '[' ? ']' : '}');
        } else if (symbol == ')' || symbol == ']' || symbol == '}') {
            if (brackets.empty()) {
                fail_here(fmt::format("unexpected '{}'", symbol));
            }
            if (brackets.back() != symbol) {
                fail_here(fmt::format("unexpected '{}', expected '{}'", symbol, brackets.back()));
            }
            brackets.pop_back();
        }
        push(TokenKind::symbol, found->size());
    }

    std::string_view source_;
    std::size_t position_ = 0;
    std::uint32_t line_ = 1;
    bool line_starting_ = true;
    std::vector<Token> tokens_;
};

}  // namespace

std::string describe(const Token& token) {
    switch (token.kind) {
        case TokenKind::data:
            return "text";
        case TokenKind::variable_begin:
            return "'{{'";
        case TokenKind::variable_end:
            return "'}}'";
        case TokenKind::block_begin:
            return "'{%'";
        case TokenKind::block_end:
            return "'%}'";
        case TokenKind::end:
            return "the end of the template";
        default:
            return fmt::format("'{}'", escaped(token.text, 60));
    }
}

std::string normalized_source(std::string_view source) {
    std::string out;
    out.reserve(source.size());
    for (std::size_t i = 0; i < source.size(); ++i) {
        if (source[i] != '\r') {
            out += source[i];
            continue;
        }
        out += '\n';
        if (i + 1 < source.size() && source[i + 1] == '\n') {
            ++i;
        }
    }
    if (!out.empty() && out.back() == '\n') {
        out.pop_back();
    }
    return out;
}

std::vector<Token> tokenize(std::string_view source) {
    return Lexer(source).run();
}

}  // namespace hearth::jinja
