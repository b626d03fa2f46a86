#include "support/model_fixture.h"

#include <hearth/dtype.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace hearth::test {

namespace {

MetadataValue scalar(MetadataType type, MetadataValue::Storage storage) {
    return {.type = type, .element_type = type, .storage = std::move(storage)};
}

MetadataValue array(MetadataType element, MetadataValue::Storage storage) {
    return {.type = MetadataType::array, .element_type = element, .storage = std::move(storage)};
}

void require(const Status& status) {
    if (!status) {
        throw std::runtime_error(status.error().message);
    }
}

}  // namespace

void ModelFixture::remove(const std::string& key) {
    Metadata rest(metadata.file());
    for (const auto& [name, value] : metadata.entries()) {
        if (name != key) {
            rest.set(name, value);
        }
    }
    metadata = std::move(rest);
}

void ModelFixture::remove_tensor(const std::string& name) {
    std::erase_if(tensors, [&](const Tensor& tensor) { return tensor.info.name == name; });
}

ModelFixture::Tensor& ModelFixture::tensor(const std::string& name) {
    const auto found =
        std::ranges::find(tensors, name, [](const Tensor& tensor) { return tensor.info.name; });
    if (found == tensors.end()) {
        throw std::out_of_range("no tensor " + name);
    }
    return *found;
}

void ModelFixture::add_zeros(const std::string& name, std::vector<std::uint64_t> dimensions) {
    std::uint64_t count = 1;
    for (const std::uint64_t dimension : dimensions) {
        count *= dimension;
    }
    tensors.push_back({{name, dtype_info(DType::f32).gguf_type, std::move(dimensions)},
                       std::vector<std::byte>(count * sizeof(float))});
}

void ModelFixture::write(const std::filesystem::path& path) const {
    std::vector<GgufTensor> directory;
    for (const Tensor& tensor : tensors) {
        directory.push_back(tensor.info);
    }
    auto writer = GgufWriter::create(path, metadata, std::move(directory));
    if (!writer) {
        throw std::runtime_error(writer.error().message);
    }
    for (const Tensor& tensor : tensors) {
        require(writer->append(tensor.data));
    }
    require(writer->finish());
}

MetadataValue u32_value(std::uint32_t value) {
    return scalar(MetadataType::u32, std::uint64_t{value});
}
MetadataValue f32_value(double value) {
    return scalar(MetadataType::f32, value);
}
MetadataValue bool_value(bool value) {
    return scalar(MetadataType::boolean, value);
}
MetadataValue string_value(std::string value) {
    return scalar(MetadataType::string, std::move(value));
}
MetadataValue i32_array(std::vector<std::int64_t> values) {
    return array(MetadataType::i32, std::move(values));
}
MetadataValue u32_array(std::vector<std::uint64_t> values) {
    return array(MetadataType::u32, std::move(values));
}
MetadataValue bool_array(std::vector<bool> values) {
    return array(MetadataType::boolean, std::move(values));
}
MetadataValue string_array(std::vector<std::string> values) {
    return array(MetadataType::string, std::move(values));
}

}  // namespace hearth::test
