#pragma once

#include "chat_template/value.h"

#include <span>
#include <string_view>

namespace hearth::jinja {

/// `object.name(arguments)` of a string, list, tuple or dict.
struct Method {
    std::string_view name;
    /// Null: Python has it and the sandbox forbids it, as it would change the object.
    Value (*function)(Evaluator&, const Value& self, const Arguments&);
};

/// Null if objects of that type have none of that name.
const Method* find_method(const Value& object, std::string_view name);

/// The method as a value of its own.
Value bind_method(const Method& method, const Value& object);

// Sorted by name.
std::span<const Method> string_methods();
std::span<const Method> list_methods();
std::span<const Method> tuple_methods();
std::span<const Method> dict_methods();

}  // namespace hearth::jinja
