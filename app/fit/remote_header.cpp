#include "fit/remote_header.h"

#include "transfers/address.h"
#include "transfers/shard_name.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace hearth::fit {
namespace {

using transfers::Failure;
using transfers::FailureKind;

std::string host_of(std::string_view url) {
    const auto address = transfers::parse_address(url);
    return address ? address->host : std::string();
}

std::string last_part(std::string_view path) {
    return std::string(path.substr(path.rfind('/') + 1));
}

/// The path of an address without query and fragment.
std::string_view without_query(std::string_view url) {
    return url.substr(0, url.find_first_of("?#"));
}

Failure failure(FailureKind kind, const RemoteFile& file, std::string_view what) {
    return {.kind = kind,
            .message = fmt::format("{}: {}", escaped(last_part(file.name)), what),
            .host = host_of(file.url)};
}

/// Reads the first bytes of one file until its header is whole. `left`: of what all headers may have.
class HeadReader {
 public:
    HeadReader(transfers::Fetcher& fetcher, const RemoteFile& file, const RemoteHeaderLimits& limits,
               std::uint64_t left)
        : fetcher_(fetcher), file_(file), limits_(limits), most_bytes_(std::min(limits.most_bytes, left)) {
        head_.name = last_part(file.name);
    }

    std::variant<FileHead, Failure, Error> read(const std::stop_token& stop) {
        if (most_bytes_ == 0) {
            return too_long();
        }
        for (std::uint64_t wanted = limits_.first_bytes;;) {
            if (auto failed = read_up_to(std::min(wanted, most_bytes_), stop)) {
                return *std::move(failed);
            }
            auto needed = header_bytes_needed(head_);
            if (!needed) {
                return std::move(needed).error();
            }
            if (!*needed) {
                return std::move(head_);
            }
            if (**needed > most_bytes_) {
                return too_long();
            }
            wanted = std::max(2 * std::uint64_t{head_.bytes.size()}, **needed);
        }
    }

 private:
    /// Makes the head `count` bytes long, or as long as the file is.
    transfers::MaybeFailure read_up_to(std::uint64_t count, const std::stop_token& stop) {
        const std::uint64_t have = head_.bytes.size();
        const std::uint64_t asked = count - have;
        auto answer = fetcher_.fetch({.url = file_.url,
                                      .first_byte = have,
                                      .byte_count = asked,
                                      .most_bytes = static_cast<std::size_t>(asked),
                                      .purpose = transfers::RequestPurpose::model_header,
                                      .subject = head_.name},
                                     stop);
        if (!answer) {
            return std::move(answer).failure();
        }
        if (auto refused = transfers::failure_of(*answer, host_of(file_.url))) {
            return refused;
        }
        const std::optional<std::uint64_t> told = size_told(*answer);
        if (!told) {
            return failure(FailureKind::wrong_size, file_, "the server does not say how large the file is");
        }
        if ((file_.bytes && *file_.bytes != *told) || (have > 0 && head_.file_bytes != *told) ||
            (have > 0 && etag_ != answer->etag)) {
            return failure(FailureKind::file_changed, file_, "the server has another file by this name now");
        }
        head_.file_bytes = *told;
        etag_ = answer->etag;
        if (answer->body.size() != std::min(asked, *told - std::min(*told, have))) {
            return failure(FailureKind::connection_lost, file_, "the server sends less than was asked for");
        }
        head_.bytes.insert(head_.bytes.end(), answer->body.begin(), answer->body.end());
        return {};
    }

    /// The size of the whole file.
    std::optional<std::uint64_t> size_told(const transfers::FetchAnswer& answer) const {
        if (answer.total_bytes) {
            return answer.total_bytes;
        }
        return file_.bytes;
    }

    Error too_long() const {
        const bool together = most_bytes_ < limits_.most_bytes;
        const std::uint64_t limit = together ? limits_.most_bytes_together : limits_.most_bytes;
        Error error{
            ErrorCode::header_truncated,
            fmt::format("{}: {} longer than {} MiB, more than Hearth reads of a model that is not here",
                        escaped(head_.name),
                        together ? "the headers of all files are together" : "the header is", limit >> 20U)};
        error.details.file = head_.name;
        error.details.field = "header";
        error.details.bytes_available = limit;
        return error;
    }

