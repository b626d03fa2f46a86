#pragma once

#include <hearth/metadata.h>
#include <hearth/result.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hearth {

/// Bounds of a whole number, both included.
struct CountRange {
    std::uint32_t least = 1;
    std::uint32_t most = 1;
};

/// Bounds of a real number, both included.
struct NumberRange {
    double least = 0;
    double most = 0;
};

/// The metadata keys `<architecture>.*` of a model file, read with range checks. Errors name file and key:
/// missing_key, bad_value, unsupported_feature. Refers to the metadata; does not own it.
class ArchitectureKeys {
 public:
    ArchitectureKeys(const Metadata& metadata, std::string architecture);

    const Metadata& metadata() const { return *metadata_; }
    const std::string& file() const { return metadata_->file(); }
    const std::string& architecture() const { return architecture_; }
    /// "attention.head_count" → "llama.attention.head_count".
    std::string full(std::string_view key) const;
    const MetadataValue* find(std::string_view key) const;

    Result<std::optional<std::uint32_t>> find_count(std::string_view key, CountRange range) const;
    Result<std::uint32_t> count(std::string_view key, CountRange range) const;
    /// A number that may be given once or for every layer; layers that differ are unsupported_feature.
    Result<std::optional<std::uint32_t>> find_uniform_count(std::string_view key, std::uint32_t layer_count,
                                                            CountRange range) const;
    Result<std::optional<double>> find_number(std::string_view key, NumberRange range) const;

    /// Refuses the file (unsupported_feature) when `key` is there with another value than `neutral`, the one
    /// that changes nothing. Booleans count as 0 and 1; strings and arrays are never neutral.
    Status require_neutral(std::string_view key, double neutral) const;

 private:
    const Metadata* metadata_;
    std::string architecture_;
};

}  // namespace hearth
