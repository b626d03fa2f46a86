#pragma once

#include "support/tiny_model.h"

#include <hearth/dtype.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace hearth::test {

/// A tensor as a safetensors file stores it.
struct StoredTensor {
    std::string name;
    std::string type;                  ///< "F32"
    std::vector<std::uint64_t> shape;  ///< slowest first
    std::vector<std::byte> data;
};

/// The bytes of a safetensors file of these tensors.
std::string safetensors_file(std::span<const StoredTensor> tensors);

template <class T>
StoredTensor stored_tensor(std::string name, std::string type, std::vector<std::uint64_t> shape,
                           std::span<const T> values) {
    const auto bytes = std::as_bytes(values);
    return {std::move(name), std::move(type), std::move(shape), {bytes.begin(), bytes.end()}};
}

/// A Hugging Face checkpoint in memory, to be written as it is or with one thing changed.
struct CheckpointFixture {
    std::map<std::string, nlohmann::json> files;  ///< "config.json" and others, by name
    std::vector<StoredTensor> tensors;

    nlohmann::json& config() { return files["config.json"]; }
    StoredTensor& tensor(std::string_view name);  ///< throws std::out_of_range
    void remove_tensor(std::string_view name);

    /// Writes the files into `folder`, the tensors spread over `shard_count` safetensors files.
    void write(const std::filesystem::path& folder, std::size_t shard_count = 1) const;
};

/// The checkpoint that a GGUF converter would make `model` from. Quantized tensors become F32 with the same
/// values. Throws std::runtime_error where the model has what no checkpoint can say.
CheckpointFixture checkpoint_of(const TinyModel& model);

}  // namespace hearth::test
