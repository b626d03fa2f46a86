#pragma once

#include <hearth/error.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace hearth {

/// An error about one field of a model's file; the message is "PATH: PROBLEM".
Error file_error(ErrorCode code, const std::filesystem::path& path, std::string field,
                 std::string_view problem, std::string expected = {}, std::string actual = {});

}  // namespace hearth
