#pragma once

#include "format/byte_source.h"

#include <hearth/metadata.h>
#include <hearth/model_file.h>
#include <hearth/result.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hearth {

/// Everything but the tensor data of one GGUF file (docs/gguf.md of github.com/ggml-org/ggml), checked: every
/// tensor range lies inside the file. Offsets are absolute, `shard` is 0.
struct GgufHeader {
    std::uint32_t version = 3;
    Metadata metadata;
    std::vector<TensorInfo> tensors;  ///< in file order
    std::vector<std::string> warnings;
};

/// Parses the header, of which `file` is the name in errors. Errors: those of the container group,
/// read_failed.
Result<GgufHeader> parse_gguf(const ByteSource& source, std::string file);

/// The same from memory: `bytes` are the first of a file of `file_size` bytes and hold at least the header.
Result<GgufHeader> parse_gguf(std::span<const std::byte> bytes, std::uint64_t file_size, std::string file);

}  // namespace hearth
