#pragma once

#include <hearth/result.h>

#include <cstddef>
#include <optional>
#include <string>

namespace hearth::cli {

enum class Stream { input, output, error };

/// Whether a person sits at the other end.
bool is_terminal(Stream stream);

/// The next line of standard input without its line end; nothing at the end of input or when Ctrl-C was
/// pressed. A line of more than `most_bytes` is read to its end and is an error (invalid_request).
std::optional<Result<std::string>> read_line(std::size_t most_bytes);

}  // namespace hearth::cli
