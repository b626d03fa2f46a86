#include "chat_template/expression_nodes.h"
#include "chat_template/expression_parser.h"
#include "chat_template/failure.h"
#include "chat_template/number_text.h"
#include "chat_template/string_literal.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

// Names, literals, and what is between brackets.

namespace hearth::jinja {

ExpressionPointer ExpressionParser::primary() {
    const Token& token = tokens_.current();
    switch (token.kind) {
        case TokenKind::name:
            return name();
        case TokenKind::string:
        case TokenKind::integer:
        case TokenKind::floating:
            return literal();
        default:
            break;
    }
    if (token.is_symbol("(")) {
        return parenthesized();
    }
    if (token.is_symbol("[")) {
        return list();
    }
    if (token.is_symbol("{")) {
        return dict();
    }
    tokens_.fail_expected("an expression");
}

ExpressionPointer ExpressionParser::name() {
    const Token& token = tokens_.take();
    if (token.text == "true" || token.text == "True") {
        return constant_node(token.line, make_bool(true));
    }
    if (token.text == "false" || token.text == "False") {
        return constant_node(token.line, make_bool(false));
    }
    if (token.text == "none" || token.text == "None") {
        return constant_node(token.line, Value());
    }
    for (auto& uses : context_.macros) {
        uses.caller = uses.caller || token.text == "caller";
        uses.varargs = uses.varargs || token.text == "varargs";
        uses.kwargs = uses.kwargs || token.text == "kwargs";
    }
    auto node = make<Name>(token.line);
    node->id = names_.id(token.text);
    return node;
}

ExpressionPointer ExpressionParser::literal() {
    const Token& token = tokens_.take();
    if (token.kind == TokenKind::string) {
        std::string text = decode_string(token);
        while (tokens_.current().kind == TokenKind::string) {
            text += decode_string(tokens_.take());
        }
        return constant_node(token.line,
                             make_string(nullptr, Text(std::move(text), TextOrigin::template_text)));
    }
    if (token.kind == TokenKind::integer) {
        const auto value = parse_integer(token.text, 0);
        if (!value) {
            fail(ErrorCode::template_syntax, fmt::format("'{}' is not an integer", token.text), token.line);
        }
        return constant_node(token.line, make_integer(*value));
    }
    const auto value = parse_float(token.text);
    if (!value) {
        fail(ErrorCode::template_syntax, fmt::format("'{}' is not a number", token.text), token.line);
    }
    return constant_node(token.line, make_float(*value));
}

bool ExpressionParser::tuple_ends(std::string_view end_name) const {
    const Token& token = tokens_.current();
    return token.kind == TokenKind::variable_end || token.kind == TokenKind::block_end ||
           token.is_symbol(")") || (!end_name.empty() && token.is_name(end_name));
}

ExpressionPointer ExpressionParser::tuple_or_expression(bool with_conditional, std::string_view end_name) {
    const std::uint32_t line = tokens_.current().line;
    ExpressionPointer first = expression(with_conditional);
    if (!tokens_.current().is_symbol(",")) {
        return first;
    }
    auto node = make<TupleLiteral>(line);
    std::uint32_t height = first->height;
    node->items.push_back(std::move(first));
    while (tokens_.skip_symbol(",") && !tuple_ends(end_name)) {
        node->items.push_back(expression(with_conditional));
        height = std::max(height, node->items.back()->height);
    }
    return finish(std::move(node), height);
}

ExpressionPointer ExpressionParser::parenthesized() {
    const std::uint32_t line = tokens_.take().line;
    if (tokens_.skip_symbol(")")) {
        return make<TupleLiteral>(line);
    }
    ExpressionPointer node = tuple_or_expression();
    tokens_.expect_symbol(")");
    return node;
}

ExpressionPointer ExpressionParser::list() {
    auto node = make<ListLiteral>(tokens_.take().line);
    std::uint32_t height = 0;
    while (!tokens_.skip_symbol("]")) {
        if (!node->items.empty()) {
            tokens_.expect_symbol(",");
            if (tokens_.skip_symbol("]")) {
                break;
            }
        }
        node->items.push_back(expression());
        height = std::max(height, node->items.back()->height);
    }
    return finish(std::move(node), height);
}

ExpressionPointer ExpressionParser::dict() {
    auto node = make<DictLiteral>(tokens_.take().line);
    std::uint32_t height = 0;
    while (!tokens_.skip_symbol("}")) {
        if (!node->entries.empty()) {
            tokens_.expect_symbol(",");
            if (tokens_.skip_symbol("}")) {
                break;
            }
        }
        ExpressionPointer key = expression();
        tokens_.expect_symbol(":");
        node->entries.emplace_back(std::move(key), expression());
        height = std::max({height, node->entries.back().first->height, node->entries.back().second->height});
    }
    return finish(std::move(node), height);
}
}  // namespace hearth::jinja
