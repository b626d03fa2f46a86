#pragma once

#include "cli/exit_code.h"

#include <hearth/error.h>

#include <optional>
#include <string_view>

#include <nlohmann/json.hpp>

namespace hearth::cli {

/// How a command's result is written.
enum class OutputFormat : bool { text, json };

/// What a command says: results on standard output, everything else on standard error. Text from models and
/// files goes through terminal_text on its way. A closed output is remembered, never a signal.
class Console {
 public:
    explicit Console(OutputFormat format) : format_(format) {}

    bool json() const { return format_ == OutputFormat::json; }

    /// Writes a result, made harmless, and shows it at once.
    void write(std::string_view text);
    void write_json(const nlohmann::ordered_json& value);
    /// One of several results: a line each.
    void write_json_line(const nlohmann::ordered_json& value);
    /// Asks for input, on standard error: standard output holds answers alone.
    void prompt(std::string_view text);
    /// A remark for the person, on standard error, one line.
    void note(std::string_view text);
    /// The error's sentence on standard error and, for programs, its fields as JSON on standard output unless
    /// a result stands there already.
    void write_error(const Error& error);

    /// Says that a part of the work failed while the rest goes on: the sentence on standard error.
    void note_failure(const Error& error);
    bool had_failures() const { return had_failures_; }
    /// What the program returns where the command fails or had failures; ExitCode::failed unless it was set.
    void fail_with(ExitCode code) { failure_code_ = code; }
    ExitCode failure_code() const { return failure_code_; }

    /// False once standard output could not be written, e.g. because the reader of a pipe went away.
    bool output_works() const { return !output_failure_; }
    /// Says on standard error why not; nothing where the reader went away, which is its own decision.
    void note_lost_output();

 private:
    void put(std::string_view bytes);
    void put_json(const nlohmann::ordered_json& value, int indent);

    OutputFormat format_;
    std::optional<int> output_failure_;  ///< errno of the first write that failed
    bool had_failures_ = false;
    ExitCode failure_code_ = ExitCode::failed;
    bool json_written_ = false;
};

/// An error as programs read it: {code, message, file, field, …}, absent details left out.
nlohmann::ordered_json error_json(const Error& error);

}  // namespace hearth::cli
