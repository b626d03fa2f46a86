#pragma once

#include <hearth/result.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace hearth {

/// An object of a JSON file, read with checks: a member of another kind than asked for is bad_value, naming
/// file and member; null is as good as absent. Refers to the JSON and to the path; does not own them.
class JsonObject {
 public:
    /// `prefix` is put in front of the names of members in errors ("rope_scaling.").
    JsonObject(const nlohmann::json& object, const std::filesystem::path& file, std::string prefix = {})
        : object_(&object), file_(&file), prefix_(std::move(prefix)) {}

    const std::filesystem::path& file() const { return *file_; }
    std::string full(std::string_view key) const { return prefix_ + std::string(key); }
    /// The member, unless it is absent or null.
    const nlohmann::json* find(std::string_view key) const;

    Result<std::optional<std::uint32_t>> count(std::string_view key) const;
    Result<std::optional<double>> number(std::string_view key) const;
    Result<std::optional<bool>> flag(std::string_view key) const;
    Result<std::optional<std::string>> text(std::string_view key) const;
    Result<std::optional<std::vector<std::string>>> texts(std::string_view key) const;
    Result<std::optional<JsonObject>> object(std::string_view key) const;

    /// As the functions above; an absent member is missing_key.
    Result<std::uint32_t> required_count(std::string_view key) const;
    Result<double> required_number(std::string_view key) const;

    /// bad_value: "MEMBER is … but must be EXPECTED".
    Error wrong(std::string_view key, std::string_view expected) const;
    /// `code` about a member; `problem` ends the sentence that begins with its name.
    Error error(ErrorCode code, std::string_view key, std::string_view problem) const;

 private:
    const nlohmann::json* object_;
    const std::filesystem::path* file_;
    std::string prefix_;
};

}  // namespace hearth
