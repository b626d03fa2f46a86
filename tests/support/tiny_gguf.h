#pragma once

#include "format/gguf_writer.h"

#include <hearth/dtype.h>
#include <hearth/metadata.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hearth::test {

/// A small GGUF file put together in memory:
///     TinyGguf().set("general.architecture", std::string("llama")).tensor("a.weight", {4},
///     values).write(path);
class TinyGguf {
 public:
    /// T: one of the types of Metadata::get.
    template <class T>
    TinyGguf& set(std::string key, const T& value) {
        metadata_.set(std::move(key), MetadataValue::of(value));
        return *this;
    }
    TinyGguf& set_value(std::string key, MetadataValue value) {
        metadata_.set(std::move(key), std::move(value));
        return *this;
    }

    /// F32. `dimensions` fastest first.
    TinyGguf& tensor(std::string name, std::vector<std::uint64_t> dimensions, std::span<const float> values) {
        return raw_tensor(std::move(name), dtype_info(DType::f32).gguf_type, std::move(dimensions),
                          std::as_bytes(values));
    }
    TinyGguf& raw_tensor(std::string name, std::uint32_t gguf_type, std::vector<std::uint64_t> dimensions,
                         std::span<const std::byte> bytes) {
        tensors_.push_back({std::move(name), gguf_type, std::move(dimensions)});
        data_.insert(data_.end(), bytes.begin(), bytes.end());
        return *this;
    }

    /// Throws where the writer refuses: a test that builds a wrong file is itself wrong.
    void write(const std::filesystem::path& path) const {
        auto writer = GgufWriter::create(path, metadata_, tensors_);
        expect(writer);
        expect(writer->append(data_));
        expect(writer->finish());
    }

    const Metadata& metadata() const { return metadata_; }

 private:
    template <class R>
    static void expect(const R& result) {
        if (!result) {
            throw std::runtime_error(result.error().message);
        }
    }

    Metadata metadata_;
    std::vector<GgufTensor> tensors_;
    std::vector<std::byte> data_;
};

}  // namespace hearth::test
