#pragma once

#include "format/gguf_reader.h"

#include <hearth/metadata.h>
#include <hearth/result.h>

#include <cstdint>

namespace hearth {

/// Reads `count` key-value pairs. Errors: header_truncated, count_too_large, string_too_long, bad_key (empty,
/// twice), bad_value_type (unknown, nested array, boolean other than 0 and 1), array_too_long.
Result<Metadata> read_gguf_metadata(GgufReader& reader, std::uint64_t count);

/// Bytes of one value of a fixed size; 0 for strings and arrays.
std::uint64_t metadata_value_bytes(MetadataType type);

}  // namespace hearth
