#pragma once

#include "cli/console.h"

#include <hearth/result.h>

#include <functional>
#include <span>
#include <string_view>

#include <CLI/CLI.hpp>

namespace hearth::cli {

/// What a command does once its options are read. An error is printed and becomes the exit code that the
/// command has set with Console::fail_with, else 1. Throws WrongValue (exit code 2) for a use that only a
/// look into the model's file shows to be wrong.
using Run = std::function<Status(Console& console)>;

/// One row of the list of commands. `setup` adds the command's options to `app` and returns what runs with
/// them.
struct Command {
    std::string_view name;
    std::string_view summary;
    Run (*setup)(CLI::App& app);
};

/// Sorted by name; see commands.cpp.
std::span<const Command> commands();

/// A sentence about commands that this program was built without; empty where it has all.
std::string_view missing_commands();

Run set_up_bench(CLI::App& app);
Run set_up_chat(CLI::App& app);
Run set_up_devices(CLI::App& app);
Run set_up_download(CLI::App& app);
Run set_up_fit(CLI::App& app);
Run set_up_generate(CLI::App& app);
Run set_up_inspect(CLI::App& app);
Run set_up_models(CLI::App& app);
Run set_up_perplexity(CLI::App& app);
Run set_up_render(CLI::App& app);
Run set_up_tokenize(CLI::App& app);

}  // namespace hearth::cli
