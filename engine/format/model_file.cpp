#include "base/guarded.h"
#include "base/mapped_file.h"
#include "format/file_error.h"
#include "format/gguf_directory.h"
#include "format/gguf_header.h"
#include "format/gguf_model.h"
#include "format/huggingface/checkpoint.h"
#include "format/model_parts.h"

#include <hearth/model_file.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include <fmt/format.h>

namespace hearth {

namespace {

/// The header from the first bytes; read_failed with bytes_needed where they end before it does.
Result<GgufHeader> parse_head(const FileHead& head) {
    return parse_gguf(MemorySource(head.bytes, head.file_bytes), head.name);
}

/// The same of a safetensors file.
Result<SafetensorsHeader> parse_safetensors_head(const FileHead& head) {
    return parse_safetensors(MemorySource(head.bytes, head.file_bytes), head.name);
}

bool is_safetensors(const FileHead& head) {
    return head.name.ends_with(".safetensors");
}

bool ends_early(const Error& error, const FileHead& head) {
    return error.code == ErrorCode::read_failed && head.bytes.size() < head.file_bytes;
}

/// The error of a header that had to be whole.
Error whole_header_error(Error error, const FileHead& head) {
    if (!ends_early(error, head)) {
        return error;
    }
    Error early =
        file_error(ErrorCode::header_truncated, head.name, "header",
                   fmt::format("the first {} bytes hold only a part of its header", head.bytes.size()));
    early.details.bytes_available = head.bytes.size();
    return early;
}

Result<std::vector<ModelPart>> parse_heads(const std::vector<FileHead>& heads) {
    std::vector<GgufPart> headers;
    for (const FileHead& head : heads) {
        auto header = parse_head(head);
        if (!header) {
            return whole_header_error(std::move(header).error(), head);
        }
        headers.push_back({head.name, *std::move(header)});
    }
    HEARTH_TRY(check_gguf_parts(headers));
    std::vector<ModelPart> parts;
    for (std::size_t i = 0; i < headers.size(); ++i) {
        parts.push_back({std::move(headers[i]), nullptr, heads[i].file_bytes});
    }
    return parts;
}

}  // namespace

struct ModelFile::State {
    OpenedModel model;
    /// Instead of model.files: parts that lie in no file, or of which only the header is at hand (then null).
    std::vector<std::unique_ptr<const ByteSource>> elsewhere;
    std::vector<std::filesystem::path> paths;  ///< one for each file or part
    std::uint64_t bytes = 0;
    std::vector<std::uint32_t> by_name;
    std::mutex mapping_mutex;
    std::vector<std::optional<MappedFile>>
        mappings;  ///< one for each file, made at the first use; under the mutex

