#include "model/architecture_keys.h"

#include "model/model_error.h"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

namespace hearth {

namespace {

Error out_of_range(const std::string& file, std::string key, std::string expected, std::string actual) {
    const std::string sentence = fmt::format("expected {}, found {}", expected, actual);
    return model_error(ErrorCode::bad_value, file, std::move(key), sentence, std::move(expected),
                       std::move(actual));
}

Status check_range(const ArchitectureKeys& keys, std::string_view key, std::uint32_t value,
                   CountRange range) {
    if (value < range.least || value > range.most) {
        return out_of_range(keys.file(), keys.full(key), fmt::format("{} to {}", range.least, range.most),
                            fmt::format("{}", value));
    }
    return {};
}

/// The scalar number that a value stands for; nothing for strings and arrays.
std::optional<double> as_number(const MetadataValue& value) {
    if (const auto* flag = std::get_if<bool>(&value.storage)) {
        return *flag ? 1.0 : 0.0;
    }
    if (const auto* natural = std::get_if<std::uint64_t>(&value.storage)) {
        return static_cast<double>(*natural);
    }
    if (const auto* integer = std::get_if<std::int64_t>(&value.storage)) {
        return static_cast<double>(*integer);
    }
    if (const auto* real = std::get_if<double>(&value.storage)) {
        return *real;
    }
    return std::nullopt;
}

}  // namespace

ArchitectureKeys::ArchitectureKeys(const Metadata& metadata, std::string architecture)
    : metadata_(&metadata), architecture_(std::move(architecture)) {}

std::string ArchitectureKeys::full(std::string_view key) const {
    return fmt::format("{}.{}", architecture_, key);
}

const MetadataValue* ArchitectureKeys::find(std::string_view key) const {
    return metadata_->find(full(key));
}

Result<std::optional<std::uint32_t>> ArchitectureKeys::find_count(std::string_view key,
                                                                  CountRange range) const {
    HEARTH_TRY_ASSIGN(const auto value, metadata_->get<std::uint32_t>(full(key)));
    if (value) {
        HEARTH_TRY(check_range(*this, key, *value, range));
    }
    return value;
}

Result<std::uint32_t> ArchitectureKeys::count(std::string_view key, CountRange range) const {
    HEARTH_TRY_ASSIGN(const auto value, metadata_->require<std::uint32_t>(full(key)));
    HEARTH_TRY(check_range(*this, key, value, range));
    return value;
}

Result<std::optional<std::uint32_t>> ArchitectureKeys::find_uniform_count(std::string_view key,
                                                                          std::uint32_t layer_count,
                                                                          CountRange range) const {
    const MetadataValue* stored = find(key);
    if (stored == nullptr || stored->type != MetadataType::array) {
        return find_count(key, range);
    }
    HEARTH_TRY_ASSIGN(const auto values, metadata_->require<std::vector<std::uint32_t>>(full(key)));
    if (values.size() != layer_count) {
        return out_of_range(file(), full(key), fmt::format("{} values, one a layer", layer_count),
                            fmt::format("{}", values.size()));
    }
    if (std::adjacent_find(values.begin(), values.end(), std::not_equal_to<>()) != values.end()) {
        return model_error(ErrorCode::unsupported_feature, file(), full(key),
                           "layers of different sizes are not supported", "the same number for every layer");
    }
    HEARTH_TRY(check_range(*this, key, values.front(), range));
    return std::optional(values.front());
}

Result<std::optional<double>> ArchitectureKeys::find_number(std::string_view key, NumberRange range) const {
    HEARTH_TRY_ASSIGN(const auto value, metadata_->get<double>(full(key)));
    // Written so that NaN fails too.
    if (value && !(*value >= range.least && *value <= range.most)) {
        return out_of_range(file(), full(key), fmt::format("{} to {}", range.least, range.most),
                            fmt::format("{}", *value));
    }
    return value;
}

Status ArchitectureKeys::require_neutral(std::string_view key, double neutral) const {
    const MetadataValue* stored = find(key);
    if (stored == nullptr) {
        return {};
    }
    const std::optional<double> number = as_number(*stored);
    if (number == neutral) {
        return {};
    }
    return model_error(ErrorCode::unsupported_feature, file(), full(key),
                       "this model needs a feature that Hearth does not have yet", fmt::format("{}", neutral),
                       number ? fmt::format("{}", *number) : std::string(metadata_type_name(stored->type)));
}

}  // namespace hearth
