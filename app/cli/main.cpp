#include "cli/command.h"
#include "cli/console.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

namespace {

using namespace hearth;
using namespace hearth::cli;

constexpr int kFailed = 1;
constexpr int kWrongUse = 2;

/// Help goes to standard output and is no failure; anything else is wrong use.
int report(const CLI::App& app, const CLI::ParseError& error, Console& console) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
        app.exit(error);
        return 0;
    }
    console.write_error(Error{ErrorCode::invalid_request, error.what()});
    console.note("Run with --help for more information.");
    return kWrongUse;
}

int run(int argc, char** argv) {
    CLI::App app("Hearth: language models on this machine", "hearth-cli");
    app.require_subcommand(1);
    std::vector<std::pair<CLI::App*, Run>> runs;
    for (const Command& command : commands()) {
        CLI::App* sub = app.add_subcommand(std::string(command.name), std::string(command.summary));
        sub->add_flag_callback(
            "--json", [] {}, "Write the result as JSON");
        runs.emplace_back(sub, command.setup(*sub));
    }
    // A wrong command line must be told in JSON too, and is not parsed far enough to know.
    const bool json =
        std::any_of(argv + 1, argv + argc, [](std::string_view arg) { return arg == "--json"; });
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        Console console(json ? OutputFormat::json : OutputFormat::text);
        return report(app, error, console);
    }
    const auto chosen =
        std::find_if(runs.begin(), runs.end(), [](const auto& entry) { return entry.first->parsed(); });
    Console console(chosen->first->count("--json") > 0 ? OutputFormat::json : OutputFormat::text);
    const Status status = chosen->second(console);
    if (!status) {
        console.write_error(status.error());
    }
    return status && console.output_works() ? 0 : kFailed;
}

}  // namespace

int main(int argc, char** argv) {
#ifdef SIGPIPE
    std::signal(SIGPIPE,
                SIG_IGN);  // a reader that went away is an error of write, not the end of the process
#endif
    try {
        return run(argc, argv);
    } catch (const std::exception& exception) {
        std::fprintf(stderr, "hearth-cli: internal error: %s\n", exception.what());
    } catch (...) {
        std::fputs("hearth-cli: internal error\n", stderr);
    }
    return kFailed;
}
