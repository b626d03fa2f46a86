#pragma once

#include "format/gguf_writer.h"

#include <hearth/metadata.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace hearth::test {

/// A model file in memory, to be written as it is or with one thing changed.
struct ModelFixture {
    struct Tensor {
        GgufTensor info;
        std::vector<std::byte> data;
    };
    Metadata metadata;
    std::vector<Tensor> tensors;

    void remove(const std::string& key);
    void remove_tensor(const std::string& name);
    /// The tensor of that name; throws std::out_of_range where there is none.
    Tensor& tensor(const std::string& name);
    /// Adds an F32 tensor of zeros.
    void add_zeros(const std::string& name, std::vector<std::uint64_t> dimensions);

    /// Throws std::runtime_error when the file cannot be written.
    void write(const std::filesystem::path& path) const;
};

// Metadata values as files store them.
inline MetadataValue u32_value(std::uint32_t value) {
    return MetadataValue::of(value);
}
inline MetadataValue f32_value(double value) {
    return MetadataValue::of(static_cast<float>(value));
}
inline MetadataValue bool_value(bool value) {
    return MetadataValue::of(value);
}
inline MetadataValue string_value(const std::string& value) {
    return MetadataValue::of(value);
}
inline MetadataValue i32_array(const std::vector<std::int32_t>& values) {
    return MetadataValue::of(values);
}
inline MetadataValue u32_array(const std::vector<std::uint32_t>& values) {
    return MetadataValue::of(values);
}
inline MetadataValue bool_array(const std::vector<bool>& values) {
    return MetadataValue::of(values);
}
inline MetadataValue string_array(const std::vector<std::string>& values) {
    return MetadataValue::of(values);
}

}  // namespace hearth::test
