#pragma once

#include <hearth/dtype.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>

namespace hearth {

/// Rules of the GGUF format (github.com/ggml-org/ggml, docs/gguf.md) that its reader and its writer share.

/// No file and no offset in it is larger (off_t).
inline constexpr std::uint64_t kMaxFileBytes = 0x7FFF'FFFF'FFFF'FFFF;
/// Longest tensor name in bytes: readers of the format keep 64 bytes with a final NUL.
inline constexpr std::size_t kMaxTensorName = 63;
/// Longest metadata key in bytes.
inline constexpr std::size_t kMaxKey = 65535;
/// `general.alignment` is a power of two in this range (the format asks for a multiple of 8; the upper end is
/// ours).
inline constexpr std::uint64_t kMinAlignment = 8;
inline constexpr std::uint64_t kMaxAlignment = std::uint64_t{1} << 20U;
/// Where the file has no `general.alignment`.
inline constexpr std::uint64_t kDefaultAlignment = 32;

bool is_alignment(std::uint64_t value);

/// The next multiple of `alignment` (a power of two) from `offset` on; `offset` at most kMaxFileBytes.
std::uint64_t align_up(std::uint64_t offset, std::uint64_t alignment);

/// Bytes of a tensor of `dimensions` (fastest first) stored as `type`, or why there can be no such tensor, as
/// the end of a sentence that begins with the tensor's name. Checks everything: 1 to 4 dimensions, none 0, no
/// overflow, rows of whole blocks.
std::variant<std::uint64_t, std::string> tensor_bytes(const GgufTypeInfo& type,
                                                      std::span<const std::uint64_t> dimensions);

}  // namespace hearth
