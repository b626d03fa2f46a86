#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

namespace hearth::cli {

/// Options whose values reach the command exactly as they were typed. CLI11 itself splits `[1, 2]`, reads
/// `{}` as an empty list and lets negative numbers wrap, so these take its raw results.

/// The command line without the program's name, made so that CLI11 reads an empty value (`--stop=`) as one
/// instead of taking the next argument for it. `command` is the one that is called, if there is one.
std::vector<std::string> normalized_arguments(const CLI::App* command, std::span<char* const> arguments);

/// A text given at most once.
CLI::Option* add_text(CLI::App& app, const std::string& name, std::optional<std::string>& value,
                      const std::string& description);
/// A text that must be given once.
CLI::Option* add_required_text(CLI::App& app, const std::string& name, std::string& value,
                               const std::string& description);
/// A text that may be given any number of times.
CLI::Option* add_texts(CLI::App& app, const std::string& name, std::vector<std::string>& values,
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

/// A number given at most once.
template <class T>
CLI::Option* add_number(CLI::App& app, const std::string& name, std::optional<T>& value,
                        const std::string& description) {
    const auto read = [&value](const CLI::results_t& results) {
        value = parse_number<T>(results.back());
        return value.has_value();
    };
    return app.add_option(name, read, description)->type_name(std::is_integral_v<T> ? "N" : "X");
}

}  // namespace hearth::cli
