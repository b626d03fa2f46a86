#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace hearth {

/// What a file that is not GGUF seems to be and what to do about it, as the end of a sentence that begins
/// with the file's name ("is a web page, …"). `head`: its first bytes, 512 if there are that many. `size`: of
/// the whole file.
std::string describe_foreign_file(std::span<const std::byte> head, std::uint64_t size);

/// Whether bytes are printable text, as web pages and messages of servers are.
bool is_printable_text(std::span<const std::byte> bytes);

}  // namespace hearth
