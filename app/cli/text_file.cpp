#include "cli/text_file.h"

#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

#include <fmt/format.h>

namespace hearth::cli {

Result<std::string> read_text_file(const std::string& path) {
    const auto fail = [&](int number) {
        const ErrorCode code = number == ENOENT ? ErrorCode::file_not_found : ErrorCode::read_failed;
        const std::string reason = std::generic_category().message(number);
        return Error{code, fmt::format("{}: cannot be read: {}", escaped(path), reason), {.file = path}};
    };
    errno = 0;
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
    if (!file) {
        return fail(errno);
    }
    std::string text;
    char buffer[65536];
    while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, file.get())) {
        text.append(buffer, count);
    }
    if (std::ferror(file.get()) != 0) {
        return fail(errno);
    }
    return text;
}

Result<nlohmann::ordered_json> read_json_file(const std::string& path) {
    HEARTH_TRY_ASSIGN(const std::string text, read_text_file(path));
    try {
        return nlohmann::ordered_json::parse(text);
    } catch (const nlohmann::json::exception& exception) {
        return Error{ErrorCode::bad_value,
                     fmt::format("{}: is not JSON: {}", escaped(path), escaped(exception.what())),
                     {.file = path, .expected = "JSON"}};
    }
}

}  // namespace hearth::cli
