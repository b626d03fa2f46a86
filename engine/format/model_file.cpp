#include "base/file.h"
#include "base/guarded.h"
#include "base/mapped_file.h"
#include "format/gguf_directory.h"
#include "format/gguf_header.h"
#include "format/model_parts.h"
#include "format/shard_name.h"

#include <hearth/model_file.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include <fmt/format.h>

namespace hearth {

namespace {

Result<ModelPart> open_shard(const std::filesystem::path& path) {
    HEARTH_TRY_ASSIGN(File file, File::open(path));
    auto bytes = std::make_unique<FileSource>(std::move(file));
    HEARTH_TRY_ASSIGN(GgufHeader header, parse_gguf(*bytes, path.string()));
    const std::uint64_t size = bytes->size();
    return ModelPart{path, std::move(header), std::move(bytes), size};
}

/// The header from the first bytes; read_failed with bytes_needed where they end before it does.
Result<GgufHeader> parse_head(const FileHead& head) {
    return parse_gguf(MemorySource(head.bytes, head.file_bytes), head.name);
}

bool ends_early(const Error& error, const FileHead& head) {
    return error.code == ErrorCode::read_failed && head.bytes.size() < head.file_bytes;
}

Error shard_error(ErrorCode code, const std::filesystem::path& path, std::string field,
                  std::string_view problem) {
    Error error{code, fmt::format("{}: {}", escaped(path.string(), 4096), problem)};
    error.details.file = path.string();
    error.details.field = std::move(field);
    return error;
}

Error without_data(const std::filesystem::path& path, const TensorInfo& tensor) {
    return shard_error(ErrorCode::read_failed, path, tensor.name,
                       fmt::format("tensor \"{}\" cannot be read: only the header of the file is here",
                                   escaped(tensor.name)));
}

/// How a shard key of the first shard opened and of another must relate.
Status expect_equal(const ModelPart& shard, std::string_view key, std::optional<std::uint64_t> expected,
                    std::optional<std::uint64_t> actual) {
    if (expected == actual) {
        return {};
    }
    const auto text = [](std::optional<std::uint64_t> value) {
        return value ? std::to_string(*value) : std::string("missing");
    };
    Error error =
        shard_error(ErrorCode::shard_mismatch, shard.path, std::string(key),
                    fmt::format("metadata key \"{}\" is {} but must be {}: the file does not belong to this "
                                "model or has the wrong name",
                                key, text(actual), text(expected)));
    error.details.expected = text(expected);
    error.details.actual = text(actual);
    return error;
}

/// That a shard is the one its name says: number `number` of `count`.
Status expect_place(const ModelPart& shard, std::uint32_t number, std::uint32_t count) {
    HEARTH_TRY_ASSIGN(const auto split_count, shard.header.metadata.get<std::uint64_t>("split.count"));
    HEARTH_TRY(expect_equal(shard, "split.count", count, split_count));
    HEARTH_TRY_ASSIGN(const auto position, shard.header.metadata.get<std::uint64_t>("split.no"));
    return expect_equal(shard, "split.no", number - 1, position);
}

std::filesystem::path shard_path(const std::filesystem::path& folder, ShardName name, std::uint32_t number) {
    name.number = number;
    return folder / shard_file_name(name);
}

Status expect_all_present(const std::filesystem::path& opened, const ShardName& name) {
    constexpr std::uint32_t kMostListed = 5;
    std::string missing;
    std::string first_missing;
    std::uint32_t missing_count = 0;
    for (std::uint32_t number = 1; number <= name.count; ++number) {
        const auto path = shard_path(opened.parent_path(), name, number);
        std::error_code failure;
        if (std::filesystem::exists(path, failure) ||
            (failure && failure != std::errc::no_such_file_or_directory)) {
            continue;  // opening it tells what is wrong
        }
        if (missing_count == 0) {
            first_missing = path.filename().string();
        }
        if (++missing_count <= kMostListed) {
            missing += fmt::format("{}{}", missing.empty() ? "" : ", ", escaped(path.filename().string()));
        }
    }
    if (missing_count == 0) {
        return {};
    }
    if (missing_count > kMostListed) {
        missing += fmt::format(" and {} more", missing_count - kMostListed);
    }
    Error error = shard_error(
        ErrorCode::shard_missing, opened, first_missing,
        fmt::format("the model has {} parts, of which {} {} not in this folder: get {} as well", name.count,
                    missing, missing_count == 1 ? "is" : "are", missing_count == 1 ? "it" : "them"));
    error.details.expected = fmt::format("{} files", name.count);
    error.details.actual = fmt::format("{} files", name.count - missing_count);
    return error;
}

/// That the shards are all of one model, in order. Shard names count from 1, `split.no` from 0, and
/// `split.tensors.count` is that of all shards together.
Status expect_whole(const std::vector<ModelPart>& shards) {
    const auto count = static_cast<std::uint32_t>(shards.size());
    HEARTH_TRY_ASSIGN(const auto tensor_total,
                      shards.front().header.metadata.get<std::uint64_t>("split.tensors.count"));
    std::uint64_t tensor_count = 0;
    for (std::uint32_t number = 1; number <= count; ++number) {
        const ModelPart& shard = shards[number - 1];
        HEARTH_TRY(expect_place(shard, number, count));
        HEARTH_TRY_ASSIGN(const auto total, shard.header.metadata.get<std::uint64_t>("split.tensors.count"));
        HEARTH_TRY(expect_equal(shard, "split.tensors.count", tensor_total, total));
        tensor_count += shard.header.tensors.size();
    }
    if (tensor_total && *tensor_total != tensor_count) {
        Error error =
            shard_error(ErrorCode::shard_mismatch, shards.front().path, "split.tensors.count",
                        fmt::format("metadata key \"split.tensors.count\" is {}, but all parts together hold "
                                    "{} tensors",
                                    *tensor_total, tensor_count));
        error.details.expected = std::to_string(*tensor_total);
        error.details.actual = std::to_string(tensor_count);
        return error;
    }
    return {};
}

/// All shards of the model that `opened` belongs to, in order.
Result<std::vector<ModelPart>> open_all_shards(ModelPart opened, const ShardName& name) {
    const std::filesystem::path path = opened.path;
    HEARTH_TRY(expect_place(opened, name.number, name.count));
    HEARTH_TRY(expect_all_present(path, name));
    std::optional<ModelPart> in_hand(std::move(opened));
    std::vector<ModelPart> shards;
    for (std::uint32_t number = 1; number <= name.count; ++number) {
        if (number == name.number) {
            shards.push_back(*std::exchange(in_hand, std::nullopt));
        } else {
            HEARTH_TRY_ASSIGN(ModelPart shard, open_shard(shard_path(path.parent_path(), name, number)));
            shards.push_back(std::move(shard));
        }
    }
    HEARTH_TRY(expect_whole(shards));
    return shards;
}

/// That a file stands for a whole model.
Status expect_single(const ModelPart& part) {
    HEARTH_TRY_ASSIGN(const auto split_count, part.header.metadata.get<std::uint64_t>("split.count"));
    if (split_count == 0U) {
        Error error = shard_error(ErrorCode::bad_value, part.path, "split.count",
                                  "metadata key \"split.count\" is 0, but a model has at least one part");
        error.details.expected = "at least 1";
        error.details.actual = "0";
        return error;
    }
    if (split_count.value_or(1) > 1) {
        Error error =
            shard_error(ErrorCode::shard_mismatch, part.path, "split.count",
                        fmt::format("the file is one of {} parts of a model, but not named like "
                                    "NAME-00001-of-{:05}.gguf, so the other parts "
                                    "cannot be found: give all parts the names they were published with",
                                    *split_count, *split_count));
        error.details.expected = std::to_string(1);
        error.details.actual = std::to_string(*split_count);
        return error;
    }
    return {};
}

Result<std::vector<ModelPart>> open_model(const std::filesystem::path& path) {
    HEARTH_TRY_ASSIGN(ModelPart opened, open_shard(path));
    const auto name = parse_shard_name(path.filename().string());
    if (name && name->count > 1) {
        return open_all_shards(std::move(opened), *name);
    }
    HEARTH_TRY(expect_single(opened));
    std::vector<ModelPart> single;
    single.push_back(std::move(opened));
    return single;
}

Result<std::vector<ModelPart>> parse_heads(std::vector<FileHead> heads) {
    std::vector<ModelPart> parts;
    for (const FileHead& head : heads) {
        auto header = parse_head(head);
        if (!header) {
            Error error = std::move(header).error();
            if (ends_early(error, head)) {
                error = shard_error(
                    ErrorCode::header_truncated, head.name, "header",
                    fmt::format("the first {} bytes hold only a part of its header", head.bytes.size()));
                error.details.bytes_available = head.bytes.size();
            }
            return error;
        }
        parts.push_back({head.name, *std::move(header), nullptr, head.file_bytes});
    }
    if (parts.empty()) {
        return Error{ErrorCode::invalid_request, "a model has at least one file"};
    }
    HEARTH_TRY(parts.size() > 1 ? expect_whole(parts) : expect_single(parts.front()));
    return parts;
}

}  // namespace

struct ModelFile::State {
    /// Where the bytes of one file come from.
    struct Source {
        std::filesystem::path path;
        std::unique_ptr<const ByteSource> bytes;  ///< absent: only the header is at hand
    };
    std::vector<Source> sources;
    Metadata metadata;
    std::uint32_t version = 0;
    std::uint64_t bytes = 0;
    std::vector<TensorInfo> tensors;
    std::vector<std::uint32_t> by_name;
    std::vector<std::string> warnings;
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
    return guarded(path.string(), [&]() -> Result<ModelFile> {
        HEARTH_TRY_ASSIGN(std::vector<ModelPart> parts, open_model(path));
        return ModelAssembly::join(std::move(parts));
    });
}

Result<ModelFile> ModelFile::from_heads(std::vector<FileHead> heads) {
    const std::string name = heads.empty() ? std::string() : heads.front().name;
    return guarded(name, [&]() -> Result<ModelFile> {
        HEARTH_TRY_ASSIGN(std::vector<ModelPart> parts, parse_heads(std::move(heads)));
        return ModelAssembly::join(std::move(parts));
    });
}

Result<std::optional<std::uint64_t>> header_bytes_needed(const FileHead& head) {
    return guarded(head.name, [&]() -> Result<std::optional<std::uint64_t>> {
        const auto header = parse_head(head);
        if (header) {
            return std::optional<std::uint64_t>();
        }
        if (!ends_early(header.error(), head)) {
            return header.error();
        }
        return header.error().details.bytes_needed;
    });
}

Result<ModelFile> ModelAssembly::join(std::vector<ModelPart> parts) {
    auto state = std::make_unique<ModelFile::State>();
    state->metadata = std::move(parts.front().header.metadata);
    state->version = parts.front().header.version;
    for (ModelPart& part : parts) {
        for (TensorInfo& tensor : part.header.tensors) {
            tensor.shard = static_cast<std::uint32_t>(state->sources.size());
            state->tensors.push_back(std::move(tensor));
        }
        std::ranges::move(part.header.warnings, std::back_inserter(state->warnings));
        state->bytes += part.file_bytes;
        state->sources.push_back({std::move(part.path), std::move(part.bytes)});
    }
    state->mappings.resize(state->sources.size());
    state->by_name = order_by_name(state->tensors);
    const auto& tensors = state->tensors;
    const auto same = std::ranges::adjacent_find(
        state->by_name, [&](std::uint32_t a, std::uint32_t b) { return tensors[a].name == tensors[b].name; });
    if (same != state->by_name.end()) {
        const TensorInfo& first = tensors[*same];
        const TensorInfo& second = tensors[*std::next(same)];
        return shard_error(ErrorCode::bad_name, state->sources[second.shard].path, second.name,
                           fmt::format("tensor \"{}\" is also in {}", escaped(second.name),
                                       escaped(state->sources[first.shard].path.string(), 4096)));
    }
    return ModelFile(std::move(state));
}

ModelFile::ModelFile(std::unique_ptr<State> state) : state_(std::move(state)) {}
ModelFile::ModelFile(ModelFile&&) noexcept = default;
ModelFile& ModelFile::operator=(ModelFile&&) noexcept = default;
ModelFile::~ModelFile() = default;

const std::filesystem::path& ModelFile::path() const {
    return state_->sources.front().path;
}
const Metadata& ModelFile::metadata() const {
    return state_->metadata;
}
std::uint32_t ModelFile::version() const {
    return state_->version;
}
std::uint64_t ModelFile::file_bytes() const {
    return state_->bytes;
}
std::uint32_t ModelFile::shard_count() const {
    return static_cast<std::uint32_t>(state_->sources.size());
}
std::span<const TensorInfo> ModelFile::tensors() const {
    return state_->tensors;
}
std::span<const std::string> ModelFile::warnings() const {
    return state_->warnings;
}
bool ModelFile::has_data() const {
    return std::ranges::all_of(state_->sources, [](const auto& source) { return source.bytes != nullptr; });
}

const TensorInfo* ModelFile::find(std::string_view name) const {
    const auto name_of = [&](std::uint32_t i) -> std::string_view { return state_->tensors[i].name; };
    const auto found = std::ranges::lower_bound(state_->by_name, name, {}, name_of);
    return found == state_->by_name.end() || name_of(*found) != name ? nullptr : &state_->tensors[*found];
}

Status ModelFile::read(const TensorInfo& tensor, std::uint64_t first_byte,
                       std::span<std::byte> destination) const {
    const State::Source& source = state_->sources.at(tensor.shard);
    if (first_byte > tensor.bytes || destination.size() > tensor.bytes - first_byte) {
        return shard_error(ErrorCode::read_failed, source.path, tensor.name,
                           fmt::format("{} bytes from byte {} of tensor \"{}\" were asked for, which has {}",
                                       destination.size(), first_byte, escaped(tensor.name), tensor.bytes));
    }
    if (source.bytes == nullptr) {
        return without_data(source.path, tensor);
    }
    auto status = source.bytes->read_at(tensor.offset + first_byte, destination);
    if (!status) {
        Error error = std::move(status).error();
        error.details.field = tensor.name;
        return error;
    }
    return {};
}

Result<std::span<const std::byte>> ModelFile::mapped(const TensorInfo& tensor) const {
    const State::Source& source = state_->sources.at(tensor.shard);
    const File* const file = source.bytes == nullptr ? nullptr : source.bytes->file();
    if (file == nullptr) {
        return without_data(source.path, tensor);
    }
    const std::lock_guard lock(state_->mapping_mutex);
    auto& mapping = state_->mappings.at(tensor.shard);
    if (!mapping) {
        HEARTH_TRY_ASSIGN(mapping, MappedFile::map(*file));
    }
    return mapping->bytes().subspan(static_cast<std::size_t>(tensor.offset),
                                    static_cast<std::size_t>(tensor.bytes));
}

}  // namespace hearth
