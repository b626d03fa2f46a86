#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::jinja {

enum class TokenKind : std::uint8_t {
    data,            ///< text outside of tags, whitespace control applied
    variable_begin,  ///< {{
    variable_end,    ///< }}
    block_begin,     ///< {%
    block_end,       ///< %}
    name,
    string,  ///< with its quotes and escapes
    integer,
    floating,
    symbol,  ///< operator or punctuation
    end,     ///< of the template
};

struct Token {
    TokenKind kind;
    std::uint32_t line;  ///< 1-based
    std::string_view text;

    bool is_symbol(std::string_view symbol) const { return kind == TokenKind::symbol && text == symbol; }
    bool is_name(std::string_view name) const { return kind == TokenKind::name && text == name; }
};

/// "end of statement block", "'for'", …: how an error message names the token.
std::string describe(const Token& token);

/// The source as the lexer reads it: line ends are \n, the last of them is dropped.
std::string normalized_source(std::string_view source);

/// Splits `source` (normalized, well-formed UTF-8; must outlive the tokens) as jinja2 does with trim_blocks
/// and lstrip_blocks. The last token is `end`. Throws Failure(template_syntax).
std::vector<Token> tokenize(std::string_view source);

}  // namespace hearth::jinja
