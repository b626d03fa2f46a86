#pragma once

#include "chat_template/ast.h"
#include "chat_template/token_stream.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace hearth::jinja {

/// What expressions mean depends on where they stand.
struct ParsingContext {
    std::uint32_t depth = 0;
    /// Inside `{% if %}`, where jinja2 takes an unknown filter or test as an error only if it is reached.
    bool conditional = false;
    /// Those met elsewhere.
    struct Unknown {
        std::string message;
        std::uint32_t line = 0;
    };
    std::vector<Unknown> unknown;
    /// Whether `caller`, `varargs`, `kwargs` are read, for each macro around.
    struct MacroUses {
        bool caller = false;
        bool varargs = false;
        bool kwargs = false;
    };
    std::vector<MacroUses> macros;
};

/// Recursive descent over jinja2's expression grammar; each method is named after what it reads.
class ExpressionParser {
 public:
    ExpressionParser(TokenStream& tokens, NameTable& names, ParsingContext& context)
        : tokens_(tokens), names_(names), context_(context) {}

    ExpressionPointer expression(bool with_conditional = true);
    /// One expression, or several with commas, which are a tuple. Ends before `end_name`, if there is one.
    ExpressionPointer tuple_or_expression(bool with_conditional = true, std::string_view end_name = {});
    /// `|a|b(…)`: a chain of filters around `input`, which may be null.
    ExpressionPointer filters(ExpressionPointer input);
    /// The same, but the first `|` is not written.
    ExpressionPointer filter_chain();

    enum class Targets : std::uint8_t { names, names_and_attributes };
    Target target(Targets allowed, std::string_view end_name = {});

 private:
    ExpressionPointer disjunction();
    ExpressionPointer conjunction();
    ExpressionPointer negation();
    ExpressionPointer comparison();
    ExpressionPointer sum();
    ExpressionPointer concatenation();
    ExpressionPointer product();
    ExpressionPointer power();
    ExpressionPointer unary(bool with_filters = true);
    ExpressionPointer primary();
    ExpressionPointer name();
    ExpressionPointer literal();
    ExpressionPointer parenthesized();
    ExpressionPointer list();
    ExpressionPointer dict();
    ExpressionPointer postfix(ExpressionPointer node);
    ExpressionPointer filters_and_tests(ExpressionPointer node);
    ExpressionPointer subscript(ExpressionPointer object);
    ExpressionPointer subscript_key();
    ExpressionPointer call(ExpressionPointer callee);
    ExpressionPointer filter(ExpressionPointer input);
    ExpressionPointer test(ExpressionPointer input);
    CallArguments arguments();
    std::string dotted_name();
    std::optional<ComparisonOperator> comparison_operator();
    bool tuple_ends(std::string_view end_name) const;
    Target single_target(Targets allowed);

    TokenStream& tokens_;
    NameTable& names_;
    ParsingContext& context_;
};

}  // namespace hearth::jinja
