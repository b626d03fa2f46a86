#include "chat_template/expression_parser.h"

#include "chat_template/failure.h"
#include "chat_template/filters.h"
#include "chat_template/limits.h"
#include "chat_template/number_text.h"
#include "chat_template/tests.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace hearth::jinja {

namespace {

template <class Node>
std::unique_ptr<Node> make(std::uint32_t line) {
    return std::make_unique<Node>(line);
}

std::uint32_t height_of(const ExpressionPointer& node) {
    return node == nullptr ? 0 : node->height;
}

std::uint32_t height_of(const CallArguments& arguments) {
    std::uint32_t height =
        std::max(height_of(arguments.unpacked_positional), height_of(arguments.unpacked_named));
    for (const auto& argument : arguments.positional) {
        height = std::max(height, height_of(argument));
    }
    for (const auto& [name, argument] : arguments.named) {
        height = std::max(height, height_of(argument));
    }
    return height;
}

/// The finished node. Long chains such as a + b + c … nest to the left without nesting in the source.
template <class Node>
ExpressionPointer finish(std::unique_ptr<Node> node, std::uint32_t height_below) {
    node->height = height_below + 1;
    if (node->height > kMaxSyntaxDepth) {
        fail(ErrorCode::template_limit,
             fmt::format("the expression nests deeper than {} levels", kMaxSyntaxDepth), node->line);
    }
    return node;
}

ExpressionPointer constant(std::uint32_t line, Value value) {
    auto node = make<Constant>(line);
    node->value = std::move(value);
    return node;
}

ExpressionPointer binary(BinaryOperator operation, ExpressionPointer left, ExpressionPointer right,
                         std::uint32_t line) {
    auto node = make<Binary>(line);
    const std::uint32_t height = std::max(left->height, right->height);
    node->operation = operation;
    node->left = std::move(left);
    node->right = std::move(right);
    return finish(std::move(node), height);
}

ExpressionPointer logical(bool is_and, ExpressionPointer left, ExpressionPointer right, std::uint32_t line) {
    auto node = make<Logical>(line);
    const std::uint32_t height = std::max(left->height, right->height);
    node->is_and = is_and;
    node->left = std::move(left);
    node->right = std::move(right);
    return finish(std::move(node), height);
}

ExpressionPointer unary_node(UnaryOperator operation, ExpressionPointer operand, std::uint32_t line) {
    auto node = make<Unary>(line);
    const std::uint32_t height = operand->height;
    node->operation = operation;
    node->operand = std::move(operand);
    return finish(std::move(node), height);
}

}  // namespace

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
        left = logical(false, std::move(left), conjunction(), line);
    }
    return left;
}

ExpressionPointer ExpressionParser::conjunction() {
    const std::uint32_t line = tokens_.current().line;
    ExpressionPointer left = negation();
    while (tokens_.skip_name("and")) {
        left = logical(true, std::move(left), negation(), line);
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
            left = binary(BinaryOperator::add, std::move(left), concatenation(), line);
        } else if (tokens_.skip_symbol("-")) {
            left = binary(BinaryOperator::subtract, std::move(left), concatenation(), line);
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
            left = binary(BinaryOperator::multiply, std::move(left), power(), line);
        } else if (tokens_.skip_symbol("/")) {
            left = binary(BinaryOperator::divide, std::move(left), power(), line);
        } else if (tokens_.skip_symbol("//")) {
            left = binary(BinaryOperator::floor_divide, std::move(left), power(), line);
        } else if (tokens_.skip_symbol("%")) {
            left = binary(BinaryOperator::modulo, std::move(left), power(), line);
        } else {
            return left;
        }
    }
}

ExpressionPointer ExpressionParser::power() {
    const std::uint32_t line = tokens_.current().line;
    ExpressionPointer left = unary();
    while (tokens_.skip_symbol("**")) {
        left = binary(BinaryOperator::power, std::move(left), unary(), line);
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
        return constant(token.line, make_bool(true));
    }
    if (token.text == "false" || token.text == "False") {
        return constant(token.line, make_bool(false));
    }
    if (token.text == "none" || token.text == "None") {
        return constant(token.line, Value());
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
        return constant(token.line, make_string(nullptr, Text(std::move(text), TextOrigin::template_text)));
    }
    if (token.kind == TokenKind::integer) {
        const auto value = parse_integer(token.text, 0);
        if (!value) {
            fail(ErrorCode::template_syntax, fmt::format("'{}' is not an integer", token.text), token.line);
        }
        return constant(token.line, make_integer(*value));
    }
    const auto value = parse_float(token.text);
    if (!value) {
        fail(ErrorCode::template_syntax, fmt::format("'{}' is not a number", token.text), token.line);
    }
    return constant(token.line, make_float(*value));
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
