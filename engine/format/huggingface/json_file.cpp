#include "format/huggingface/json_file.h"

#include "base/file.h"
#include "format/file_error.h"

#include <span>

#include <fmt/format.h>

namespace hearth {

Result<std::string> read_text_file(const std::filesystem::path& path, std::uint64_t most_bytes) {
    HEARTH_TRY_ASSIGN(const File file, File::open(path));
    if (file.size() > most_bytes) {
        return file_error(ErrorCode::header_too_large, path, "size",
                          fmt::format("the file has {} bytes, but {} are the most", file.size(), most_bytes),
                          fmt::format("at most {} bytes", most_bytes), fmt::format("{} bytes", file.size()));
    }
    std::string text(static_cast<std::size_t>(file.size()), '\0');
    HEARTH_TRY(file.read_at(0, std::as_writable_bytes(std::span(text))));
    return text;
}

Status check_json_depth(std::string_view text, const std::filesystem::path& path) {
    constexpr int kDeepest = 64;
    int depth = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string) {
            if (c == '\\') {
                ++i;
            } else if (c == '"') {
                in_string = false;
            }
        } else if (c == '"') {
            in_string = true;
        } else if (c == '{' || c == '[') {
            if (++depth > kDeepest) {
                return file_error(
                    ErrorCode::header_invalid, path, "depth",
                    fmt::format("the JSON is nested deeper than {} levels at byte {}", kDeepest, i),
                    fmt::format("at most {} levels", kDeepest));
            }
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return {};
}

Result<nlohmann::json> parse_json(std::string_view text, const std::filesystem::path& path,
                                  const nlohmann::json::parser_callback_t& keep) {
    HEARTH_TRY(check_json_depth(text, path));
    try {
        nlohmann::json json = nlohmann::json::parse(text, keep);
        if (!json.is_object()) {
            return file_error(ErrorCode::header_invalid, path, "top", "the file holds no JSON object",
                              "an object", json.type_name());
        }
        return json;
    } catch (const nlohmann::json::parse_error& problem) {
        return file_error(ErrorCode::header_invalid, path, "json",
                          fmt::format("the file is not JSON in UTF-8 at byte {}", problem.byte));
    } catch (const nlohmann::json::exception&) {
        return file_error(ErrorCode::header_invalid, path, "number",
                          "the file holds a number beyond the range of a double");
    }
}

Result<nlohmann::json> read_json_file(const std::filesystem::path& path, std::uint64_t most_bytes) {
    HEARTH_TRY_ASSIGN(const std::string text, read_text_file(path, most_bytes));
    return parse_json(text, path);
}

}  // namespace hearth
