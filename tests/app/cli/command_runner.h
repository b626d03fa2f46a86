#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace hearth::test {

/// What hearth-cli said.
struct CommandResult {
    int exit_code = -1;
    std::optional<int> signal;  ///< that ended it
    std::string output;
    std::string errors;

    /// Standard output as JSON; fails the test where it is none.
    nlohmann::json json() const;
    /// The field of {error: {…}}, empty where there is none.
    std::string error(const std::string& field) const;
};

struct CommandOptions {
    std::string input{};
    std::vector<std::string> environment{};  ///< NAME=value, besides the test's own
    /// Called with what standard output holds so far, each time it grows; may send signals.
    std::function<void(int process, const std::string& output)> on_output{};
    int terminate_after_ms = -1;  ///< sends SIGTERM once so long nothing was said; negative: never
    enum class Output : std::uint8_t { read, closed, full };
    /// closed: nobody reads standard output; full: it is a file on a full disk.
    Output output = Output::read;
};

/// Runs hearth-cli with these arguments; no pipe is a terminal.
CommandResult run_command(const std::vector<std::string>& arguments, const CommandOptions& options = {});

}  // namespace hearth::test
