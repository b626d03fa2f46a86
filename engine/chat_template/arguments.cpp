#include "chat_template/arguments.h"

#include "chat_template/failure.h"

#include <algorithm>

#include <fmt/format.h>

namespace hearth::jinja {

void bind_arguments(std::string_view function, const Arguments& arguments,
                    std::span<const std::string_view> parameters, std::size_t required,
                    std::span<const Value*> bound) {
    if (arguments.positional.size() > parameters.size()) {
        fail_operation(fmt::format("{}() takes at most {} arguments, {} given", function, parameters.size(),
                                   arguments.positional.size()));
    }
    for (std::size_t i = 0; i < arguments.positional.size(); ++i) {
        bound[i] = &arguments.positional[i];
    }
    for (const auto& [name_text, value] : arguments.named) {
        const std::string_view name = name_text.bytes();
        const auto found = std::find(parameters.begin(), parameters.end(), name);
        if (found == parameters.end() || name.empty()) {
            fail_operation(fmt::format("{}() has no parameter '{}'", function, escaped(name)));
        }
        const auto position = static_cast<std::size_t>(found - parameters.begin());
        if (bound[position] != nullptr) {
            fail_operation(fmt::format("{}() got '{}' twice", function, name));
        }
        bound[position] = &value;
    }
    for (std::size_t i = 0; i < required; ++i) {
        if (bound[i] == nullptr) {
            fail_operation(fmt::format("{}() takes at least {} arguments", function, required));
        }
    }
}

bool flag(const Value* argument) {
    return argument != nullptr && truth(*argument);
}

void require_no_arguments(std::string_view function, const Arguments& arguments) {
    bind_arguments(function, arguments, {}, 0, {});
}

std::int64_t require_integer(std::string_view function, const Value& value) {
    if (const auto integer = value.integer()) {
        return *integer;
    }
    fail_operation(fmt::format("{}() wants an integer, not '{}'", function, type_name(value)));
}

const Text& require_text(std::string_view function, const Value& value) {
    if (const String* string = value.string()) {
        return string->text;
    }
    fail_operation(fmt::format("{}() wants a string, not '{}'", function, type_name(value)));
}

}  // namespace hearth::jinja
