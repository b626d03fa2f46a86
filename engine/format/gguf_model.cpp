#include "format/gguf_model.h"

#include "format/file_error.h"
#include "format/gguf_header.h"
#include "format/shard_name.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace hearth {

namespace {

/// One file of a model on this computer, opened and parsed.
struct Shard {
    File file;
    GgufPart part;
};

Result<Shard> open_shard(const std::filesystem::path& path) {
    HEARTH_TRY_ASSIGN(File file, File::open(path));
    HEARTH_TRY_ASSIGN(GgufHeader header, parse_gguf(FileSource(file), path.string()));
    return Shard{std::move(file), {path, std::move(header)}};
}

/// How a shard key of the first shard opened and of another must relate.
Status expect_equal(const GgufPart& shard, std::string_view key, std::optional<std::uint64_t> expected,
                    std::optional<std::uint64_t> actual) {
    if (expected == actual) {
        return {};
    }
    const auto text = [](std::optional<std::uint64_t> value) {
        return value ? std::to_string(*value) : std::string("missing");
    };
    Error error =
        file_error(ErrorCode::shard_mismatch, shard.path, std::string(key),
                   fmt::format("metadata key \"{}\" is {} but must be {}: the file does not belong to this "
                               "model or has the wrong name",
                               key, text(actual), text(expected)));
    error.details.expected = text(expected);
    error.details.actual = text(actual);
    return error;
}

/// That a shard is the one its name says: number `number` of `count`.
Status expect_place(const GgufPart& shard, std::uint32_t number, std::uint32_t count) {
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
    Error error = file_error(
        ErrorCode::shard_missing, opened, first_missing,
        fmt::format("the model has {} parts, of which {} {} not in this folder: get {} as well", name.count,
                    missing, missing_count == 1 ? "is" : "are", missing_count == 1 ? "it" : "them"));
    error.details.expected = fmt::format("{} files", name.count);
    error.details.actual = fmt::format("{} files", name.count - missing_count);
    return error;
}

/// That the shards are all of one model, in order. Shard names count from 1, `split.no` from 0, and
/// `split.tensors.count` is that of all shards together.
Status expect_whole(const std::vector<GgufPart>& shards) {
    const auto count = static_cast<std::uint32_t>(shards.size());
    HEARTH_TRY_ASSIGN(const auto tensor_total,
                      shards.front().header.metadata.get<std::uint64_t>("split.tensors.count"));
    std::uint64_t tensor_count = 0;
    for (std::uint32_t number = 1; number <= count; ++number) {
        const GgufPart& shard = shards[number - 1];
        HEARTH_TRY(expect_place(shard, number, count));
        HEARTH_TRY_ASSIGN(const auto total, shard.header.metadata.get<std::uint64_t>("split.tensors.count"));
        HEARTH_TRY(expect_equal(shard, "split.tensors.count", tensor_total, total));
        tensor_count += shard.header.tensors.size();
    }
    if (tensor_total && *tensor_total != tensor_count) {
        Error error =
            file_error(ErrorCode::shard_mismatch, shards.front().path, "split.tensors.count",
                       fmt::format("metadata key \"split.tensors.count\" is {}, but all parts together hold "
                                   "{} tensors",
                                   *tensor_total, tensor_count));
        error.details.expected = std::to_string(*tensor_total);
        error.details.actual = std::to_string(tensor_count);
        return error;
    }
    return {};
}

/// That a file stands for a whole model.
Status expect_single(const GgufPart& part) {
    HEARTH_TRY_ASSIGN(const auto split_count, part.header.metadata.get<std::uint64_t>("split.count"));
    if (split_count == 0U) {
        Error error = file_error(ErrorCode::bad_value, part.path, "split.count",
                                 "metadata key \"split.count\" is 0, but a model has at least one part");
        error.details.expected = "at least 1";
        error.details.actual = "0";
        return error;
    }
    if (split_count.value_or(1) > 1) {
        Error error =
            file_error(ErrorCode::shard_mismatch, part.path, "split.count",
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

/// All shards of the model that `opened` belongs to, in order.
Result<std::vector<Shard>> open_all_shards(Shard opened, const ShardName& name) {
    const std::filesystem::path path = opened.part.path;
    HEARTH_TRY(expect_place(opened.part, name.number, name.count));
    HEARTH_TRY(expect_all_present(path, name));
    std::optional<Shard> in_hand(std::move(opened));
    std::vector<Shard> shards;
    for (std::uint32_t number = 1; number <= name.count; ++number) {
        if (number == name.number) {
            shards.push_back(*std::exchange(in_hand, std::nullopt));
        } else {
            HEARTH_TRY_ASSIGN(Shard shard, open_shard(shard_path(path.parent_path(), name, number)));
            shards.push_back(std::move(shard));
        }
    }
    return shards;
}

/// The files of the model; a lone one's header may still say that it is a part of more.
Result<std::vector<Shard>> open_files(const std::filesystem::path& path) {
    HEARTH_TRY_ASSIGN(Shard opened, open_shard(path));
    const auto name = parse_shard_name(path.filename().string());
    if (name && name->count > 1) {
        return open_all_shards(std::move(opened), *name);
    }
    std::vector<Shard> single;
    single.push_back(std::move(opened));
    return single;
}

}  // namespace

Status check_gguf_parts(const std::vector<GgufPart>& parts) {
    if (parts.empty()) {
        return Error{ErrorCode::invalid_request, "a model has at least one file"};
    }
    return parts.size() > 1 ? expect_whole(parts) : expect_single(parts.front());
}

OpenedModel join_gguf(std::vector<GgufPart> parts) {
    OpenedModel model;
    model.metadata = std::move(parts.front().header.metadata);
    model.version = parts.front().header.version;
    for (std::uint32_t shard = 0; shard < parts.size(); ++shard) {
        for (TensorInfo& tensor : parts[shard].header.tensors) {
            tensor.shard = shard;
            model.tensors.push_back(std::move(tensor));
        }
        std::ranges::move(parts[shard].header.warnings, std::back_inserter(model.warnings));
    }
    return model;
}

Result<OpenedModel> open_gguf(const std::filesystem::path& path) {
    HEARTH_TRY_ASSIGN(std::vector<Shard> shards, open_files(path));
    std::vector<File> files;
    std::vector<GgufPart> parts;
    for (Shard& shard : shards) {
        files.push_back(std::move(shard.file));
        parts.push_back(std::move(shard.part));
    }
    HEARTH_TRY(check_gguf_parts(parts));
    OpenedModel model = join_gguf(std::move(parts));
    model.files = std::move(files);
    return model;
}

}  // namespace hearth
