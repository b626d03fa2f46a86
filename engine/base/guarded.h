#pragma once

#include <hearth/error.h>

#include <string_view>
#include <utility>

namespace hearth {

/// The exception being handled as an error about `file` (may be empty): out_of_memory, or engine_failed with
/// what it says. For catch blocks alone.
Error error_of_exception(std::string_view file);

/// Calls `function`, which returns a Result, at the border of the engine: what it throws becomes its error.
template <class Function>
auto guarded(std::string_view file, Function&& function) -> decltype(function()) {
    try {
        return std::forward<Function>(function)();
    } catch (...) {
        return error_of_exception(file);
    }
}

}  // namespace hearth