    /// Orders the directory. Errors: bad_name where two tensors have one name.
    Status finish();
    Status read_stored(const TensorInfo& tensor, std::uint64_t first_byte,
                       std::span<std::byte> destination) const;
    Error without_data(const TensorInfo& tensor) const;
};

Status ModelFile::State::finish() {
    const auto& tensors = model.tensors;
    by_name = order_by_name(tensors);
    const auto same = std::ranges::adjacent_find(
        by_name, [&](std::uint32_t a, std::uint32_t b) { return tensors[a].name == tensors[b].name; });
    if (same == by_name.end()) {
        return {};
    }
    const TensorInfo& first = tensors[*same];
    const TensorInfo& second = tensors[*std::next(same)];
    return file_error(ErrorCode::bad_name, paths[second.shard], second.name,
                      fmt::format("tensor \"{}\" is also in {}", escaped(second.name),
                                  escaped(paths[first.shard].string(), 4096)));
}

Error ModelFile::State::without_data(const TensorInfo& tensor) const {
    return file_error(ErrorCode::read_failed, paths[tensor.shard], tensor.name,
                      fmt::format("tensor \"{}\" cannot be read: only the header of the file is here",
                                  escaped(tensor.name)));
}

Status ModelFile::State::read_stored(const TensorInfo& tensor, std::uint64_t first_byte,
                                     std::span<std::byte> destination) const {
    if (elsewhere.empty()) {
        return model.files.at(tensor.shard).read_at(tensor.offset + first_byte, destination);
    }
    const auto& source = elsewhere.at(tensor.shard);
    return source == nullptr ? without_data(tensor)
                             : source->read_at(tensor.offset + first_byte, destination);
}

std::uint64_t TensorInfo::rows() const {
    std::uint64_t product = 1;
    for (std::size_t i = 1; i < dimensions.size(); ++i) {
        product *= dimensions[i];
    }
    return product;
}

Result<ModelFile> ModelFile::open(const std::filesystem::path& path) {
    return guarded(path.string(), [&]() -> Result<ModelFile> {
        auto state = std::make_unique<State>();
        HEARTH_TRY_ASSIGN(state->model, is_checkpoint(path) ? open_checkpoint(path) : open_gguf(path));
        for (const File& file : state->model.files) {
            state->paths.push_back(file.path());
            state->bytes += file.size();
        }
        state->mappings.resize(state->model.files.size());
        HEARTH_TRY(state->finish());
        return ModelFile(std::move(state));
    });
}

Result<ModelFile> ModelFile::from_heads(std::vector<FileHead> heads) {
    const std::string name = heads.empty() ? std::string() : heads.front().name;
    return guarded(name, [&]() -> Result<ModelFile> {
        HEARTH_TRY_ASSIGN(std::vector<ModelPart> parts, parse_heads(heads));
        return ModelAssembly::join(std::move(parts));
    });
}

Result<ModelFile> ModelFile::from_checkpoint_heads(const std::string& name, const CheckpointTexts& texts,
                                                   std::vector<FileHead> heads) {
    return guarded(name, [&]() -> Result<ModelFile> {
        auto state = std::make_unique<State>();
        std::vector<SafetensorsHeader> headers;
        for (const FileHead& head : heads) {
            auto header = parse_safetensors_head(head);
            if (!header) {
                return whole_header_error(std::move(header).error(), head);
            }
            headers.push_back(*std::move(header));
            state->paths.emplace_back(head.name);
            state->elsewhere.push_back(nullptr);
            state->bytes += head.file_bytes;
        }
        if (headers.empty()) {
            return Error{ErrorCode::invalid_request, "a model has at least one file"};
        }
        HEARTH_TRY_ASSIGN(state->model, describe_checkpoint(name, texts, std::move(headers)));
        HEARTH_TRY(state->finish());
        return ModelFile(std::move(state));
    });
}

Result<std::optional<std::uint64_t>> header_bytes_needed(const FileHead& head) {
    return guarded(head.name, [&]() -> Result<std::optional<std::uint64_t>> {
        std::optional<Error> error;
        if (is_safetensors(head)) {
            if (auto header = parse_safetensors_head(head); !header) {
                error = std::move(header).error();
            }
        } else if (auto header = parse_head(head); !header) {
            error = std::move(header).error();
        }
        if (!error) {
            return std::optional<std::uint64_t>();
        }
        if (!ends_early(*error, head)) {
            return *std::move(error);
        }
        return error->details.bytes_needed;
    });
}

Result<ModelFile> ModelAssembly::join(std::vector<ModelPart> parts) {
    auto state = std::make_unique<ModelFile::State>();
    std::vector<GgufPart> headers;
    for (ModelPart& part : parts) {
        state->paths.push_back(part.gguf.path);
        state->elsewhere.push_back(std::move(part.bytes));
        state->bytes += part.file_bytes;
        headers.push_back(std::move(part.gguf));
    }
    state->model = join_gguf(std::move(headers));
    HEARTH_TRY(state->finish());
    return ModelFile(std::move(state));
}

ModelFile::ModelFile(std::unique_ptr<State> state) : state_(std::move(state)) {}
ModelFile::ModelFile(ModelFile&&) noexcept = default;
ModelFile& ModelFile::operator=(ModelFile&&) noexcept = default;
ModelFile::~ModelFile() = default;

const std::filesystem::path& ModelFile::path() const {
    return state_->paths.front();
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
    return static_cast<std::uint32_t>(state_->paths.size());
}
std::span<const TensorInfo> ModelFile::tensors() const {
    return state_->model.tensors;
}
std::span<const std::string> ModelFile::warnings() const {
    return state_->model.warnings;
}
bool ModelFile::has_data() const {
    return std::ranges::none_of(state_->elsewhere, [](const auto& source) { return source == nullptr; });
}

const TensorInfo* ModelFile::find(std::string_view name) const {
    const auto name_of = [&](std::uint32_t i) -> std::string_view { return state_->model.tensors[i].name; };
    const auto found = std::ranges::lower_bound(state_->by_name, name, {}, name_of);
    return found == state_->by_name.end() || name_of(*found) != name ? nullptr
                                                                     : &state_->model.tensors[*found];
}

Status ModelFile::read(const TensorInfo& tensor, std::uint64_t first_byte,
                       std::span<std::byte> destination) const {
    if (first_byte > tensor.bytes || destination.size() > tensor.bytes - first_byte) {
        return file_error(ErrorCode::read_failed, state_->paths.at(tensor.shard), tensor.name,
                          fmt::format("{} bytes from byte {} of tensor \"{}\" were asked for, which has {}",
                                      destination.size(), first_byte, escaped(tensor.name), tensor.bytes));
    }
    if (tensor.derivation && !state_->elsewhere.empty()) {
        return state_->without_data(tensor);
    }
    auto status =
        tensor.derivation
            ? state_->model.derived.at(*tensor.derivation)->read(state_->model.files, first_byte, destination)
            : state_->read_stored(tensor, first_byte, destination);
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
        return file_error(ErrorCode::unsupported_feature, state_->paths.at(tensor.shard), tensor.name,
                          fmt::format("tensor \"{}\" is not stored as it is used, so it cannot be mapped",
                                      escaped(tensor.name)));
    }
    if (!state_->elsewhere.empty()) {
        return state_->without_data(tensor);
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
