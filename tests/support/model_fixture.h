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
MetadataValue u32_value(std::uint32_t value);
MetadataValue f32_value(double value);
MetadataValue bool_value(bool value);
MetadataValue string_value(std::string value);
MetadataValue i32_array(std::vector<std::int64_t> values);
MetadataValue u32_array(std::vector<std::uint64_t> values);
MetadataValue bool_array(std::vector<bool> values);
MetadataValue string_array(std::vector<std::string> values);

}  // namespace hearth::test
