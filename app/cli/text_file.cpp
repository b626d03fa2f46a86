#include "cli/text_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <string_view>
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

namespace {

using Json = nlohmann::ordered_json;

/// Reads JSON for what is wrong with it: the parser that makes values has other words, and rounds integers
/// that do not fit.
class JsonCheck final : public nlohmann::json_sax<Json> {
 public:
    /// What is wrong, in the manner of "…: is not JSON: <this>".
    const std::string& fault() const { return fault_; }

    explicit JsonCheck(std::string_view text) : text_(text) {}

    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t) override { return true; }
    bool number_unsigned(number_unsigned_t) override { return true; }
    bool number_float(number_float_t, const std::string& written) override {
        if (written.find_first_of(".eE") == std::string::npos) {
            fault_ = fmt::format("the whole number {} does not fit into 64 bits", escaped(written, 40));
            return false;
        }
        return true;
    }
    bool string(std::string&) override { return true; }
    bool binary(binary_t&) override { return true; }
    bool start_object(std::size_t) override { return true; }
    bool key(std::string&) override { return true; }
    bool end_object() override { return true; }
    bool start_array(std::size_t) override { return true; }
    bool end_array() override { return true; }
    bool parse_error(std::size_t position, const std::string& last_read,
                     const nlohmann::detail::exception&) override {
        const std::string_view before = text_.substr(0, position == 0 ? 0 : position - 1);
        const auto line = 1 + std::count(before.begin(), before.end(), '\n');
        if (position > text_.size()) {
            fault_ = fmt::format("it ends too early, in line {}", line);
        } else {
            fault_ = fmt::format("line {} goes wrong at \"{}\"", line, escaped(last_read, 40));
        }
        return false;
    }

 private:
    std::string_view text_;
    std::string fault_;
};

}  // namespace

Result<nlohmann::ordered_json> read_json_file(const std::string& path) {
    HEARTH_TRY_ASSIGN(const std::string text, read_text_file(path));
    JsonCheck check(text);
    if (!Json::sax_parse(text, &check)) {
        return Error{ErrorCode::bad_value,
                     fmt::format("{}: is not JSON that can be read: {}", escaped(path), check.fault()),
                     {.file = path, .expected = "JSON"}};
    }
    return Json::parse(text);
}

}  // namespace hearth::cli
