#include "cli/console.h"

#include "cli/terminal_text.h"

#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>

namespace hearth::cli {

void Console::put(std::string_view bytes) {
    if (output_failure_) {
        return;
    }
    errno = 0;
    if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size() || std::fflush(stdout) != 0) {
        output_failure_ = errno;
    }
}

void Console::write(std::string_view text) {
    put(terminal_text(text));
}

void Console::put_json(const nlohmann::ordered_json& value, int indent) {
    json_written_ = true;
    // File names and metadata may be no UTF-8; JSON must be.
    put(terminal_json(value.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace)) +
        "\n");
}

void Console::write_json(const nlohmann::ordered_json& value) {
    put_json(value, 2);
}

void Console::write_json_line(const nlohmann::ordered_json& value) {
    put_json(value, -1);
}

void Console::prompt(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
}

void Console::note(std::string_view text) {
    const std::string line = terminal_text(text) + "\n";
    std::fwrite(line.data(), 1, line.size(), stderr);
}

void Console::write_error(const Error& error) {
    if (json() && !json_written_) {
        write_json({{"error", error_json(error)}});
    }
    note("hearth-cli: " + error.message);
}

void Console::note_failure(const Error& error) {
    had_failures_ = true;
    note("hearth-cli: " + error.message);
}

void Console::note_lost_output() {
    if (output_failure_ && *output_failure_ != EPIPE) {
        note("hearth-cli: the result could not be written to standard output: " +
             std::generic_category().message(*output_failure_));
    }
}

nlohmann::ordered_json error_json(const Error& error) {
    nlohmann::ordered_json json = {{"code", error_name(error.code)}, {"message", error.message}};
    const auto add_text = [&](const char* key, const std::string& value) {
        if (!value.empty()) {
            json[key] = value;
        }
    };
    const auto add_number = [&](const char* key, const auto& value) {
        if (value) {
            json[key] = *value;
        }
    };
    const ErrorDetails& details = error.details;
    add_text("file", details.file);
    add_text("field", details.field);
    add_text("expected", details.expected);
    add_text("actual", details.actual);
    add_number("bytes_needed", details.bytes_needed);
    add_number("bytes_available", details.bytes_available);
    add_number("line", details.line);
    return json;
}

}  // namespace hearth::cli
