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
};

[[noreturn]] inline void fail(ErrorCode code, std::string message, std::uint32_t line = 0) {
    throw Failure{code, std::move(message), line};
}

/// What Python would raise as TypeError, ValueError and the like.
[[noreturn]] inline void fail_operation(std::string message) {
    fail(ErrorCode::template_failed, std::move(message));
}

[[noreturn]] inline void fail_limit(std::string message) {
    fail(ErrorCode::template_limit, std::move(message));
}

}  // namespace hearth::jinja
