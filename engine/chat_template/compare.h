#pragma once

#include "chat_template/value.h"

#include <cstddef>
#include <string_view>

namespace hearth::jinja {

// None of these asks a budget: callers spend the weights of what they hand in first.

/// Python's ==, by text alone where text is compared.
bool equal(const Value& a, const Value& b);

/// Python's <, <=, >, >=; `symbol` is for the message when the types have no order.
enum class Ordering { less, less_equal, greater, greater_equal };
bool ordered(const Value& a, const Value& b, Ordering ordering);
inline bool less(const Value& a, const Value& b) {
    return ordered(a, b, Ordering::less);
}

/// Equal values hash alike. Fails if the value is unhashable (lists, dicts).
std::size_t hash_of(const Value& value);
std::size_t hash_of(std::string_view string);

}  // namespace hearth::jinja
