#include "chat_template/expression_nodes.h"
#include "chat_template/expression_parser.h"
#include "chat_template/failure.h"
#include "chat_template/filters.h"
#include "chat_template/limits.h"
#include "chat_template/tests.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

// What follows an operand: attributes, subscripts, calls, filters, tests.

namespace hearth::jinja {

ExpressionPointer ExpressionParser::postfix(ExpressionPointer node) {
    while (true) {
        const Token& token = tokens_.current();
        if (token.is_symbol(".") || token.is_symbol("[")) {
            node = subscript(std::move(node));
        } else if (token.is_symbol("(")) {
            node = call(std::move(node));
        } else {
            return node;
        }
    }
}

ExpressionPointer ExpressionParser::filters_and_tests(ExpressionPointer node) {
    while (true) {
        const Token& token = tokens_.current();
        if (token.is_symbol("|")) {
            node = filters(std::move(node));
        } else if (token.is_name("is")) {
            node = test(std::move(node));
        } else if (token.is_symbol("(")) {
            node = call(std::move(node));
        } else {
            return node;
        }
    }
}

ExpressionPointer ExpressionParser::subscript(ExpressionPointer object) {
    const Token& open = tokens_.take();
    const std::uint32_t height = object->height;
    if (open.text == ".") {
        const Token& token = tokens_.current();
        if (token.kind == TokenKind::name) {
            auto node = make<Attribute>(tokens_.take().line);
            node->object = std::move(object);
            node->attribute = token.text;
            return finish(std::move(node), height);
        }
        if (token.kind != TokenKind::integer) {
            tokens_.fail_expected("a name or number after '.'");
        }
        auto node = make<Subscript>(token.line);
        node->object = std::move(object);
        node->key = literal();
        return finish(std::move(node), height);
    }
    auto node = make<Subscript>(open.line);
    node->object = std::move(object);
    std::vector<ExpressionPointer> keys;
    while (!tokens_.skip_symbol("]")) {
        if (!keys.empty()) {
            tokens_.expect_symbol(",");
        }
        keys.push_back(subscript_key());
    }
    if (keys.size() == 1) {
        node->key = std::move(keys.front());
    } else {
        auto tuple = make<TupleLiteral>(open.line);
        std::uint32_t key_height = 0;
        for (const auto& key : keys) {
            if (key->kind == ExpressionKind::slice) {
                fail(ErrorCode::template_syntax, "a slice among several subscripts is not supported",
                     key->line);
            }
            key_height = std::max(key_height, key->height);
        }
        tuple->items = std::move(keys);
        node->key = finish(std::move(tuple), key_height);
    }
    const std::uint32_t key_height = node->key->height;
    return finish(std::move(node), std::max(height, key_height));
}

ExpressionPointer ExpressionParser::subscript_key() {
    const std::uint32_t line = tokens_.current().line;
    ExpressionPointer start;
    if (!tokens_.current().is_symbol(":")) {
        start = expression();
        if (!tokens_.current().is_symbol(":")) {
            return start;
        }
    }
    tokens_.take();
    const auto ends = [this] {
        return tokens_.current().is_symbol(":") || tokens_.current().is_symbol("]") ||
               tokens_.current().is_symbol(",");
    };
    auto node = make<Slice>(line);
    node->start = std::move(start);
    if (!ends()) {
        node->stop = expression();
    }
    if (tokens_.skip_symbol(":") && !ends()) {
        node->step = expression();
    }
    const std::uint32_t height =
        std::max({height_of(node->start), height_of(node->stop), height_of(node->step)});
    return finish(std::move(node), height);
}

CallArguments ExpressionParser::arguments() {
    const Token& open = tokens_.current();
    tokens_.expect_symbol("(");
    const auto require = [&](bool allowed) {
        if (!allowed) {
            fail(ErrorCode::template_syntax, "the arguments of a call stand in an order that is not allowed",
                 open.line);
        }
    };
    CallArguments out;
    bool first = true;
    while (!tokens_.skip_symbol(")")) {
        if (!first) {
            tokens_.expect_symbol(",");
            if (tokens_.skip_symbol(")")) {
                break;
            }
        }
        first = false;
        if (out.positional.size() + out.named.size() >= kMaxArguments) {
            fail(ErrorCode::template_limit, fmt::format("a call has more than {} arguments", kMaxArguments),
                 open.line);
        }
        if (tokens_.skip_symbol("*")) {
            require(out.unpacked_positional == nullptr && out.unpacked_named == nullptr);
            out.unpacked_positional = expression();
        } else if (tokens_.skip_symbol("**")) {
            require(out.unpacked_named == nullptr);
            out.unpacked_named = expression();
        } else if (tokens_.current().kind == TokenKind::name && tokens_.ahead().is_symbol("=")) {
            require(out.unpacked_named == nullptr);
            std::string key(tokens_.take().text);
            tokens_.take();
            const bool repeated = std::any_of(out.named.begin(), out.named.end(),
                                              [&](const auto& argument) { return argument.first == key; });
            require(!repeated);
            out.named.emplace_back(std::move(key), expression());
        } else {
            require(out.unpacked_positional == nullptr && out.unpacked_named == nullptr && out.named.empty());
            out.positional.push_back(expression());
        }
    }
    return out;
}

ExpressionPointer ExpressionParser::call(ExpressionPointer callee) {
    auto node = make<Call>(tokens_.current().line);
    const std::uint32_t height = callee->height;
    node->callee = std::move(callee);
    node->arguments = arguments();
    const std::uint32_t argument_height = height_of(node->arguments);
    return finish(std::move(node), std::max(height, argument_height));
}

std::string ExpressionParser::dotted_name() {
    std::string out(tokens_.expect(TokenKind::name, "a name").text);
    while (tokens_.skip_symbol(".")) {
        out += '.';
        out += tokens_.expect(TokenKind::name, "a name").text;
    }
    return out;
}

ExpressionPointer ExpressionParser::filters(ExpressionPointer input) {
    while (tokens_.skip_symbol("|")) {
        input = filter(std::move(input));
    }
    return input;
}

ExpressionPointer ExpressionParser::filter_chain() {
    return filters(filter(nullptr));
}

ExpressionPointer ExpressionParser::filter(ExpressionPointer input) {
    auto node = make<FilterCall>(tokens_.current().line);
    node->name = dotted_name();
    node->filter = find_filter(node->name);
    if (node->filter == nullptr && !context_.conditional) {
        context_.unknown.push_back({fmt::format("there is no filter '{}'", node->name), node->line});
    }
    if (tokens_.current().is_symbol("(")) {
        node->arguments = arguments();
    }
    const std::uint32_t height = std::max(height_of(input), height_of(node->arguments));
    node->input = std::move(input);
    return finish(std::move(node), height);
}

ExpressionPointer ExpressionParser::test(ExpressionPointer input) {
    const std::uint32_t line = tokens_.take().line;
    const bool negated = tokens_.skip_name("not");
    auto node = make<TestCall>(line);
    node->name = dotted_name();
    node->test = find_test(node->name);
    if (node->test == nullptr && !context_.conditional) {
        context_.unknown.push_back({fmt::format("there is no test '{}'", node->name), line});
    }
    const Token& token = tokens_.current();
    if (token.is_symbol("(")) {
        node->arguments = arguments();
    } else if (token.is_name("is")) {
        fail(ErrorCode::template_syntax, "tests cannot be chained with 'is'", token.line);
    } else {
        const bool literal_follows = token.kind == TokenKind::string || token.kind == TokenKind::integer ||
                                     token.kind == TokenKind::floating || token.is_symbol("[") ||
                                     token.is_symbol("{");
        const bool name_follows = token.kind == TokenKind::name && !token.is_name("else") &&
                                  !token.is_name("or") && !token.is_name("and");
        if (literal_follows || name_follows) {
            node->arguments.positional.push_back(postfix(primary()));
        }
    }
    const std::uint32_t height = std::max(height_of(input), height_of(node->arguments));
    node->input = std::move(input);
    ExpressionPointer finished = finish(std::move(node), height);
    return negated ? unary_node(UnaryOperator::logical_not, std::move(finished), line) : std::move(finished);
}
}  // namespace hearth::jinja
