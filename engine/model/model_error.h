#pragma once

#include <hearth/error.h>

#include <string>
#include <string_view>
#include <utility>

namespace hearth {

/// An error about one metadata key or tensor of a model file; the message is "FILE: FIELD: SENTENCE".
inline Error model_error(ErrorCode code, std::string file, std::string field, std::string_view sentence,
                         std::string expected = {}, std::string actual = {}) {
    std::string message = escaped(file) + ": " + escaped(field) + ": " + std::string(sentence);
    ErrorDetails details;
    details.file = std::move(file);
    details.field = std::move(field);
    details.expected = std::move(expected);
    details.actual = std::move(actual);
    return Error{code, std::move(message), std::move(details)};
}

}  // namespace hearth
