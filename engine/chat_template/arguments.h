#pragma once

#include "chat_template/value.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace hearth::jinja {

/// Puts the arguments of a call in the order of a function's parameters, as Python does; `bound` starts as
/// nulls and stays null where there is none. A parameter named "" is positional only. Fails if there are too
/// many, an unknown or repeated one, or one of the first `required` is missing.
void bind_arguments(std::string_view function, const Arguments& arguments,
                    std::span<const std::string_view> parameters, std::size_t required,
                    std::span<const Value*> bound);

template <std::size_t N>
std::array<const Value*, N> bind(std::string_view function, const Arguments& arguments,
                                 const std::array<std::string_view, N>& parameters,
                                 std::size_t required = 0) {
    std::array<const Value*, N> bound{};
    bind_arguments(function, arguments, parameters, required, bound);
    return bound;
}

/// For functions without parameters.
void require_no_arguments(std::string_view function, const Arguments& arguments);

/// Whether an argument (null: not given) is true.
bool flag(const Value* argument);

/// The integer (or bool) that `function` wants.
std::int64_t require_integer(std::string_view function, const Value& value);
/// The string that `function` wants.
const Text& require_text(std::string_view function, const Value& value);

}  // namespace hearth::jinja
