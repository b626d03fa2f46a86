#pragma once

#include "chat_template/ast.h"
#include "chat_template/value.h"

namespace hearth::jinja {

/// Python's `+ - * / // % **` on numbers, texts and lists. Integers have 64 bits: more is
/// Failure(template_limit).
Value apply(Evaluator& evaluator, BinaryOperator operation, const Value& left, const Value& right);

Value negate(const Value& value);
/// Unary plus.
Value affirm(const Value& value);

/// Python's `needle in haystack`.
bool contains(Evaluator& evaluator, const Value& haystack, const Value& needle);

}  // namespace hearth::jinja
