#include "format/file_error.h"

#include <utility>

#include <fmt/format.h>

namespace hearth {

Error file_error(ErrorCode code, const std::filesystem::path& path, std::string field,
                 std::string_view problem, std::string expected, std::string actual) {
    constexpr std::size_t kLongestPath = 4096;
    Error error{code, fmt::format("{}: {}", escaped(path.string(), kLongestPath), problem)};
    error.details.file = path.string();
    error.details.field = std::move(field);
    error.details.expected = std::move(expected);
    error.details.actual = std::move(actual);
    return error;
}

}  // namespace hearth
