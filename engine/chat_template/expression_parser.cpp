#include "chat_template/expression_parser.h"

#include "chat_template/expression_nodes.h"
#include "chat_template/failure.h"
#include "chat_template/limits.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace hearth::jinja {

ExpressionPointer ExpressionParser::expression(bool with_conditional) {
    const NestingGuard guard(context_.depth, kMaxSyntaxDepth, tokens_.current().line);
    if (!with_conditional) {
        return disjunction();
    }
    const std::uint32_t line = tokens_.current().line;
    const std::size_t unknown_before = context_.unknown.size();
    ExpressionPointer node = disjunction();
    while (tokens_.skip_name("if")) {
        auto choice = make<Conditional>(line);
        choice->condition = disjunction();
        choice->then = std::move(node);
        if (tokens_.skip_name("else")) {
            choice->otherwise = expression();
        }
        const std::uint32_t height =
            std::max({choice->condition->height, choice->then->height, height_of(choice->otherwise)});
        node = finish(std::move(choice), height);
        context_.unknown.resize(unknown_before);  // inside of a condition they matter only when reached
    }
    return node;
}

ExpressionPointer ExpressionParser::disjunction() {
    const std::uint32_t line = tokens_.current().line;
    ExpressionPointer left = conjunction();
    while (tokens_.skip_name("or")) {
        left = logical_node(false, std::move(left), conjunction(), line);
    }
    return left;
}

ExpressionPointer ExpressionParser::conjunction() {
    const std::uint32_t line = tokens_.current().line;
    ExpressionPointer left = negation();
    while (tokens_.skip_name("and")) {
        left = logical_node(true, std::move(left), negation(), line);
    }
    return left;
}

ExpressionPointer ExpressionParser::negation() {
    const std::uint32_t line = tokens_.current().line;
    if (!tokens_.skip_name("not")) {
        return comparison();
    }
    const NestingGuard guard(context_.depth, kMaxSyntaxDepth, line);
    return unary_node(UnaryOperator::logical_not, negation(), line);
}

std::optional<ComparisonOperator> ExpressionParser::comparison_operator() {
    static constexpr std::array<std::pair<std::string_view, ComparisonOperator>, 6> kSymbols = {{
        {"==", ComparisonOperator::equal},
        {"!=", ComparisonOperator::not_equal},
        {"<", ComparisonOperator::less},
        {"<=", ComparisonOperator::less_equal},
        {">", ComparisonOperator::greater},
        {">=", ComparisonOperator::greater_equal},
    }};
    for (const auto& [symbol, operation] : kSymbols) {
        if (tokens_.skip_symbol(symbol)) {
            return operation;
        }
    }
    if (tokens_.skip_name("in")) {
        return ComparisonOperator::in;
    }
    if (tokens_.current().is_name("not") && tokens_.ahead().is_name("in")) {
        tokens_.take();
        tokens_.take();
        return ComparisonOperator::not_in;
    }
    return std::nullopt;
}

ExpressionPointer ExpressionParser::comparison() {
    const std::uint32_t line = tokens_.current().line;
    ExpressionPointer first = sum();
    auto operation = comparison_operator();
    if (!operation) {
        return first;
    }
    auto node = make<Comparison>(line);
    std::uint32_t height = first->height;
    node->first = std::move(first);
    for (; operation; operation = comparison_operator()) {
        node->rest.emplace_back(*operation, sum());
        height = std::max(height, node->rest.back().second->height);
    }
    return finish(std::move(node), height);
}

ExpressionPointer ExpressionParser::sum() {
    const std::uint32_t line = tokens_.current().line;
    ExpressionPointer left = concatenation();
    while (true) {
        if (tokens_.skip_symbol("+")) {
            left = binary_node(BinaryOperator::add, std::move(left), concatenation(), line);
        } else if (tokens_.skip_symbol("-")) {
            left = binary_node(BinaryOperator::subtract, std::move(left), concatenation(), line);
        } else {
            return left;
        }
    }
}

