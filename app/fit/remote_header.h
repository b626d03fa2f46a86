#pragma once

#include "transfers/fetcher.h"

#include <hearth/model_file.h>
#include <hearth/result.h>

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace hearth::fit {

/// A file on a server.
struct RemoteFile {
    std::string name;  ///< its last part is the file's name, e.g. "Q4_K_M/model-00001-of-00003.gguf"
    std::string url;
    std::optional<std::uint64_t> bytes{};  ///< absent: the server says
};

/// A model known by its header; or why it could not be fetched; or what is wrong with it.
using RemoteHeader = std::variant<ModelFile, transfers::Failure, Error>;

struct RemoteHeaderLimits {
    std::uint64_t first_bytes = std::uint64_t{256}
                                << 10U;  ///< of the first request; each next one doubles what is there
    std::uint64_t most_bytes = std::uint64_t{64} << 20U;  ///< of one header
    /// Of the headers of all files of a model: how many there are is for a page to say.
    std::uint64_t most_bytes_together = std::uint64_t{256} << 20U;
};

/// Reads the headers of a model by range requests: of one GGUF file, or of all its shards in order (only the
/// first has the metadata, each has its tensors); or of a Hugging Face checkpoint: its config.json and its
/// safetensors files, whatever else is among `files` (tokenizer, index) is not asked for. From a server that
/// ignores ranges no more than twice the header is taken, never the file. Blocking, on a worker thread;
/// `stop` ends it within the request that runs. Failures: those of the requests and statuses; file_changed
/// where the server has a file of another size than `bytes` says, or another one in the middle; wrong_size
/// where nobody says how large it is. Errors: those of a model container; header_truncated where a header is
/// longer than its limit, or all are; file_not_found for safetensors files without config.json.
RemoteHeader read_remote_header(transfers::Fetcher& fetcher, std::span<const RemoteFile> files,
                                std::stop_token stop, const RemoteHeaderLimits& limits = {});

/// The shards that `url` stands for: itself, or all of `…-00001-of-00003.gguf`.
std::vector<RemoteFile> shards_of(std::string_view url);

}  // namespace hearth::fit
