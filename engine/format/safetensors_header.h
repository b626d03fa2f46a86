#pragma once

#include "format/byte_source.h"

#include <hearth/model_file.h>
#include <hearth/result.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace hearth {

/// Longest header that readers of the format accept, in bytes (github.com/huggingface/safetensors).
inline constexpr std::uint64_t kMaxSafetensorsHeader = 100'000'000;

/// Everything but the tensor data of one safetensors file, checked: the tensors fill the data section without
/// hole or overlap, so every range lies inside the file and the file holds nothing else. Offsets are
/// absolute, `shard` is 0, dimensions are fastest first as in TensorInfo.
struct SafetensorsHeader {
    std::vector<TensorInfo> tensors;                            ///< in the order of their data
    std::vector<std::pair<std::string, std::string>> metadata;  ///< `__metadata__`, in file order
};

/// Parses the header, of which `file` is the name in errors. Errors: file_too_short, header_too_large (before
/// anything is allocated), header_truncated, header_invalid, duplicate_key, unknown_dtype, offsets_reversed,
/// size_overflow, size_mismatch, not_contiguous, overlap, data_truncated, trailing_bytes, read_failed.
Result<SafetensorsHeader> parse_safetensors(const ByteSource& source, std::string file);

/// The same from memory: `bytes` are the first of a file of `file_size` bytes and hold at least the header.
Result<SafetensorsHeader> parse_safetensors(std::span<const std::byte> bytes, std::uint64_t file_size,
                                            std::string file);

/// Whether a file of `size` bytes that begins with `head` (9 bytes or more of it) can be a safetensors file.
bool looks_like_safetensors(std::span<const std::byte> head, std::uint64_t size);

}  // namespace hearth
