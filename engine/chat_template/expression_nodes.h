#pragma once

#include "chat_template/ast.h"

#include <cstdint>
#include <memory>
#include <utility>

namespace hearth::jinja {

// How the expression parser makes its nodes.

template <class Node>
std::unique_ptr<Node> make(std::uint32_t line) {
    return std::make_unique<Node>(line);
}

/// 0 for null.
std::uint32_t height_of(const ExpressionPointer& node);
std::uint32_t height_of(const CallArguments& arguments);

/// Fails (template_limit) if a node of this height nests too deep.
void check_height(std::uint32_t height, std::uint32_t line);

/// The finished node. Long chains such as a + b + c … nest to the left without nesting in the source, so that
/// the height is what is bounded.
template <class Node>
ExpressionPointer finish(std::unique_ptr<Node> node, std::uint32_t height_below) {
    node->height = height_below + 1;
    check_height(node->height, node->line);
    return node;
}

ExpressionPointer constant_node(std::uint32_t line, Value value);
ExpressionPointer unary_node(UnaryOperator operation, ExpressionPointer operand, std::uint32_t line);
ExpressionPointer binary_node(BinaryOperator operation, ExpressionPointer left, ExpressionPointer right,
                              std::uint32_t line);
ExpressionPointer logical_node(bool is_and, ExpressionPointer left, ExpressionPointer right,
                               std::uint32_t line);

}  // namespace hearth::jinja
