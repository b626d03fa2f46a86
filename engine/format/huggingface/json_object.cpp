#include "format/huggingface/json_object.h"

#include "format/file_error.h"

#include <limits>
#include <utility>

#include <fmt/format.h>

namespace hearth {

namespace {

/// How a value looks in an error: short, whatever it is.
std::string shown(const nlohmann::json& value) {
    constexpr std::size_t kLongest = 60;
    if (value.is_structured()) {
        return value.is_array() ? "an array" : "an object";
    }
    return escaped(value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace), kLongest);
}

}  // namespace

const nlohmann::json* JsonObject::find(std::string_view key) const {
    const auto found = object_->find(key);
    return found == object_->end() || found->is_null() ? nullptr : &*found;
}

Error JsonObject::error(ErrorCode code, std::string_view key, std::string_view problem) const {
    return file_error(code, *file_, full(key), fmt::format("{} {}", escaped(full(key)), problem));
}

Error JsonObject::wrong(std::string_view key, std::string_view expected) const {
    const nlohmann::json* const value = find(key);
    const std::string actual = value == nullptr ? "missing" : shown(*value);
    return file_error(ErrorCode::bad_value, *file_, full(key),
                      fmt::format("{} is {}, but must be {}", escaped(full(key)), actual, expected),
                      std::string(expected), actual);
}

Result<std::optional<std::uint32_t>> JsonObject::count(std::string_view key) const {
    const nlohmann::json* const value = find(key);
    if (value == nullptr) {
        return std::optional<std::uint32_t>();
    }
    if (!value->is_number_unsigned() ||
        value->get<std::uint64_t>() > std::numeric_limits<std::uint32_t>::max()) {
        return wrong(key, "a whole number below 2^32");
    }
    return std::optional(value->get<std::uint32_t>());
}

Result<std::optional<double>> JsonObject::number(std::string_view key) const {
    const nlohmann::json* const value = find(key);
    if (value == nullptr) {
        return std::optional<double>();
    }
    if (!value->is_number()) {
        return wrong(key, "a number");
    }
    return std::optional(value->get<double>());
}

Result<std::optional<bool>> JsonObject::flag(std::string_view key) const {
    const nlohmann::json* const value = find(key);
    if (value == nullptr) {
        return std::optional<bool>();
    }
    if (!value->is_boolean()) {
        return wrong(key, "true or false");
    }
    return std::optional(value->get<bool>());
}

Result<std::optional<std::string>> JsonObject::text(std::string_view key) const {
    const nlohmann::json* const value = find(key);
    if (value == nullptr) {
        return std::optional<std::string>();
    }
    if (!value->is_string()) {
        return wrong(key, "a string");
    }
    return std::optional(value->get<std::string>());
}

Result<std::optional<std::vector<std::string>>> JsonObject::texts(std::string_view key) const {
    const nlohmann::json* const value = find(key);
    if (value == nullptr) {
        return std::optional<std::vector<std::string>>();
    }
    std::vector<std::string> list;
    if (!value->is_array()) {
        return wrong(key, "an array of strings");
    }
    for (const nlohmann::json& element : *value) {
        if (!element.is_string()) {
            return wrong(key, "an array of strings");
        }
        list.push_back(element.get<std::string>());
    }
    return std::optional(std::move(list));
}

Result<std::optional<JsonObject>> JsonObject::object(std::string_view key) const {
    const nlohmann::json* const value = find(key);
    if (value == nullptr) {
        return std::optional<JsonObject>();
    }
    if (!value->is_object()) {
        return wrong(key, "an object");
    }
    return std::optional(JsonObject(*value, *file_, full(key) + "."));
}

Result<std::uint32_t> JsonObject::required_count(std::string_view key) const {
    HEARTH_TRY_ASSIGN(const auto value, count(key));
    if (!value) {
        return error(ErrorCode::missing_key, key, "is missing");
    }
    return *value;
}

Result<double> JsonObject::required_number(std::string_view key) const {
    HEARTH_TRY_ASSIGN(const auto value, number(key));
    if (!value) {
        return error(ErrorCode::missing_key, key, "is missing");
    }
    return *value;
}

}  // namespace hearth
