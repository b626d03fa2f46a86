#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/console.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace {

using namespace hearth;
using namespace hearth::cli;

constexpr int kFailed = static_cast<int>(ExitCode::failed);
constexpr int kWrongUse = static_cast<int>(ExitCode::wrong_use);

int report(const Error& wrong_use, Console& console) {
    console.write_error(wrong_use);
    console.note("Run with --help for more information.");
    return kWrongUse;
}

/// 0, or 1 with a sentence where standard output could not be written.
int end_of_output(Console& console) {
    console.note_lost_output();
    return console.output_works() ? 0 : kFailed;
}

/// Help and version go to standard output and are no failure; anything else is wrong use.
int report(const CLI::App& app, const CLI::ParseError& error, const std::optional<Error>& cause,
           Console& console) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
        Console output(OutputFormat::text);
        const bool version = dynamic_cast<const CLI::CallForVersion*>(&error) != nullptr;
        output.write(version ? std::string(error.what()) + "\n" : app.help());
        return end_of_output(output);
    }
    if (const auto* value = dynamic_cast<const WrongValue*>(&error)) {
        return report(value->error(), console);
    }
    return report(cause.value_or(Error{ErrorCode::invalid_request, error.what()}), console);
}

/// The commands as CLI11 sees them, and what runs each.
using Commands = std::vector<std::pair<CLI::App*, Run>>;

Commands add_commands(CLI::App& app) {
    Commands added;
    for (const Command& command : commands()) {
        CLI::App* sub = app.add_subcommand(std::string(command.name), std::string(command.summary));
        sub->add_flag_callback(
            "--json", [] {}, "Write the result as JSON");
        added.emplace_back(sub, command.setup(*sub));
    }
    return added;
}

/// What is wrong with a command line whose first argument is no command.
std::optional<Error> unknown_command(std::span<char* const> arguments) {
    if (arguments.empty() || arguments.front()[0] == '-') {
        return std::nullopt;
    }
    return Error{ErrorCode::invalid_request, "there is no command " + escaped(arguments.front())};
}

/// Runs a command; what it throws becomes an error like any other, save wrong use.
template <class Run>
Status guarded(const Run& command, Console& console) {
    try {
        return command(console);
    } catch (const WrongValue&) {
        throw;
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::out_of_memory, "there is not enough memory"};
    } catch (const std::exception& exception) {
        return Error{ErrorCode::engine_failed, fmt::format("internal error: {}", exception.what())};
    }
}

int run(std::span<char* const> arguments) {
    CLI::App app("Hearth: language models on this machine", "hearth-cli");
    app.require_subcommand(1);
    app.footer(std::string(missing_commands()));
    app.set_version_flag("--version", "hearth-cli " HEARTH_VERSION, "Show the version and exit");
    const Commands commands = add_commands(app);
    // A wrong command line must be told in JSON too, and is not parsed far enough to know.
    const bool json = std::any_of(arguments.begin(), arguments.end(),
                                  [](std::string_view argument) { return argument == "--json"; });
    const auto called = std::find_if(commands.begin(), commands.end(), [&](const auto& command) {
        return !arguments.empty() && command.first->get_name() == arguments.front();
    });
    try {
        auto normalized = normalized_arguments(called == commands.end() ? nullptr : called->first, arguments);
        std::reverse(normalized.begin(), normalized.end());  // as CLI11 wants them
        app.parse(std::move(normalized));
    } catch (const CLI::ParseError& error) {
        Console console(json ? OutputFormat::json : OutputFormat::text);
        return report(app, error, called == commands.end() ? unknown_command(arguments) : std::nullopt,
                      console);
    }
    const auto chosen = std::find_if(commands.begin(), commands.end(),
                                     [](const auto& command) { return command.first->parsed(); });
    if (chosen == commands.end()) {
        throw std::logic_error("no command was chosen");
    }
    Console console(chosen->first->count("--json") > 0 ? OutputFormat::json : OutputFormat::text);
    try {
        const Status status = guarded(chosen->second, console);
        // A command that gives up because nobody can read it has not failed otherwise.
        if (!status && (console.output_works() || status.error().code != ErrorCode::cancelled)) {
            console.write_error(status.error());
            return static_cast<int>(console.failure_code());
        }
    } catch (const WrongValue& value) {
        return report(value.error(), console);
    }
    if (console.had_failures()) {
        console.note_lost_output();
        return static_cast<int>(console.failure_code());
    }
    return end_of_output(console);
}

}  // namespace

int main(int argc, char** argv) {
#ifdef SIGPIPE
    std::signal(SIGPIPE,
                SIG_IGN);  // a reader that went away is an error of write, not the end of the process
#endif
    try {
        return run(std::span(argv, static_cast<std::size_t>(argc)).subspan(argc > 0 ? 1 : 0));
    } catch (const std::exception& exception) {
        std::fprintf(stderr, "hearth-cli: internal error: %s\n", exception.what());
    } catch (...) {
        std::fputs("hearth-cli: internal error\n", stderr);
    }
    return kFailed;
}
