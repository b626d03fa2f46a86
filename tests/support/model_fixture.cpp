#include "support/model_fixture.h"

#include <hearth/dtype.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace hearth::test {

namespace {

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

}  // namespace hearth::test
