#pragma once

#include <optional>
#include <string>

namespace hearth::cli {

enum class Stream { input, output, error };

/// Whether a person sits at the other end.
bool is_terminal(Stream stream);

/// The next line of standard input without its line end; nothing at the end of input or when Ctrl-C was
/// pressed.
std::optional<std::string> read_line();

}  // namespace hearth::cli
