#pragma once

#include <hearth/error.h>

#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace hearth::cli {

/// A value that an option does not take: wrong use, told with what would be right.
class WrongValue : public CLI::ParseError {
 public:
    WrongValue(const std::string& option, const std::string& expected, std::string_view actual);
    WrongValue(const std::string& option, ErrorCode code, const std::string& message);

    const hearth::Error& error() const { return error_; }

 private:
    hearth::Error error_;
};

/// Options whose values reach the command exactly as they were typed. CLI11 itself splits `[1, 2]`, reads
/// `{}` as an empty list and lets negative numbers wrap, so these take its raw results.

/// The command line without the program's name, made so that CLI11 reads an empty value (`--stop=`) as one
/// instead of taking the next argument for it. `command` is the one that is called, if there is one.
std::vector<std::string> normalized_arguments(const CLI::App* command, std::span<char* const> arguments);

/// A text given at most once; like all of them well-formed UTF-8 unless it is the name of a file.
CLI::Option* add_text(CLI::App& app, const std::string& name, std::optional<std::string>& value,
                      const std::string& description);
/// A text that must be given once.
CLI::Option* add_required_text(CLI::App& app, const std::string& name, std::string& value,
                               const std::string& description);
/// A text that may be given any number of times.
CLI::Option* add_texts(CLI::App& app, const std::string& name, std::vector<std::string>& values,
                       const std::string& description);
/// The name of a file: any bytes.
CLI::Option* add_file(CLI::App& app, const std::string& name, std::optional<std::string>& value,
                      const std::string& description);
CLI::Option* add_required_file(CLI::App& app, const std::string& name, std::string& value,
                               const std::string& description);

/// The whole of `text` as a number, independent of the locale; nothing where it is none or does not fit.
template <class T>
std::optional<T> parse_number(std::string_view text) {
    T number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return number;
}

/// What a number must be.
template <class T>
struct Limits {
    T least = std::numeric_limits<T>::lowest();
    T most = std::numeric_limits<T>::max();
    bool without_least = false;  ///< more than `least`

    /// NaN is within none.
    bool hold(T number) const { return number <= most && (without_least ? number > least : number >= least); }

    std::string text() const {
        const std::string kind = std::is_integral_v<T> ? "a whole number" : "a number";
        const bool from = least > std::numeric_limits<T>::lowest();
        const bool to = most < std::numeric_limits<T>::max();
        if (from && to) {
            return fmt::format("{} from {} to {}", kind, least, most);
        }
        if (without_least) {
            return fmt::format("{} above {}", kind, least);
        }
        // A whole number without sign is not said to start at 0 where all are right.
        if (from || std::is_unsigned_v<T>) {
            return fmt::format("{}, {} or more", kind, least);
        }
        return kind;
    }
};

/// The value of option `name`; throws WrongValue.
template <class T>
T read_number(const std::string& name, std::string_view text, const Limits<T>& limits) {
    const std::optional<T> number = parse_number<T>(text);
    if (!number || !limits.hold(*number)) {
        throw WrongValue(name, limits.text(), text);
    }
    return *number;
}

/// A number given at most once.
template <class T>
CLI::Option* add_number(CLI::App& app, const std::string& name, std::optional<T>& value, Limits<T> limits,
                        const std::string& description) {
    const auto read = [&value, name, limits](const CLI::results_t& results) {
        value = read_number<T>(name, results.back(), limits);
        return true;
    };
    return app.add_option(name, read, description)->type_name(std::is_integral_v<T> ? "N" : "X");
}

}  // namespace hearth::cli
