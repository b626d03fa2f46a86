#include "catalog/error_json.h"

#include <nlohmann/json.hpp>

namespace hearth::catalog {

namespace {

using nlohmann::json;

/// The code whose stable name it is.
std::optional<ErrorCode> code_named(std::string_view name) {
    for (int value = 0; value <= static_cast<int>(ErrorCode::engine_failed); ++value) {
        const auto code = static_cast<ErrorCode>(value);
        if (error_name(code) == name) {
            return code;
        }
    }
    return std::nullopt;
}

std::optional<std::uint64_t> number_in(const json& value, const char* key) {
    return value.contains(key) && value[key].is_number_unsigned()
               ? std::optional(value[key].get<std::uint64_t>())
               : std::nullopt;
}

std::string text_in(const json& value, const char* key) {
    return value.contains(key) && value[key].is_string() ? value[key].get<std::string>() : std::string();
}

}  // namespace

std::string error_to_json(const Error& error) {
    const ErrorDetails& details = error.details;
    json value{{"code", error_name(error.code)}, {"message", error.message},     {"file", details.file},
               {"field", details.field},         {"expected", details.expected}, {"actual", details.actual}};
    if (details.bytes_needed) {
        value["bytes_needed"] = *details.bytes_needed;
    }
    if (details.bytes_available) {
        value["bytes_available"] = *details.bytes_available;
    }
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::optional<Error> error_from_json(std::string_view text) {
    const json value = json::parse(text, nullptr, false);
    if (!value.is_object()) {
        return std::nullopt;
    }
    const auto code = code_named(text_in(value, "code"));
    if (!code) {
        return std::nullopt;
    }
    Error error{*code, text_in(value, "message")};
    error.details.file = text_in(value, "file");
    error.details.field = text_in(value, "field");
    error.details.expected = text_in(value, "expected");
    error.details.actual = text_in(value, "actual");
    error.details.bytes_needed = number_in(value, "bytes_needed");
    error.details.bytes_available = number_in(value, "bytes_available");
    return error;
}

}  // namespace hearth::catalog
