#pragma once

#include "format/gguf_reader.h"

#include <hearth/model_file.h>
#include <hearth/result.h>

#include <cstdint>
#include <string>
#include <vector>

namespace hearth {

/// Reads the directory of `count` tensors; their `offset` is then from the start of the data section. Errors:
/// header_truncated, count_too_large, string_too_long, bad_name (empty, too long, twice), bad_shape,
/// bad_tensor_type.
Result<std::vector<TensorInfo>> read_gguf_directory(GgufReader& reader, std::uint64_t count);

/// Checks where the tensors lie, with the reader at the end of the directory, and makes their offsets
/// absolute. Errors: bad_shape (sizes that add up to more than a file can hold), bad_offset (unaligned,
/// overlapping, beyond the file), data_truncated. Adds to `warnings` what is odd but harmless.
Status place_gguf_tensors(GgufReader& reader, std::uint64_t alignment, std::vector<TensorInfo>& tensors,
                          std::vector<std::string>& warnings);

/// Positions of `tensors` in the order of their names.
std::vector<std::uint32_t> order_by_name(const std::vector<TensorInfo>& tensors);

}  // namespace hearth
