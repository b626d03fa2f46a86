#include "chat_template/expression_nodes.h"

#include "chat_template/failure.h"
#include "chat_template/limits.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace hearth::jinja {

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

void check_height(std::uint32_t height, std::uint32_t line) {
    if (height > kMaxSyntaxDepth) {
        fail(ErrorCode::template_limit,
             fmt::format("the expression nests deeper than {} levels", kMaxSyntaxDepth), line);
    }
}

ExpressionPointer constant_node(std::uint32_t line, Value value) {
    auto node = make<Constant>(line);
    node->value = std::move(value);
    return node;
}

ExpressionPointer unary_node(UnaryOperator operation, ExpressionPointer operand, std::uint32_t line) {
    auto node = make<Unary>(line);
    const std::uint32_t height = operand->height;
    node->operation = operation;
    node->operand = std::move(operand);
    return finish(std::move(node), height);
}

ExpressionPointer binary_node(BinaryOperator operation, ExpressionPointer left, ExpressionPointer right,
                              std::uint32_t line) {
    auto node = make<Binary>(line);
    const std::uint32_t height = std::max(left->height, right->height);
    node->operation = operation;
    node->left = std::move(left);
    node->right = std::move(right);
    return finish(std::move(node), height);
}

ExpressionPointer logical_node(bool is_and, ExpressionPointer left, ExpressionPointer right,
                               std::uint32_t line) {
    auto node = make<Logical>(line);
    const std::uint32_t height = std::max(left->height, right->height);
    node->is_and = is_and;
    node->left = std::move(left);
    node->right = std::move(right);
    return finish(std::move(node), height);
}

}  // namespace hearth::jinja
