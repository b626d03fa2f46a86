#include "hub/answer_failure.h"

#include <hearth/error.h>

#include <fmt/format.h>

namespace hearth::hub {

using transfers::Failure;
using transfers::FailureKind;

Failure unexpected_answer(std::string_view host, std::string_view body, std::string expected) {
    const std::size_t first = body.find_first_not_of(" \t\r\n");
    const bool page = first != std::string_view::npos && body[first] == '<';
    return {.kind = page ? FailureKind::web_page : FailureKind::error_text,
            .message = page ? fmt::format("{} answered with a web page instead of {}", host, expected)
                            : fmt::format("{} answered with something else than {}", host, expected),
            .host = std::string(host),
            .reason = std::move(expected)};
}

Failure bad_request(std::string_view what, std::string_view actual) {
    return {.kind = FailureKind::bad_request,
            .message = fmt::format("{} is no {}", escaped(actual), what),
            .file = std::string(actual),
            .reason = std::string(what)};
}

}  // namespace hearth::hub
