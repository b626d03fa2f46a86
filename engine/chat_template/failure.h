#pragma once

#include <hearth/error.h>

#include <cstdint>
#include <string>

namespace hearth::jinja {

/// How a template ends early. Thrown inside this folder only: ChatTemplate::parse and ::render turn it into
/// an Error, where the line is added if the thrower did not know it (0).
struct Failure {
    ErrorCode code;
    std::string message;
    std::uint32_t line = 0;
    std::string field{};  ///< what of the input is at fault; empty: the template
};

[[noreturn]] inline void fail(ErrorCode code, std::string message, std::uint32_t line = 0) {
    throw Failure{code, std::move(message), line, {}};
}

/// The fault is in the input, at `field`.
[[noreturn]] inline void fail_input(ErrorCode code, std::string field, std::string message) {
    throw Failure{code, std::move(message), 0, std::move(field)};
}

/// What Python would raise as TypeError, ValueError and the like.
[[noreturn]] inline void fail_operation(std::string message) {
    fail(ErrorCode::template_failed, std::move(message));
}

[[noreturn]] inline void fail_limit(std::string message) {
    fail(ErrorCode::template_limit, std::move(message));
}

}  // namespace hearth::jinja