    transfers::Fetcher& fetcher_;
    const RemoteFile& file_;
    const RemoteHeaderLimits& limits_;
    const std::uint64_t most_bytes_;
    FileHead head_;
    std::string etag_;
};

bool is_weights(const RemoteFile& file) {
    return file.name.ends_with(".safetensors");
}

/// The whole text of a small file.
std::variant<std::string, Failure> read_text(transfers::Fetcher& fetcher, const RemoteFile& file,
                                             const std::stop_token& stop) {
    constexpr std::size_t kMostBytes = std::size_t{1} << 20U;
    const std::string name = last_part(file.name);
    auto answer = fetcher.fetch({.url = file.url,
                                 .most_bytes = kMostBytes,
                                 .purpose = transfers::RequestPurpose::model_header,
                                 .subject = name},
                                stop);
    if (!answer) {
        return std::move(answer).failure();
    }
    if (auto refused = transfers::failure_of(*answer, host_of(file.url))) {
        return *std::move(refused);
    }
    return std::string(reinterpret_cast<const char*>(answer->body.data()), answer->body.size());
}

const RemoteFile* find_file(std::span<const RemoteFile> files, std::string_view name) {
    const auto found =
        std::ranges::find_if(files, [&](const RemoteFile& file) { return last_part(file.name) == name; });
    return found == files.end() ? nullptr : &*found;
}

RemoteHeader join_checkpoint(transfers::Fetcher& fetcher, std::span<const RemoteFile> files,
                             std::vector<FileHead> heads, const std::stop_token& stop) {
    const std::string name = heads.front().name;
    CheckpointTexts texts;
    for (const std::string_view description : {"config.json", "quantize_config.json", "quant_config.json"}) {
        const RemoteFile* file = find_file(files, description);
        if (file == nullptr) {
            continue;
        }
        auto text = read_text(fetcher, *file, stop);
        if (auto* failed = std::get_if<Failure>(&text)) {
            return std::move(*failed);
        }
        texts.emplace(description, std::get<std::string>(std::move(text)));
    }
    auto model = ModelFile::from_checkpoint_heads(name, texts, std::move(heads));
    if (!model) {
        return std::move(model).error();
    }
    return *std::move(model);
}

}  // namespace

RemoteHeader read_remote_header(transfers::Fetcher& fetcher, std::span<const RemoteFile> files,
                                std::stop_token stop, const RemoteHeaderLimits& limits) {
    const bool checkpoint = std::ranges::any_of(files, is_weights);
    std::vector<FileHead> heads;
    std::uint64_t left = limits.most_bytes_together;
    for (const RemoteFile& file : files) {
        if (checkpoint && !is_weights(file)) {
            continue;
        }
        auto head = HeadReader(fetcher, file, limits, left).read(stop);
        if (auto* failed = std::get_if<Failure>(&head)) {
            return std::move(*failed);
        }
        if (auto* error = std::get_if<Error>(&head)) {
            return std::move(*error);
        }
        heads.push_back(std::get<FileHead>(std::move(head)));
        left -= heads.back().bytes.size();
    }
    if (checkpoint) {
        return join_checkpoint(fetcher, files, std::move(heads), stop);
    }
    auto model = ModelFile::from_heads(std::move(heads));
    if (!model) {
        return std::move(model).error();
    }
    return *std::move(model);
}

std::vector<RemoteFile> shards_of(std::string_view url) {
    const std::string_view path = without_query(url);
    const auto shard = transfers::shard_name_of(path, transfers::kGguf);
    if (!shard) {
        return {{.name = last_part(path), .url = std::string(url)}};
    }
    std::vector<RemoteFile> files;
    for (std::uint32_t number = 1; number <= shard->count; ++number) {
        const std::string file = transfers::sibling_of(path, transfers::kGguf, number);
        files.push_back({.name = last_part(file), .url = file + std::string(url.substr(path.size()))});
    }
    return files;
}

}  // namespace hearth::fit