ExpressionPointer ExpressionParser::concatenation() {
    const std::uint32_t line = tokens_.current().line;
    ExpressionPointer first = product();
    if (!tokens_.current().is_symbol("~")) {
        return first;
    }
    auto node = make<Concatenation>(line);
    std::uint32_t height = first->height;
    node->parts.push_back(std::move(first));
    while (tokens_.skip_symbol("~")) {
        node->parts.push_back(product());
        height = std::max(height, node->parts.back()->height);
    }
    return finish(std::move(node), height);
}

ExpressionPointer ExpressionParser::product() {
    const std::uint32_t line = tokens_.current().line;
    ExpressionPointer left = power();
    while (true) {
        if (tokens_.skip_symbol("*")) {
            left = binary_node(BinaryOperator::multiply, std::move(left), power(), line);
        } else if (tokens_.skip_symbol("/")) {
            left = binary_node(BinaryOperator::divide, std::move(left), power(), line);
        } else if (tokens_.skip_symbol("//")) {
            left = binary_node(BinaryOperator::floor_divide, std::move(left), power(), line);
        } else if (tokens_.skip_symbol("%")) {
            left = binary_node(BinaryOperator::modulo, std::move(left), power(), line);
        } else {
            return left;
        }
    }
}

ExpressionPointer ExpressionParser::power() {
    const std::uint32_t line = tokens_.current().line;
    ExpressionPointer left = unary();
    while (tokens_.skip_symbol("**")) {
        left = binary_node(BinaryOperator::power, std::move(left), unary(), line);
    }
    return left;
}

ExpressionPointer ExpressionParser::unary(bool with_filters) {
    const std::uint32_t line = tokens_.current().line;
    const NestingGuard guard(context_.depth, kMaxSyntaxDepth, line);
    ExpressionPointer node;
    if (tokens_.skip_symbol("-")) {
        node = unary_node(UnaryOperator::minus, unary(false), line);
    } else if (tokens_.skip_symbol("+")) {
        node = unary_node(UnaryOperator::plus, unary(false), line);
    } else {
        node = primary();
    }
    node = postfix(std::move(node));
    return with_filters ? filters_and_tests(std::move(node)) : std::move(node);
}
Target ExpressionParser::single_target(Targets allowed) {
    const NestingGuard guard(context_.depth, kMaxSyntaxDepth, tokens_.current().line);
    const Token& token = tokens_.current();
    Target out;
    out.line = token.line;
    if (tokens_.skip_symbol("(")) {
        out = target(allowed);
        tokens_.expect_symbol(")");
        return out;
    }
    tokens_.expect(TokenKind::name, "a name to assign to");
    static constexpr std::array<std::string_view, 6> kConstants = {"true",  "True", "false",
                                                                   "False", "none", "None"};
    if (std::find(kConstants.begin(), kConstants.end(), token.text) != kConstants.end()) {
        fail(ErrorCode::template_syntax, fmt::format("cannot assign to '{}'", token.text), token.line);
    }
    out.name = names_.id(token.text);
    if (allowed == Targets::names_and_attributes && tokens_.skip_symbol(".")) {
        out.kind = Target::Kind::attribute;
        out.attribute = tokens_.expect(TokenKind::name, "an attribute's name").text;
    }
    return out;
}

Target ExpressionParser::target(Targets allowed, std::string_view end_name) {
    Target first = single_target(allowed);
    if (!tokens_.current().is_symbol(",")) {
        return first;
    }
    Target out;
    out.kind = Target::Kind::tuple;
    out.line = first.line;
    out.items.push_back(std::move(first));
    while (tokens_.skip_symbol(",") && !tuple_ends(end_name)) {
        out.items.push_back(single_target(allowed));
    }
    return out;
}
}  // namespace hearth::jinja
