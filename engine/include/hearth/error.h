#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hearth {

/// What went wrong, for programs and for translation. The name of each (error_name) is stable: scripts read
/// it.
enum class ErrorCode : std::uint8_t {
    // files
    file_not_found,
    read_failed,
    write_failed,
    // model containers
    bad_magic,
    header_truncated,
    bad_version,
    count_too_large,
    string_too_long,
    bad_key,
    bad_value_type,
    array_too_long,
    bad_alignment,
    bad_shape,
    bad_tensor_type,
    bad_offset,
    bad_name,
    data_truncated,
    shard_missing,
    shard_mismatch,
    // safetensors containers and checkpoint folders
    file_too_short,
    header_too_large,
    header_invalid,
    duplicate_key,
    unknown_dtype,
    offsets_reversed,
    size_mismatch,
    size_overflow,
    not_contiguous,
    overlap,
    trailing_bytes,
    unsafe_name,
    // what is inside them
    missing_key,
    bad_value,
    missing_tensor,
    unsupported_tensor_type,
    unsupported_architecture,
    unsupported_feature,
    unsupported_tokenizer,
    // chat templates
    no_chat_template,
    template_syntax,
    template_undefined,
    template_raised,
    template_failed,
    template_limit,
    // running
    out_of_memory,
    context_too_long,
    invalid_request,
    invalid_utf8,
    cancelled,
    backend_failed,
    engine_failed,
};

/// The typed facts of an error, so that a person can be told in any language what happened where.
struct ErrorDetails {
    std::string file{};      ///< path as the caller gave it
    std::string field{};     ///< metadata key, tensor, request field or template construct
    std::string expected{};  ///< what would have been right
    std::string actual{};    ///< what was found
    std::optional<std::uint64_t> bytes_needed{};     ///< memory or file size that was required
    std::optional<std::uint64_t> bytes_available{};  ///< what there was
    std::optional<std::uint32_t> line{};             ///< 1-based line in a template
};

/// An expected failure: a value, never thrown. `message` is one English sentence that names file and field.
struct Error {
    ErrorCode code;
    std::string message;
    ErrorDetails details{};
};

/// The stable name of a code, e.g. "BadMagic".
std::string_view error_name(ErrorCode code);

/// `text` with control characters, invalid UTF-8 and backslashes escaped (`a\0b\xFF`), for messages and
/// listings; never longer than `max_bytes` plus an ellipsis.
std::string escaped(std::string_view text, std::size_t max_bytes = 200);

}  // namespace hearth
