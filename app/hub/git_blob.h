#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace hearth::hub {

/// Git's object id of a file with these bytes: SHA-1 of "blob SIZE\0" and the bytes, as 40 lower-case
/// hexadecimal digits (git-scm.com/book, "Git Objects"). Throws std::runtime_error where the crypto library
/// refuses to work.
std::string git_blob_oid(std::span<const std::byte> bytes);

}  // namespace hearth::hub
