#include "base/guarded.h"
#include "base/mapped_file.h"
#include "format/file_error.h"
#include "format/gguf_directory.h"
#include "format/gguf_model.h"
#include "format/huggingface/checkpoint.h"

#include <hearth/model_file.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include <fmt/format.h>

namespace hearth {

struct ModelFile::State {
    OpenedModel model;
    std::uint64_t bytes = 0;
    std::vector<std::uint32_t> by_name;
    std::mutex mapping_mutex;
    std::vector<std::optional<MappedFile>>
        mappings;  ///< one for each file, made at the first use; under the mutex
};

std::uint64_t TensorInfo::rows() const {
    std::uint64_t product = 1;
    for (std::size_t i = 1; i < dimensions.size(); ++i) {
        product *= dimensions[i];
    }
    return product;
}

Result<ModelFile> ModelFile::open(const std::filesystem::path& path) {
    return guarded(path.string(), [&] { return open_unguarded(path); });
}

Result<ModelFile> ModelFile::open_unguarded(const std::filesystem::path& path) {
    auto state = std::make_unique<State>();
    HEARTH_TRY_ASSIGN(state->model, is_checkpoint(path) ? open_checkpoint(path) : open_gguf(path));
    const auto& files = state->model.files;
    for (const File& file : files) {
        state->bytes += file.size();
    }
    state->mappings.resize(files.size());
    const auto& tensors = state->model.tensors;
    state->by_name = order_by_name(tensors);
    const auto same = std::ranges::adjacent_find(
        state->by_name, [&](std::uint32_t a, std::uint32_t b) { return tensors[a].name == tensors[b].name; });
    if (same != state->by_name.end()) {
        const TensorInfo& first = tensors[*same];
        const TensorInfo& second = tensors[*std::next(same)];
        return file_error(ErrorCode::bad_name, files[second.shard].path(), second.name,
                          fmt::format("tensor \"{}\" is also in {}", escaped(second.name),
                                      escaped(files[first.shard].path().string(), 4096)));
    }
    return ModelFile(std::move(state));
}

ModelFile::ModelFile(std::unique_ptr<State> state) : state_(std::move(state)) {}
ModelFile::ModelFile(ModelFile&&) noexcept = default;
ModelFile& ModelFile::operator=(ModelFile&&) noexcept = default;
ModelFile::~ModelFile() = default;

const std::filesystem::path& ModelFile::path() const {
    return state_->model.files.front().path();
}
const Metadata& ModelFile::metadata() const {
    return state_->model.metadata;
}
ModelFormat ModelFile::format() const {
    return state_->model.format;
}
std::uint32_t ModelFile::version() const {
    return state_->model.version;
}
std::uint64_t ModelFile::file_bytes() const {
    return state_->bytes;
}
std::uint32_t ModelFile::shard_count() const {
    return static_cast<std::uint32_t>(state_->model.files.size());
}
std::span<const TensorInfo> ModelFile::tensors() const {
    return state_->model.tensors;
}
std::span<const std::string> ModelFile::warnings() const {
    return state_->model.warnings;
}

const TensorInfo* ModelFile::find(std::string_view name) const {
    const auto name_of = [&](std::uint32_t i) -> std::string_view { return state_->model.tensors[i].name; };
    const auto found = std::ranges::lower_bound(state_->by_name, name, {}, name_of);
    return found == state_->by_name.end() || name_of(*found) != name ? nullptr
                                                                     : &state_->model.tensors[*found];
}

Status ModelFile::read(const TensorInfo& tensor, std::uint64_t first_byte,
                       std::span<std::byte> destination) const {
    const File& file = state_->model.files.at(tensor.shard);
    if (first_byte > tensor.bytes || destination.size() > tensor.bytes - first_byte) {
        return file_error(ErrorCode::read_failed, file.path(), tensor.name,
                          fmt::format("{} bytes from byte {} of tensor \"{}\" were asked for, which has {}",
                                      destination.size(), first_byte, escaped(tensor.name), tensor.bytes));
    }
    auto status =
        tensor.derivation
            ? state_->model.derived.at(*tensor.derivation)->read(state_->model.files, first_byte, destination)
            : file.read_at(tensor.offset + first_byte, destination);
    if (!status) {
        Error error = std::move(status).error();
        if (error.details.field.empty()) {
            error.details.field = tensor.name;
        }
        return error;
    }
    return {};
}

Result<std::span<const std::byte>> ModelFile::mapped(const TensorInfo& tensor) const {
    if (tensor.derivation) {
        return file_error(ErrorCode::unsupported_feature, state_->model.files.at(tensor.shard).path(),
                          tensor.name,
                          fmt::format("tensor \"{}\" is not stored as it is used, so it cannot be mapped",
                                      escaped(tensor.name)));
    }
    const std::lock_guard lock(state_->mapping_mutex);
    auto& mapping = state_->mappings.at(tensor.shard);
    if (!mapping) {
        HEARTH_TRY_ASSIGN(mapping, MappedFile::map(state_->model.files[tensor.shard]));
    }
    return mapping->bytes().subspan(static_cast<std::size_t>(tensor.offset),
                                    static_cast<std::size_t>(tensor.bytes));
}

}  // namespace hearth
